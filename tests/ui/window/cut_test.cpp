#include "tests/mesh/tet_support.h"
#include "tests/ui/window/edit_test.h"

#include <QAction>

#include <gmock/gmock.h>

#include <sstream>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A file in Medit's format.
std::string medit_text(const TetMesh& mesh) {
  std::ostringstream text;
  text << "MeshVersionFormatted 2\nDimension 3\nVertices " << mesh.nodes.size() << "\n";
  for (const Vec3& node : mesh.nodes)
    text << node.x() << " " << node.y() << " " << node.z() << " 0\n";
  text << "Tetrahedra " << mesh.tetrahedra.size() << "\n";
  for (const Tetrahedron& t : mesh.tetrahedra)
    text << t[0] + 1 << " " << t[1] + 1 << " " << t[2] + 1 << " " << t[3] + 1 << " 0\n";
  return text.str() + "End\n";
}

/// A block of tetrahedra with nodes in the planes x = 0 and x = ±0.05 m, on the ground, between a rigid box
/// and a soft ball on a lattice.
class CutTest : public EditTest {
protected:
  void SetUp() override {
    EditTest::SetUp();
    write_file("block.mesh", medit_text(test::tet_box(6, {0.3, 0.15, 0.15})));
    open_and_wait(write_file("cut.json", R"({"title": "cut", "bodies": [
      {"name": "ground", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 4}},
      {"name": "block", "kind": "soft", "mesh": "block.mesh", "position": [-0.15, 0, -0.075],
       "material": {"young_modulus": 100000}},
      {"name": "box", "position": [0.3, 0.05, 0], "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}},
      {"name": "ball", "kind": "soft", "lattice_cells": 3, "position": [-0.3, 0.05, 0],
       "recipe": {"shape": "sphere", "radius": 0.05, "triangles": 200}}],
      "camera": {"eye": [0, 0.25, 1.6], "target": [0, 0.1, 0]}})"));
    pause();
    wait_for_frames(4);
    const auto hear = [this](const QString& message) { said_ = message.toStdString(); };
    QObject::connect(&viewport(), &Viewport::said, hear);
    QObject::connect(&editor(), &SceneEditor::said, hear);
    QObject::connect(&window_->runs(), &RunViewer::said, hear);
  }

  std::size_t pieces() { return now()->infos->at(block).pieces; }
  std::size_t vertices() { return now()->bodies[block].positions->size(); }
  std::string undo_name() { return viewport().panels().edit.undo_name; }

  void begin_stroke(const Vec3& from, const Vec3& to) {
    press(on_screen(from), Qt::RightButton, Qt::ControlModifier);
    move(0.5 * (on_screen(from) + on_screen(to)), Qt::RightButton, Qt::ControlModifier);
    move(on_screen(to), Qt::RightButton, Qt::ControlModifier);
    wait_for_frames(1);
  }
  void stroke(const Vec3& from, const Vec3& to) {
    begin_stroke(from, to);
    release(on_screen(to), Qt::RightButton, Qt::ControlModifier);
  }
  /// From above it down to the ground before it.
  void cut_block(double x = 0) { stroke({x, 0.22, 0.075}, {x, -0.03, 0.075}); }

  static constexpr std::uint32_t block = 1, box = 2, ball = 3;
  std::string said_;
};

TEST_F(CutTest, AStrokeAcrossABodyCutsItInTwoUntilItIsUndone) {
  const auto before = now();
  ASSERT_EQ(pieces(), 1u);
  move(on_screen({0, 0.08, 0.075}));
  wait_for_frames();
  EXPECT_THAT(viewport().overlay().tip, HasSubstr("cuts it"));
  begin_stroke({0, 0.22, 0.075}, {0, -0.03, 0.075});
  ASSERT_TRUE(viewport().pointer().stroke());
  EXPECT_EQ(viewport().cursor().shape(), Qt::CrossCursor);
  EXPECT_THAT(viewport().overlay().tip, HasSubstr("cut along the line"));
  EXPECT_EQ(now()->statistics.state_hash, before->statistics.state_hash) << "before it is let go";
  release(on_screen({0, -0.03, 0.075}), Qt::RightButton, Qt::ControlModifier);
  EXPECT_FALSE(viewport().pointer().stroke());
  ASSERT_TRUE(wait_for([&] { return pieces() == 2; }));
  EXPECT_GT(vertices(), before->bodies[block].positions->size());
  EXPECT_THAT(said_, AllOf(HasSubstr("cut \"block\""), HasSubstr("Ctrl+Z")));
  wait_for_frames();
  EXPECT_EQ(undo_name(), "cut");

  // Each half on its side: the block reaches to 0.15 m on both.
  Box halves[2];
  const BodyInfo& info = now()->infos->at(block);
  for (std::size_t v = 0; v < vertices(); ++v)
    halves[info.piece_of_vertex->at(v)].include(now()->bodies[block].positions->at(v));
  for (const Box& half : halves)
    EXPECT_NEAR(half.size().x(), 0.15, 0.02) << "a node that could not be moved lies off the cut";

  key(Qt::Key_Z, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return pieces() == 1; }));
  EXPECT_EQ(now()->statistics.state_hash, before->statistics.state_hash);
  EXPECT_EQ(*now()->bodies[block].positions, *before->bodies[block].positions);
  wait_for_frames();
  EXPECT_EQ(undo_name(), "");
}

TEST_F(CutTest, CutsAreTakenBackOneByOneBeforeEdits) {
  editor().apply(set_friction(scene(), box, 0.2));
  ASSERT_TRUE(wait_for([&] { return scene().bodies[box].friction_coefficient.has_value(); }));
  wait_for_frames();
  const std::string edit = undo_name();
  ASSERT_NE(edit, "");
  cut_block(-0.05);
  ASSERT_TRUE(wait_for([&] { return pieces() == 2; }));
  cut_block(0.05);
  ASSERT_TRUE(wait_for([&] { return pieces() == 3; }));
  for (const std::size_t left : {2u, 1u}) {
    wait_for_frames();
    EXPECT_EQ(undo_name(), "cut");
    key(Qt::Key_Z, Qt::ControlModifier);
    ASSERT_TRUE(wait_for([&] { return pieces() == left; }));
    EXPECT_TRUE(scene().bodies[box].friction_coefficient.has_value());
  }
  wait_for_frames();
  EXPECT_EQ(undo_name(), edit);
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_FALSE(scene().bodies[box].friction_coefficient.has_value());
}

TEST_F(CutTest, AStepMakesACutFinal) {
  cut_block();
  ASSERT_TRUE(wait_for([&] { return pieces() == 2; }));
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return now()->cuts == 0; }));
  wait_for_frames();
  EXPECT_EQ(undo_name(), "");
  EXPECT_EQ(pieces(), 2u);
}

TEST_F(CutTest, AnEditWhileACutStandsKeepsIt) {
  key(Qt::Key_E);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
  cut_block();
  ASSERT_TRUE(wait_for([&] { return pieces() == 2; }));
  editor().apply(set_friction(scene(), block, 0.2));
  wait_for_frames(4);
  EXPECT_EQ(pieces(), 2u);
}

TEST_F(CutTest, EscapeLeavesItUncut) {
  const std::uint64_t hash = now()->statistics.state_hash;
  begin_stroke({0, 0.22, 0.075}, {0, -0.03, 0.075});
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().pointer().stroke());
  release(on_screen({0, -0.03, 0.075}), Qt::RightButton, Qt::ControlModifier);
  wait_for_frames(6);
  EXPECT_EQ(now()->statistics.state_hash, hash);
  EXPECT_EQ(now()->cuts, 0u);
  EXPECT_EQ(said_, "");
}

TEST_F(CutTest, AClickWithControlIsNoCut) {
  ASSERT_TRUE(viewport().panels().edit.selected.empty());
  click_at(on_screen({0, 0.08, 0.075}), Qt::RightButton, Qt::ControlModifier);
  wait_for_frames(4);
  EXPECT_EQ(now()->cuts, 0u);
  EXPECT_TRUE(has_widget("Body")) << "the panel of the body that is selected by it";
  EXPECT_TRUE(has_widget("menu Duplicate")) << "the menu of the body, which that panel does not close";
}

TEST_F(CutTest, AStrokeThatEndsOverABodyCutsAsFarAsItReaches) {
  const std::size_t whole = vertices();
  stroke({0, 0.22, 0.075}, {0, 0.075, 0.075});
  ASSERT_TRUE(wait_for([&] { return vertices() > whole; }));
  EXPECT_EQ(pieces(), 1u);
}

TEST_F(CutTest, WithParallelRaysToo) {
  viewport().set_orthographic(true);
  wait_for_frames();
  stroke({0, 0.3, 0.075}, {0, -0.03, 0.075});
  EXPECT_TRUE(wait_for([&] { return pieces() == 2; }));
}

TEST_F(CutTest, WhatCannotBeCutIsNamedWithTheReason) {
  stroke({0.3, 0.2, 0.05}, {0.3, -0.03, 0.05});
  EXPECT_THAT(said_, HasSubstr("only soft bodies of tetrahedra can be cut: not \"box\" (rigid)"));
  stroke({-0.3, 0.2, 0.05}, {-0.3, -0.03, 0.05});
  EXPECT_THAT(said_, HasSubstr("\"ball\" (on a lattice)"));
  stroke({0, 0.5, 0}, {0.1, 0.45, 0});
  EXPECT_THAT(said_, HasSubstr("no body"));
  wait_for_frames(4);
  EXPECT_EQ(now()->cuts, 0u);

  stroke({-0.2, 0.06, 0.075}, {0.4, 0.06, 0.075});
  EXPECT_TRUE(wait_for([&] { return pieces() == 2; })) << "the others are no hindrance";
  EXPECT_THAT(said_, AllOf(HasSubstr("cut \"block\""), HasSubstr("not \"box\" (rigid)")));
}

TEST_F(CutTest, ItIsAnInputWhileTheRunGoesOn) {
  key(Qt::Key_Space);
  ASSERT_TRUE(wait_for([&] { return now()->playing; }));
  const std::uint64_t step = now()->statistics.step;
  cut_block();
  ASSERT_TRUE(wait_for([&] { return pieces() == 2 && now()->statistics.step > step + 5; }));
  EXPECT_THAT(said_, AllOf(HasSubstr("cut \"block\""), Not(HasSubstr("Ctrl+Z"))));
  EXPECT_EQ(now()->problem, "");
  wait_for_frames();
  EXPECT_EQ(undo_name(), "");
}

TEST_F(CutTest, ARecordedRunShowsItsCutsAndTakesNoOthers) {
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
  const auto run_steps = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      const std::uint64_t step = now()->statistics.step;
      key(Qt::Key_Right);
      ASSERT_TRUE(wait_for([&] { return now()->statistics.step > step; }));
    }
  };
  run_steps(3);
  cut_block();
  ASSERT_TRUE(wait_for([&] { return pieces() == 2; }));
  run_steps(3);
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));
  bool opened = false;
  QObject::connect(window_.get(), &MainWindow::run_opened, [&opened] { opened = true; });
  key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(wait_for([&] { return opened; }));
  wait_for_frames();
  EXPECT_EQ(pieces(), 1u);
  cut_block(0.05);
  EXPECT_THAT(said_, HasSubstr("a recorded run is shown"));
  window_->runs().seek(window_->runs().playback()->last_step());
  EXPECT_TRUE(wait_for([&] { return pieces() == 2; }));
}

TEST_F(CutTest, TheStrengthIsARowOfTheBodyPanel) {
  click("body block");
  wait_for_frames(4);
  const auto strength = [&] { return now()->infos->at(block).material.tensile_strength; };
  type("material strength", "5000");
  ASSERT_TRUE(wait_for([&] { return strength() == 5000; }));
  type("material strength", "-1");
  EXPECT_THAT(refusal(), HasSubstr("tensile strength"));
  EXPECT_EQ(strength(), 5000);
  type("material strength", "never");
  ASSERT_TRUE(wait_for([&] { return !strength(); }));
  key(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(wait_for([&] { return strength() == 5000; }));
  click("body ball");
  wait_for_frames(4);
  EXPECT_FALSE(has_widget("material strength")) << "a lattice does not break";
}

} // namespace
} // namespace lamina
