#include "tests/ui/window/window_test.h"

#include "ui/render/picking/pick.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace lamina {
namespace {

using testing::HasSubstr;

/// A soft ball on the ground and a rigid box beside it.
class DeformingBodies : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    open_and_wait(write_file("soft.json", R"({"title": "soft", "bodies": [
      {"name": "ground", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 4}},
      {"name": "ball", "kind": "soft", "lattice_cells": 5, "self_contact": false, "density": 100,
       "material": {"young_modulus": 50000}, "position": [0, 0.11, 0],
       "recipe": {"shape": "sphere", "radius": 0.1, "triangles": 500}},
      {"name": "box", "position": [0.35, 0.05, 0], "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}}],
      "camera": {"eye": [0, 0.4, 1.5], "target": [0.1, 0.15, 0]}})"));
  }

  bool has_inside() { return now()->bodies[ball].inside != nullptr; }
  bool comes_to_have_inside(bool wanted) {
    return wait_for([&] {
      viewport().redraw();
      return has_inside() == wanted;
    });
  }
  void choose_skin(const std::string& name) {
    click("view skin");
    click("view skin=" + name);
  }

  static constexpr std::uint32_t ball = 1, box = 2;
};

TEST_F(DeformingBodies, InsidesAreAskedForOnlyWhileAViewNeedsThem) {
  EXPECT_FALSE(has_inside());
  give_room("View");
  click("view inside");
  EXPECT_TRUE(comes_to_have_inside(true));
  click("view inside");
  EXPECT_TRUE(comes_to_have_inside(false));
  choose_skin("strain");
  EXPECT_TRUE(comes_to_have_inside(true));
  pause();
  wait_for_frames();
  const auto& legend = viewport().panels().legend;
  ASSERT_FALSE(legend.empty());
  ASSERT_EQ(legend[0].text, "strain");
  EXPECT_THAT(legend[0].items.back().word, HasSubstr("%"));
  choose_skin("plain");
  EXPECT_TRUE(comes_to_have_inside(false)) << "also while paused";
}

TEST_F(DeformingBodies, AreFoundUnderThePointerWhereTheyAreNow) {
  const Vec3 at = position_of(ball);
  const QPointF start = on_screen(at);
  press(start);
  move(start + QPointF(-60, -200), Qt::LeftButton);
  // Its radius is 0.1, and it may come nearer to the eye: so far above it is clear of where it was.
  ASSERT_TRUE(wait_for([&] { return position_of(ball).y() - at.y() > 0.18; }));
  pause();
  release(start + QPointF(-60, -200));
  wait_for_frames();
  const std::vector<Vec3>& surface = *now()->bodies[ball].positions;
  Vec3 middle = Vec3::Zero();
  for (const Vec3& position : surface)
    middle += position / double(surface.size());
  move(on_screen(middle));
  wait_for_frames();
  EXPECT_THAT(viewport().overlay().tip, HasSubstr("ball  ·  soft  ·  "));
  EXPECT_THAT(viewport().overlay().tip, HasSubstr("kg"));
  move(start);
  wait_for_frames();
  EXPECT_THAT(viewport().overlay().tip, testing::Not(HasSubstr("ball"))) << "where it was";
}

TEST_F(DeformingBodies, ARegionIsHeldAndTurningItWithControlDoesNoHarm) {
  const QPointF from = on_screen(position_of(ball));
  press(from);
  move(from + QPointF(0, -160), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return !now()->drags.empty() && position_of(ball).y() > 0.15; }));
  const auto held = now();
  const std::vector<HeldNode>& nodes = held->drags[0].held;
  ASSERT_GT(nodes.size(), 1u);
  double firmest = 0;
  for (const HeldNode& node : nodes) {
    EXPECT_GT(node.share, 0);
    firmest = std::max(firmest, node.share);
    EXPECT_LT((node.position - held->drags[0].grabbed).norm(), 0.3) << "near the hand";
  }
  EXPECT_EQ(firmest, 1);
  EXPECT_GT(held->drags[0].force_N, 0);

  const std::uint64_t step = now()->statistics.step;
  for (int i = 1; i <= 10; ++i)
    move(from + QPointF(8 * i, -160), Qt::LeftButton, Qt::ControlModifier);
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 20; }));
  EXPECT_EQ(now()->problem, "");
  EXPECT_GT(position_of(ball).y(), 0.1);
  release(from);
  EXPECT_TRUE(wait_for([&] { return now()->drags.empty(); }));
}

TEST_F(DeformingBodies, AreDraggedTogetherWithOthersThatWereBoxed) {
  const QPointF a = on_screen(position_of(ball)), b = on_screen(position_of(box));
  const QPointF margin(70, 70);
  press(QPointF(a.x() - 90, std::min(a.y(), b.y()) - 150), Qt::LeftButton, Qt::ShiftModifier);
  move(QPointF(b.x(), std::max(a.y(), b.y())) + margin, Qt::LeftButton, Qt::ShiftModifier);
  release(QPointF(b.x(), std::max(a.y(), b.y())) + margin);
  EXPECT_EQ(viewport().panels().edit.selected.bodies(), (std::vector<std::uint32_t>{ball, box}));
  // The panel of what is selected comes, and the picture glides to where it covers nothing.
  wait_for_frames();
  ASSERT_TRUE(wait_for([&] { return !viewport().gliding(); }));
  const QPointF held = on_screen(position_of(ball));
  press(held);
  move(held + QPointF(0, -160), Qt::LeftButton);
  EXPECT_TRUE(wait_for([&] { return position_of(ball).y() > 0.15 && position_of(box).y() > 0.1; }));
  EXPECT_EQ(now()->drags.size(), 2u);
  release(held);
}

TEST_F(DeformingBodies, FollowTheirHandlesAtTheStart) {
  pause();
  key(Qt::Key_E);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
  give_room("View");
  click("view inside");
  ASSERT_TRUE(comes_to_have_inside(true));
  const QPointF at = on_screen(position_of(ball));
  press(at);
  release(at);
  ASSERT_TRUE(wait_for([&] { return viewport().panels().edit.selected.primary() == ball; }));
  wait_for_frames(4);
  const auto handles = viewport().edit_tool().handles({viewport().width(), viewport().height()});
  ASSERT_TRUE(handles.has_value());
  const QPointF tip = on_screen(handles->tip(1));
  const Vec3 surface = now()->bodies[ball].positions->front(),
             node = now()->bodies[ball].inside->nodes.front();
  press(tip);
  move(tip + QPointF(0, -60), Qt::LeftButton);
  wait_for_frames();
  const BodyState& shown = viewport().panels().snapshot->bodies[ball];
  const Vec3 shift = shown.positions->front() - surface;
  EXPECT_GT(shift.y(), 0.02);
  EXPECT_NEAR(shift.x(), 0, 1e-12);
  EXPECT_NEAR((shown.inside->nodes.front() - node - shift).norm(), 0, 1e-12);
  const std::uint64_t revision = now()->scene_revision;
  release(tip + QPointF(0, -60));
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > revision; }));
  EXPECT_NEAR((now()->bodies[ball].positions->front() - surface - shift).norm(), 0, 1e-9);
}

} // namespace
} // namespace lamina
