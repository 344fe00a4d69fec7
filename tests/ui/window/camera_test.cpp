#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/window/window_test.h"
#include "ui/panels/panel.h"

#include <cmath>

namespace lamina {
namespace {

/// The box on the ground, which stands still.
class CameraTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    pause();
    wait_for_frames();
  }

  Camera& camera() { return viewport().camera(); }
  QPointF sky() { return {0.5 * viewport().width(), 60}; }

  void click_end(int axis, bool negative) {
    for (const AxisTriad::End& end : viewport().triad().ends(camera()))
      if (end.axis == axis && end.negative == negative) {
        move(end.at);
        press(end.at);
        release(end.at);
      }
    wait_for_frames();
  }
};

TEST_F(CameraTest, HomeIsTheScenesOwnView) {
  const Vec3 eye = camera().eye(), target = camera().target();
  drag(sky(), sky() + QPointF(200, 40));
  drag(sky(), sky() + QPointF(60, 80), Qt::RightButton);
  ASSERT_GT((camera().eye() - eye).norm(), 0.1);
  key(Qt::Key_Home);
  EXPECT_EQ(camera().eye(), eye);
  EXPECT_EQ(camera().target(), target);
}

TEST_F(CameraTest, DigitsLookFromTheFrontTheSideTheTopAndBelow) {
  const Vec3 target = camera().target();
  const auto looks = [&](Qt::Key pressed, const Vec3& along) {
    key(pressed);
    EXPECT_LT((camera().forward() - along).norm(), 1e-6) << along.transpose();
    EXPECT_EQ(camera().target(), target);
  };
  looks(Qt::Key_1, -Vec3::UnitZ());
  looks(Qt::Key_1, Vec3::UnitZ());
  looks(Qt::Key_3, -Vec3::UnitX());
  looks(Qt::Key_7, -Vec3::UnitY());
  EXPECT_LT((camera().right() - Vec3::UnitX()).norm(), 1e-6);
  looks(Qt::Key_9, Vec3::UnitY());
}

TEST_F(CameraTest, AClickOnAnEndOfTheAxisTriadLooksFromThere) {
  for (int axis = 0; axis < 3; ++axis)
    for (const bool negative : {false, true}) {
      key(Qt::Key_Home);
      camera().orbit(0.6, 0.4); // so that all ends are seen apart
      wait_for_frames();
      const double distance = camera().distance();
      click_end(axis, negative);
      EXPECT_LT((camera().forward() + (negative ? -1 : 1) * Vec3::Unit(axis)).norm(), 1e-6)
          << axis << negative;
      EXPECT_EQ(camera().distance(), distance);
    }
  EXPECT_TRUE(viewport().panels().edit.selected.empty()) << "a click there selects nothing";
}

TEST_F(CameraTest, InAnOrthographicPictureWhatIsUnderThePointerIsPulled) {
  key(Qt::Key_5);
  ASSERT_TRUE(camera().orthographic());
  EXPECT_GT(std::abs(camera().projection_matrix({8, 8}, {0, 1})(3, 3)), 0.5);
  move(on_screen(position_of(1)));
  wait_for_frames();
  EXPECT_EQ(viewport().overlay().tip.substr(0, 3), "box");
  key(Qt::Key_5);
  EXPECT_FALSE(camera().orthographic());
}

TEST_F(CameraTest, TheMouseDoesNotTakeTheEyeBelowTheFloorUnlessItWasAskedToBeThere) {
  for (int i = 0; i < 4; ++i)
    drag(sky(), sky() + QPointF(0, -50)); // so that one would look up
  EXPECT_TRUE(camera().is_above(0));
  key(Qt::Key_9);
  ASSERT_FALSE(camera().is_above(0));
  drag(sky(), sky() + QPointF(40, 20));
  EXPECT_FALSE(camera().is_above(0)) << "asked for";
  key(Qt::Key_Home);
  EXPECT_TRUE(camera().is_above(0));
}

TEST_F(CameraTest, TheSceneIsInTheMiddleOfWhatThePanelsLeaveFree) {
  camera().centre_on(position_of(1));
  const auto expect_middle = [&](const char* when) {
    wait_for_frames();
    const FreeStrip free = free_strip(viewport().panels(), float(viewport().width()));
    const double middle = 0.5 * double(free.left + free.right);
    EXPECT_NEAR(on_screen(position_of(1)).x(), middle, 0.1) << when;
    // The front of the box, which one looks at straight, has one colour.
    ASSERT_TRUE(wait_for([&] { return viewport().settled(); }));
    const QImage picture = viewport().grabFramebuffer();
    const int y = int(on_screen(position_of(1)).y()) + 12; // below what is written in the middle
    const QColor colour = picture.pixelColor(int(middle), y);
    const auto alike = [&](int x) {
      const QColor here = picture.pixelColor(x, y);
      return std::abs(here.red() - colour.red()) + std::abs(here.green() - colour.green()) +
                 std::abs(here.blue() - colour.blue()) <
             40;
    };
    int from = int(middle), to = from;
    while (from > 0 && alike(from - 1))
      --from;
    while (to + 1 < picture.width() && alike(to + 1))
      ++to;
    ASSERT_GT(to - from, 40) << when;
    EXPECT_NEAR(0.5 * (from + to + 1), middle, 2) << when;
  };
  expect_middle("with panels");
  EXPECT_GT(camera().lens_shift(), 0.05) << "the panels are on the left";
  const QPointF edge = place_of("left column edge");
  drag(edge, edge + QPointF(60, 0));
  expect_middle("with a wider column");
  key(Qt::Key_Tab);
  expect_middle("without panels");
  EXPECT_EQ(camera().lens_shift(), 0);
  key(Qt::Key_Tab);
  wait_for_frames();

  // What comes with a selection takes the picture aside only when all is to be seen.
  const double shift = camera().lens_shift();
  click_at(on_screen(position_of(1)));
  wait_for_frames();
  ASSERT_TRUE(has_widget("body name"));
  EXPECT_EQ(camera().lens_shift(), shift);
  key(Qt::Key_F);
  wait_for_frames();
  const FreeStrip free = free_strip(viewport().panels(), float(viewport().width()));
  EXPECT_NEAR(on_screen(camera().target()).x(), 0.5 * double(free.left + free.right), 0.1);
  EXPECT_LT(camera().lens_shift(), shift);
  key(Qt::Key_Escape);
  wait_for_frames();
  EXPECT_EQ(camera().lens_shift(), shift);
}

TEST_F(CameraTest, ASplitViewGivesBackTheCameraThatItTook) {
  const Vec3 eye = camera().eye(), target = camera().target();
  const auto compare = [&](bool on) {
    key(Qt::Key_M);
    ASSERT_TRUE(wait_for([&] { return (now()->beside != nullptr) == on; }));
    wait_for_frames();
  };
  // Near enough that the box does not fit between the panels of a half.
  camera().zoom(0.45);
  const Vec3 near = camera().eye();
  compare(true);
  const double taken = camera().distance();
  ASSERT_GT(taken, 1.05 * (near - target).norm());
  compare(false);
  EXPECT_EQ(camera().eye(), near);
  EXPECT_EQ(camera().target(), target);

  // Whoever has looked around meanwhile keeps the direction.
  compare(true);
  camera().orbit(0.5, 0.1);
  const Vec3 forward = camera().forward();
  compare(false);
  EXPECT_LT((camera().forward() - forward).norm(), 1e-9);
  EXPECT_NEAR(camera().distance(), (near - target).norm(), 1e-9);
  EXPECT_NE(eye, near);
}

} // namespace
} // namespace lamina
