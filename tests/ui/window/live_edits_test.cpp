#include "tests/ui/window/edit_test.h"

#include <gmock/gmock.h>

#include <fstream>

namespace lamina {
namespace {

using testing::HasSubstr;

/// A soft ball, an octopus with bones, and a box on the ground.
class LiveEdits : public EditTest {
protected:
  void SetUp() override {
    EditTest::SetUp();
    file_ = write_file("live.json", R"({"title": "live", "bodies": [
      {"name": "ground", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 4}},
      {"name": "ball", "kind": "soft", "lattice_cells": 4, "self_contact": false, "density": 100,
       "material": {"young_modulus": 50000}, "position": [0, 0.11, 0],
       "recipe": {"shape": "sphere", "radius": 0.1, "triangles": 500}},
      {"name": "octopus", "kind": "skinned", "self_contact": false, "scale": 0.4, "position": [-0.5, 0.3, 0],
       "recipe": {"shape": "octopus", "triangles": 600}},
      {"name": "box", "position": [0.35, 0.05, 0], "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}}],
      "camera": {"eye": [0, 0.4, 1.5], "target": [0, 0.15, 0]}})");
    open_and_wait(file_);
    wait_for_frames(6);
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 2; }));
  }

  /// Chooses a body from the list while everything moves.
  void choose(const std::string& body) {
    click("body " + body);
    ASSERT_FALSE(viewport().panels().edit.selected.empty());
    wait_for_frames();
  }
  void respond_by(ResponseKind response, const std::string& name) {
    window_->post(Event(SetSetting{"response", name}));
    ASSERT_TRUE(wait_for([&] { return now()->settings.response.response == response; }));
    wait_for_frames();
  }
  void undo() { key(Qt::Key_Z, Qt::ControlModifier); }
  void redo() { key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }
  const SceneBody& described(std::size_t body) { return scene().bodies[body]; }
  /// The run is the one that it was, and goes on.
  void expect_goes_on(std::uint64_t revision) {
    EXPECT_EQ(now()->scene_revision, revision);
    EXPECT_TRUE(now()->playing);
    const std::uint64_t step = now()->statistics.step;
    EXPECT_GT(step, 2u);
    EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step; }));
  }

  std::string file_;
  static constexpr std::uint32_t ball = 1, octopus = 2, box = 3;
};

TEST_F(LiveEdits, AMaterialIsUndoneRedoneSavedAndKeptByAReset) {
  const std::uint64_t revision = now()->scene_revision;
  const auto young = [&] { return now()->infos->at(ball).material.young_modulus; };
  choose("ball");
  type("material Young's", "20000");
  ASSERT_TRUE(wait_for([&] { return young() == 20000; }));
  EXPECT_THAT(viewport().panels().edit.undo_name, HasSubstr("material of ball"));
  EXPECT_TRUE(window_->windowTitle().contains("edited"));
  undo();
  ASSERT_TRUE(wait_for([&] { return young() == 50000; }));
  EXPECT_EQ(described(ball).material.young_modulus, 50000);
  EXPECT_FALSE(window_->windowTitle().contains("edited"));
  redo();
  ASSERT_TRUE(wait_for([&] { return young() == 20000; }));
  expect_goes_on(revision);

  key(Qt::Key_S, Qt::ControlModifier);
  std::ifstream stream(file_);
  const std::string saved{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_EQ(parse_scene(saved, file_).bodies[ball].material.young_modulus, 20000);
  EXPECT_FALSE(editor().history().modified());

  pause();
  key(Qt::Key_Backspace);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
  EXPECT_EQ(young(), 20000);
  EXPECT_EQ(now()->scene_revision, revision);
}

TEST_F(LiveEdits, WeightFrictionAndContactStiffnessOfARigidBodyToo) {
  respond_by(ResponseKind::penalty, "penalty");
  const std::uint64_t revision = now()->scene_revision;
  choose("box");
  type("body mass", "3");
  ASSERT_TRUE(wait_for([&] { return std::abs(now()->infos->at(box).mass - 3) < 1e-12; }));
  type("body friction", "0.1");
  type("body contact", "0.5");
  EXPECT_EQ(described(box).friction_coefficient, 0.1);
  EXPECT_EQ(described(box).contact_stiffness, 0.5);
  type("body contact", "0");
  EXPECT_THAT(refusal(), HasSubstr("contact stiffness"));
  for (int i = 0; i < 3; ++i)
    undo();
  EXPECT_EQ(described(box).mass, std::nullopt);
  EXPECT_EQ(described(box).friction_coefficient, std::nullopt);
  EXPECT_EQ(described(box).contact_stiffness, 1);
  EXPECT_TRUE(wait_for([&] { return std::abs(now()->infos->at(box).mass - 1) < 1e-9; }));
  expect_goes_on(revision);
}

// Each response has a field of its own: what bounces only under constraints, and what is stiff only without.
TEST_F(LiveEdits, RestitutionUnderConstraintsToo) {
  const std::uint64_t revision = now()->scene_revision;
  choose("box");
  respond_by(ResponseKind::penalty, "penalty");
  EXPECT_FALSE(has_widget("body restitution"));
  EXPECT_TRUE(has_widget("body contact"));
  respond_by(ResponseKind::constraints, "constraints");
  EXPECT_FALSE(has_widget("body contact"));
  type("body restitution", "0.5");
  EXPECT_EQ(described(box).restitution, 0.5);
  type("body restitution", "2");
  EXPECT_THAT(refusal(), HasSubstr("restitution"));
  undo();
  EXPECT_EQ(described(box).restitution, std::nullopt);
  expect_goes_on(revision);
}

TEST_F(LiveEdits, TheDriveOfJointsToo) {
  const std::uint64_t revision = now()->scene_revision;
  choose("octopus");
  EXPECT_FALSE(has_widget("material Young's")) << "bones are rigid";
  type("drive stiffness", "2");
  EXPECT_EQ(described(octopus).drive.stiffness, 2);
  type("drive damping", "0.3");
  EXPECT_EQ(described(octopus).drive.damping, 0.3);
  click("drive damping default");
  EXPECT_EQ(described(octopus).drive.damping, JointDrive{}.damping);
  type("drive stiffness", "-1");
  EXPECT_THAT(refusal(), HasSubstr("stiffness of the joints"));
  expect_goes_on(revision);
  EXPECT_EQ(now()->problem, "");
}

TEST_F(LiveEdits, AreInputsOfARunThatIsBeingRecorded) {
  const std::uint64_t revision = now()->scene_revision;
  window_->post(StartRecording{folder_.filePath("run").toStdString()});
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); }));
  wait_for_frames();
  choose("ball");
  type("material Young's", "30000");
  ASSERT_TRUE(wait_for([&] { return now()->infos->at(ball).material.young_modulus == 30000; }));
  EXPECT_FALSE(now()->recording.empty());
  EXPECT_EQ(now()->scene_revision, revision);
  type("place x", "0.1");
  EXPECT_THAT(refusal(), HasSubstr("recorded"));
  undo();
  EXPECT_TRUE(wait_for([&] { return now()->infos->at(ball).material.young_modulus == 50000; }));
  EXPECT_FALSE(now()->recording.empty());
  window_->post(StopRecording{});
  ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));
  std::ifstream stream(folder_.filePath("run/events.jsonl").toStdString());
  const std::string events{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(events, HasSubstr(R"("event":"material")"));
}

TEST_F(LiveEdits, UndoneAtTheStartTheyAreWhatTheStartHas) {
  choose("ball");
  type("material Young's", "20000");
  ASSERT_TRUE(wait_for([&] { return now()->infos->at(ball).material.young_modulus == 20000; }));
  edit([&] { type("place x", "0.1"); });
  EXPECT_EQ(now()->infos->at(ball).material.young_modulus, 20000);
  edit([&] { undo(); });
  edit([&] { undo(); });
  EXPECT_EQ(now()->infos->at(ball).material.young_modulus, 50000);
}

TEST_F(LiveEdits, APoissonRatioAtWhichTetrahedraHardlyBendIsSaidAsAtLoad) {
  // The same five tetrahedra under both ratios: what is raised by hand reads as what was loaded so.
  write_file("cube.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n8\n"
                          "0 0 0 0\n0.1 0 0 0\n0.1 0.1 0 0\n0 0.1 0 0\n"
                          "0 0 0.1 0\n0.1 0 0.1 0\n0.1 0.1 0.1 0\n0 0.1 0.1 0\n"
                          "Tetrahedra\n5\n1 2 3 6 0\n1 3 4 8 0\n1 6 8 5 0\n3 8 6 7 0\n1 3 8 6 0\nEnd\n");
  const auto text = [](const std::string& ratio) {
    return R"({"bodies": [
      {"name": "ground", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 4}},
      {"name": "cube", "mesh": "cube.mesh", "kind": "soft", "self_contact": false, "position": [0, 0.001, 0],
       "material": {"young_modulus": 50000, "poisson_ratio": )" +
           ratio + "}}]}";
  };
  const std::vector<std::string>& notes = viewport().overlay().notes;
  open_and_wait(write_file("locks.json", text("0.47")));
  ASSERT_EQ(notes.size(), 1u);
  const std::string said_at_load = notes[0];
  EXPECT_THAT(said_at_load, HasSubstr("0.47"));

  open_and_wait(write_file("bends.json", text("0.3")));
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 2; }));
  ASSERT_TRUE(notes.empty());
  choose("cube");
  type("material Young's", "60000");
  EXPECT_TRUE(notes.empty());
  type("material Poisson's", "0.47");
  EXPECT_EQ(notes, std::vector{said_at_load});
  wait_for_frames();
  EXPECT_TRUE(has_widget("notes")) << "in sight";
  type("material Young's", "50000");
  EXPECT_EQ(notes.size(), 1u) << "not twice";
  type("material Poisson's", "0.4");
  EXPECT_TRUE(notes.empty());
  undo();
  EXPECT_EQ(notes, std::vector{said_at_load});
}

TEST_F(LiveEdits, EveryKindIsOfferedAndThoseThatCannotBeAreGrey) {
  choose("box");
  click("body kind");
  for (const BodyKind kind : body_kinds)
    EXPECT_TRUE(has_widget("body kind=" + kind_name(kind))) << kind_name(kind);
  click("body kind=skinned"); // has no bones
  EXPECT_EQ(described(box).kind, BodyKind::rigid);
  edit([&] { click("body kind=particles"); });
  EXPECT_EQ(now()->infos->at(box).kind, BodyKind::particles);
  EXPECT_TRUE(has_widget("material Young's"));
  click("body kind");
  edit([&] { click("body kind=scripted"); });
  EXPECT_TRUE(has_widget("sway x"));
  edit([&] { type("sway x", "0"); });
  edit([&] { type("sway y", "0.2"); });
  edit([&] { type("sway often", "1"); });
  EXPECT_EQ(described(box).motion.amplitude, Vec3(0, 0.2, 0));
  const double start = position_of(box).y();
  key(Qt::Key_Space);
  EXPECT_TRUE(wait_for([&] { return position_of(box).y() > start + 0.1; }));

  choose("octopus");
  click("body kind");
  edit([&] { click("body kind=rigid"); });
  EXPECT_FALSE(now()->bodies[octopus].positions);
  click("body kind");
  edit([&] { click("body kind=skinned"); });
  EXPECT_TRUE(now()->bodies[octopus].positions);
}

TEST_F(LiveEdits, WhatDeformsStartsWhereItIs) {
  const QPointF from = on_screen(position_of(ball));
  press(from);
  move(from + QPointF(60, -150), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return position_of(ball).y() > 0.2; }));
  pause();
  release(from + QPointF(60, -150));
  ASSERT_TRUE(wait_for([&] { return now()->drags.empty(); }));
  const Vec3 ball_there = position_of(ball), octopus_there = position_of(octopus);
  edit([&] { key(Qt::Key_T, Qt::ControlModifier); });
  // Its own shape, where it fits best: the middle of the skin for the ball, and the limp arms of the octopus
  // straight again about the same place.
  EXPECT_LT((position_of(ball) - ball_there).norm(), 0.01);
  EXPECT_LT((position_of(octopus) - octopus_there).norm(), 0.1);
  EXPECT_EQ(now()->bodies[ball].velocity, Vec3(0, 0, 0));
  edit([&] { undo(); });
  EXPECT_NEAR(position_of(ball).y(), 0.11, 1e-3);
}

} // namespace
} // namespace lamina
