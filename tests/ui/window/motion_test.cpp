#include "tests/ui/window/window_test.h"
#include "ui/render/camera/camera_move.h"
#include "ui/window/preferences/desktop_theme.h"

#include <QMouseEvent>

namespace lamina {
namespace {

/// A window whose camera glides and whose hints fade, by a clock that only the test moves.
class MotionTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    pause();
    clock_s_ = viewport().panels().now_s;
    viewport().set_clock([this] { return clock_s_; });
    viewport().panels().reduced_motion = false;
    wait_for_frames();
  }

  // The window draws in what follows of a test, and the clock is a member of it.
  void TearDown() override {
    viewport().set_clock([] { return 0.0; });
    WindowTest::TearDown();
  }

  void pass(double seconds) {
    clock_s_ += seconds;
    wait_for_frames();
  }

  double clock_s_ = 0;
};

TEST_F(MotionTest, FramingGlidesThereInAFifthOfASecond) {
  viewport().camera().zoom(50);
  const double far = viewport().camera().distance();
  key(Qt::Key_F);
  EXPECT_EQ(viewport().camera().distance(), far) << "the clock has not moved";
  pass(CameraMove::duration_s / 2);
  const double halfway = viewport().camera().distance();
  EXPECT_LT(halfway, 0.9 * far);
  pass(CameraMove::duration_s / 2 + 1e-6);
  const double there = viewport().camera().distance();
  EXPECT_LT(there, 0.9 * halfway);
  pass(1);
  EXPECT_EQ(viewport().camera().distance(), there);
}

TEST_F(MotionTest, ADoubleClickGlidesToTheBody) {
  const Vec3 before = viewport().camera().target();
  double_click(on_screen(position_of(1)));
  EXPECT_EQ(viewport().camera().target(), before);
  pass(CameraMove::duration_s / 2);
  const Vec3 halfway = viewport().camera().target();
  pass(CameraMove::duration_s / 2 + 1e-6);
  // Half of the time is half of the way; the clock's seconds are rounded.
  EXPECT_LT((halfway - 0.5 * (before + viewport().camera().target())).norm(), 1e-6);
  EXPECT_GT((halfway - before).norm(), 1e-3);
  // On the surface of a box of 0.2 m about its centre.
  EXPECT_LT((viewport().camera().target() - position_of(1)).norm(), 0.18);
}

TEST_F(MotionTest, AHandOnTheMouseStopsTheGlide) {
  viewport().camera().zoom(5);
  key(Qt::Key_F);
  pass(CameraMove::duration_s / 2);
  const QPointF sky(viewport().width() / 2, 40);
  press(sky);
  const Vec3 eye = viewport().camera().eye();
  pass(1);
  EXPECT_EQ(viewport().camera().eye(), eye);
  release(sky);
}

TEST_F(MotionTest, WithReducedMotionTheCameraIsThereAtOnce) {
  viewport().panels().reduced_motion = true;
  viewport().camera().zoom(50);
  key(Qt::Key_F);
  EXPECT_LT(viewport().camera().distance(), 3);
  double_click(on_screen(position_of(1)));
  EXPECT_LT((viewport().camera().target() - position_of(1)).norm(), 0.18);
}

TEST_F(MotionTest, TheHintFadesAwayAndLetsThePointerThroughMeanwhile) {
  ASSERT_TRUE(has_widget("drag hint"));
  viewport().overlay().drag_hint = false;
  wait_for_frames();
  EXPECT_TRUE(has_widget("fading hint"));
  EXPECT_TRUE(viewport().overlay().fading);
  pass(0.1);
  EXPECT_TRUE(viewport().overlay().fading);
  const QPointF at = place_of("fading hint");
  EXPECT_FALSE(viewport().panels().rects.window_at(at.x(), at.y()));
  pass(1);
  EXPECT_FALSE(has_widget("fading hint"));
  EXPECT_FALSE(viewport().overlay().fading);
}

TEST_F(MotionTest, WithReducedMotionTheHintIsGoneAtOnce) {
  ASSERT_TRUE(has_widget("drag hint"));
  viewport().panels().reduced_motion = true;
  viewport().overlay().drag_hint = false;
  wait_for_frames();
  EXPECT_FALSE(has_widget("drag hint") || has_widget("fading hint"));
}

// What a desktop says arrives through this slot.
void desktop_says(DesktopTheme& theme, const char* group, const char* key, const QVariant& value) {
  QMetaObject::invokeMethod(&theme, "portal_changed", Q_ARG(QString, group), Q_ARG(QString, key),
                            Q_ARG(QDBusVariant, QDBusVariant(value)));
}

TEST_F(MotionTest, FollowsTheDesktopUnlessSomethingElseIsChosen) {
  DesktopTheme theme;
  EXPECT_FALSE(theme.reduced_motion());
  desktop_says(theme, "org.gnome.desktop.interface", "enable-animations", false);
  EXPECT_TRUE(theme.reduced_motion());
  theme.choose(MotionChoice::full);
  EXPECT_FALSE(theme.reduced_motion());
  theme.choose(MotionChoice::system);
  EXPECT_TRUE(theme.reduced_motion());
  desktop_says(theme, "org.gnome.desktop.interface", "enable-animations", true);
  EXPECT_FALSE(theme.reduced_motion());
  desktop_says(theme, "org.kde.kdeglobals.KDE", "AnimationDurationFactor", "0");
  EXPECT_TRUE(theme.reduced_motion());
  desktop_says(theme, "org.kde.kdeglobals.KDE", "AnimationDurationFactor", "1");
  desktop_says(theme, "org.freedesktop.appearance", "reduced-motion", 1u);
  EXPECT_TRUE(theme.reduced_motion());
  theme.choose(MotionChoice::reduced);
  desktop_says(theme, "org.freedesktop.appearance", "reduced-motion", 0u);
  EXPECT_TRUE(theme.reduced_motion());
}

} // namespace
} // namespace lamina
