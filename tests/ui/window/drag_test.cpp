#include "tests/ui/window/window_test.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace lamina {
namespace {

TEST_F(WindowTest, DraggingABodyMovesItTheWayTheMouseWent) {
  const Vec3 start = position_of(1);
  const QPointF from = on_screen(start), to = from + QPointF(150, -170);
  press(from);
  for (int i = 1; i <= 10; ++i) {
    move(from + (to - from) * (i / 10.0), Qt::LeftButton);
    wait_for_frames(1);
  }
  // Looking along −z, right in the picture is +x and up is +y.
  EXPECT_TRUE(wait_for(
      [&] { return position_of(1).x() > start.x() + 0.05 && position_of(1).y() > start.y() + 0.03; }));
  EXPECT_TRUE(!now()->drags.empty());
  release(to);
  EXPECT_TRUE(wait_for([&] { return now()->drags.empty(); }));
}

TEST_F(WindowTest, TheSpringIsThereWithThePressAndGoesWithThePointer) {
  pause();
  const QPointF from = on_screen(position_of(1));
  press(from);
  // No event has been handled since, and no snapshot come.
  ASSERT_TRUE(viewport().pointer().hand());
  EXPECT_EQ(viewport().pointer().hand()->grabbed, viewport().pointer().hand()->target);
  move(from + QPointF(60, -60), Qt::LeftButton);
  const QPointF end = on_screen(viewport().pointer().hand()->target);
  EXPECT_NEAR(end.x(), from.x() + 60, 1);
  EXPECT_NEAR(end.y(), from.y() - 60, 1);
  release(from);
  EXPECT_FALSE(viewport().pointer().hand());
}

TEST_F(WindowTest, TheGrabbedPointComesToTheMouseAndStaysThere) {
  const QPointF from = on_screen(position_of(1)), to = from + QPointF(-120, -150);
  press(from);
  move(from + QPointF(-60, -60), Qt::LeftButton);
  move(to, Qt::LeftButton);
  // A spring of 2 Hz hangs through by g/ω² = 6 cm, some 30 pixels here, under the body that swings on it.
  const auto near_the_mouse = [&] {
    const auto snapshot = now();
    const QPointF off =
        !snapshot->drags.empty() ? on_screen(snapshot->drags[0].grabbed) - to : QPointF(1e3, 1e3);
    return std::abs(off.x()) < 30 && off.y() > 0 && off.y() < 60;
  };
  EXPECT_TRUE(wait_for(near_the_mouse));
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 100 && near_the_mouse(); }));
  release(to);
}

TEST_F(WindowTest, ShiftPullsInDepth) {
  const Vec3 start = position_of(1);
  const QPointF from = on_screen(start);
  press(from);
  for (int i = 1; i <= 10; ++i)
    move(from + QPointF(0, -20 * i), Qt::LeftButton, Qt::ShiftModifier);
  // Looking along −z, farther away is towards −z; a mouse way of 200 of 700 pixels and more leaves no doubt.
  EXPECT_TRUE(
      wait_for([&] { return !now()->drags.empty() && now()->drags[0].target.z() < start.z() - 0.2; }));
  EXPECT_TRUE(wait_for([&] { return position_of(1).z() < start.z() - 0.05; }));
  release(from);
}

TEST_F(WindowTest, ControlTurnsABodyTheWayTheMouseRollsIt) {
  const QPointF from = on_screen(position_of(1));
  press(from);
  move(from + QPointF(0, -150), Qt::LeftButton); // lifts it from the ground first
  ASSERT_TRUE(wait_for([&] { return position_of(1).y() > 0.2; }));
  for (int i = 1; i <= 10; ++i)
    move(from + QPointF(8 * i, -150), Qt::LeftButton, Qt::ControlModifier);
  // 80 pixels to the right at 0.01 rad each, about the axis that points up: the front goes to the right.
  EXPECT_TRUE(wait_for([&] {
    const Vec3 front = now()->bodies[1].pose.orientation * Vec3::UnitZ();
    return front.x() > 0.4 && front.x() < 0.9;
  }));
  release(from);
}

TEST_F(WindowTest, BoxedBodiesAreSelectedAndDraggedTogetherUntilForgotten) {
  open_and_wait(write_file("pair.json", R"({"title": "pair", "bodies": [
    {"name": "a", "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}, "position": [-0.2, 0.3, 0]},
    {"name": "b", "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}, "position": [0.2, 0.3, 0]}],
    "gravity": [0, 0, 0], "camera": {"eye": [0, 0.3, 2], "target": [0, 0.3, 0]}})"));
  const QPointF a = on_screen(position_of(0)), b = on_screen(position_of(1));
  press(a - QPointF(60, 60), Qt::LeftButton, Qt::ShiftModifier);
  move(b + QPointF(60, 60), Qt::LeftButton, Qt::ShiftModifier);
  release(b + QPointF(60, 60));
  EXPECT_EQ(viewport().panels().edit.selected.bodies(), (std::vector<std::uint32_t>{0, 1}));

  press(a);
  move(a + QPointF(0, -40), Qt::LeftButton);
  EXPECT_TRUE(wait_for([&] { return position_of(0).y() > 0.33 && position_of(1).y() > 0.33; }));
  EXPECT_EQ(now()->drags.size(), 2u);
  release(a);
  key(Qt::Key_Escape);
  EXPECT_TRUE(viewport().panels().edit.selected.empty());
}

TEST_F(WindowTest, OrbitingMovesTheCameraAndNoBody) {
  pause();
  const auto before = now();
  const Vec3 eye = viewport().camera().eye();
  const double distance = viewport().camera().distance();
  const QPointF sky(viewport().width() / 2, 40);
  drag(sky, sky + QPointF(120, 30));
  EXPECT_GT((viewport().camera().eye() - eye).norm(), 0.1);
  EXPECT_NEAR(viewport().camera().distance(), distance, 1e-9);
  EXPECT_FALSE(!now()->drags.empty());
  EXPECT_EQ(now()->statistics.state_hash, before->statistics.state_hash);
  EXPECT_EQ(position_of(1), before->bodies[1].pose.position);
}

TEST_F(WindowTest, AFixedBodyIsNotGrabbed) {
  pause();
  const Vec3 eye = viewport().camera().eye();
  const QPointF ground = on_screen(Vec3(0.18, 0, 0.3)); // between the panels
  drag(ground, ground + QPointF(-80, 0));
  EXPECT_GT((viewport().camera().eye() - eye).norm(), 0.05) << "dragging the ground should orbit";
}

TEST_F(WindowTest, RightDragPansWithThePointer) {
  const Vec3 target = viewport().camera().target();
  const QPointF middle(viewport().width() / 2, 60);
  const QPointF before = on_screen(target);
  drag(middle, middle + QPointF(70, 40), Qt::RightButton);
  const QPointF after = on_screen(target);
  // What lies at the target's depth follows the pointer; a pixel for rounding of the mouse.
  EXPECT_NEAR(after.x() - before.x(), 70, 1);
  EXPECT_NEAR(after.y() - before.y(), 40, 1);
}

TEST_F(WindowTest, TheWheelZoomsTowardsWhatIsUnderThePointer) {
  const double before = viewport().camera().distance();
  const QPointF at(viewport().width() / 2, viewport().height() / 2);
  QWheelEvent event(at, viewport().mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&viewport(), &event);
  EXPECT_LT(viewport().camera().distance(), 0.9 * before);
}

TEST_F(WindowTest, ADoubleClickPutsABodyAtTheCentre) {
  pause();
  double_click(on_screen(position_of(1)));
  // On the surface of a box of 0.2 m about its centre.
  EXPECT_LT((viewport().camera().target() - position_of(1)).norm(), 0.18);
}

TEST_F(WindowTest, TheHintOnDraggingGoesAwayForGoodOnceABodyWasDragged) {
  EXPECT_TRUE(has_widget("drag hint"));
  const QPointF from = on_screen(position_of(1));
  drag(from, from + QPointF(40, -40));
  wait_for_frames();
  EXPECT_FALSE(has_widget("drag hint"));
  window_->close();
  make_window();
  open_and_wait(write_box_scene("again.json"));
  EXPECT_FALSE(has_widget("drag hint"));
}

} // namespace
} // namespace lamina
