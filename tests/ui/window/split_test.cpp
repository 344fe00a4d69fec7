#include "tests/ui/window/window_test.h"
#include "ui/panels/split_view.h"

#include <QAction>

#include <cmath>

namespace lamina {
namespace {

/// The box on the ground under two methods, side by side.
class SplitTest : public WindowTest {
protected:
  void begin() {
    key(Qt::Key_M);
    ASSERT_TRUE(wait_for([&] { return now()->beside != nullptr; }));
    wait_for_frames();
  }
  void choose(const std::string& method_and_backend) {
    click("compared");
    click("compared=" + method_and_backend);
  }
  SplitView split() {
    const auto there = split_view(viewport().panels(), float(viewport().width()));
    EXPECT_TRUE(there);
    return there.value_or(SplitView{});
  }
  /// Where a point of the world is in one of the halves.
  QPointF in_half(const Vec3& point, bool second) {
    const SplitView halves = split();
    const auto at =
        viewport().camera().project(point, {int(std::lround(halves.picture)), viewport().height()});
    EXPECT_TRUE(at);
    return at ? QPointF(at->x() + double(second ? halves.second : 0), at->y()) : QPointF();
  }
  Vec3 beside_position() { return now()->beside->bodies[1].pose.position; }
  /// How much the picture differs from the colour of its sky within 40 pixels about a place.
  static bool shows_something(const QImage& picture, QPointF at) {
    int differing = 0;
    for (int y = -20; y < 20; ++y)
      for (int x = -20; x < 20; ++x) {
        const QRgb here = picture.pixel(int(at.x()) + x, int(at.y()) + y),
                   sky = picture.pixel(int(at.x()), 100);
        differing += std::abs(qRed(here) - qRed(sky)) + std::abs(qBlue(here) - qBlue(sky)) > 60;
      }
    return differing > 800;
  }
};

TEST_F(SplitTest, MComparesAndEndsItAgain) {
  begin();
  EXPECT_EQ(now()->settings.contact.method, "ldi");
  EXPECT_NE(now()->beside->settings.contact.method, "ldi");
  EXPECT_TRUE(has_widget("split left") && has_widget("split right"));
  const std::weak_ptr<const Snapshot> beside = now()->beside;
  key(Qt::Key_M);
  EXPECT_TRUE(wait_for([&] { return !now()->beside; }));
  wait_for_frames();
  EXPECT_FALSE(has_widget("split left") || has_widget("split right"));
  EXPECT_TRUE(wait_for([&] { return beside.expired(); })) << "nothing of the second simulation stays";
}

TEST_F(SplitTest, BothAreAtTheSameStepAndBeginAlike) {
  pause();
  begin();
  EXPECT_EQ(now()->beside->statistics.state_hash, now()->statistics.state_hash);
  EXPECT_EQ(*now()->beside->overlap_m3, *now()->overlap_m3);
  const std::uint64_t step = now()->statistics.step;
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == step + 1; }));
  EXPECT_EQ(now()->beside->statistics.step, step + 1);
  key(Qt::Key_Backspace);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
  EXPECT_EQ(now()->beside->statistics.step, 0u);
  EXPECT_EQ(now()->beside->statistics.state_hash, now()->statistics.state_hash);
}

TEST_F(SplitTest, TheMethodOfTheSecondHalfIsChosenAboveIt) {
  begin();
  choose("raytraced cpu");
  ASSERT_TRUE(
      wait_for([&] { return now()->beside && now()->beside->settings.contact.method == "raytraced"; }));
  EXPECT_EQ(now()->settings.contact.method, "ldi");
  // The panels are of the first, and the second follows in all but the method.
  type("resolution", "24");
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 24; }));
  EXPECT_EQ(now()->beside->settings.contact.ldi.resolution, 24);
  EXPECT_EQ(now()->beside->settings.contact.method, "raytraced");
  EXPECT_TRUE(wait_for([&] { return now()->beside->statistics.rays > 0; }));
}

// The box lies on the ground nearer than the method keeps it, which a given stiffness need not bear gently.
TEST_F(SplitTest, WhatTheSecondMethodDoesNotDoIsSaidUntilItIsRead) {
  window_->post(SetSetting{"stiffness_source", std::string("given")});
  begin();
  choose("raytraced cpu");
  ASSERT_TRUE(
      wait_for([&] { return now()->beside && now()->beside->settings.contact.method == "raytraced"; }));
  ASSERT_TRUE(wait_for([&] { return !has_widget("limits"); }));
  choose("proximity cpu");
  ASSERT_TRUE(wait_for([&] { return now()->beside && now()->beside->method_limits.size() == 1; }));
  ASSERT_TRUE(wait_for([&] { return has_widget("limits"); }));
  click("limits");
  EXPECT_TRUE(wait_for([&] { return !has_widget("limits"); }));
}

TEST_F(SplitTest, ADragInEitherHalfPullsBothBodies) {
  begin();
  for (const bool second : {false, true}) {
    ASSERT_TRUE(wait_for([&] { return position_of(1).y() < 0.105 && beside_position().y() < 0.105; }));
    const QPointF from = in_half(second ? beside_position() : position_of(1), second);
    press(from);
    for (int i = 1; i <= 10; ++i) {
      move(from + QPointF(0, -14.0 * i), Qt::LeftButton);
      wait_for_frames(1);
    }
    EXPECT_TRUE(wait_for([&] { return position_of(1).y() > 0.15 && beside_position().y() > 0.15; }))
        << "half " << second;
    EXPECT_EQ(now()->drags.size(), 1u);
    EXPECT_EQ(now()->beside->drags.size(), 1u);
    release(from + QPointF(0, -140));
    EXPECT_TRUE(wait_for([&] { return now()->drags.empty() && now()->beside->drags.empty(); }));
    window_->post(Event(Reset{}));
  }
}

TEST_F(SplitTest, OneCameraLooksAtBoth) {
  pause();
  begin();
  const Vec3 eye = viewport().camera().eye();
  const SplitView halves = split();
  const QPointF sky(double(halves.middle + 0.5f * halves.visible()), 200);
  drag(sky, sky + QPointF(60, 20));
  EXPECT_GT((viewport().camera().eye() - eye).norm(), 0.05);
  const QImage picture = viewport().grabFramebuffer();
  for (const bool second : {false, true})
    EXPECT_TRUE(shows_something(picture, in_half(position_of(1), second))) << "half " << second;
}

TEST_F(SplitTest, ADragThatBeganInTheSecondHalfStaysThereWhenItLeavesIt) {
  begin();
  const QPointF from = in_half(beside_position(), true);
  press(from);
  const QPointF to = from - QPointF(double(split().middle) * 0.5, 60);
  move(to, Qt::LeftButton);
  wait_for_frames();
  ASSERT_TRUE(wait_for([&] { return !now()->drags.empty() && now()->drags[0].target.x() < -0.1; }));
  EXPECT_EQ(now()->drags[0].target, now()->beside->drags[0].target);
  release(to);
}

TEST_F(SplitTest, WhatCannotBeMadeIsALineInItsHalf) {
  window_->post(CompareWith{"raytraced", "abacus"});
  ASSERT_TRUE(wait_for([&] { return now()->beside && !now()->beside->problem.empty(); }));
  wait_for_frames();
  EXPECT_TRUE(has_widget("compared problem"));
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 5; }));
  // An empty half takes the mouse without harm.
  const SplitView halves = split();
  const QPointF middle(double(halves.middle + 0.5f * halves.visible()), 300);
  drag(middle, middle + QPointF(20, 20));
  choose("proximity cpu");
  EXPECT_TRUE(wait_for([&] { return now()->beside->problem.empty() && !now()->beside->bodies.empty(); }));
}

TEST_F(SplitTest, APictureShowsBothHalvesAndRecordingIsOfTheLeft) {
  begin();
  wait_for_frames();
  const QImage picture = viewport().picture();
  // Without panels each half's middle is a quarter of the width from its edge.
  const QPointF target(0.25 * picture.width(), 0.5 * picture.height());
  EXPECT_TRUE(shows_something(picture, target + QPointF(0, 20)));
  EXPECT_TRUE(shows_something(picture, target + QPointF(0.5 * picture.width(), 20)));
  give_room("Record");
  EXPECT_TRUE(has_widget("records left"));
}

TEST_F(SplitTest, AnotherSceneIsComparedToo) {
  begin();
  open_and_wait(write_box_scene("other.json", "other"));
  EXPECT_TRUE(wait_for([&] { return now()->beside && now()->beside->bodies.size() == 2; }));
  EXPECT_EQ(now()->beside->statistics.step, now()->statistics.step);
}

} // namespace
} // namespace lamina
