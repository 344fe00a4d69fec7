#include "tests/ui/window/window_test.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QWheelEvent>

#include <cstdio>
#include <random>

namespace lamina {
namespace {

/// Throws mouse, wheel and keys at the viewport like a cat on the desk; the same in every run of a seed.
class Cat {
public:
  Cat(Viewport& viewport, unsigned seed) : viewport_(viewport), dice_(seed) {}

  void act() {
    switch (dice_() % 8) {
    case 0:
      button(QEvent::MouseButtonPress);
      break;
    case 1:
      button(QEvent::MouseButtonRelease);
      break;
    case 2:
      key();
      break;
    case 3:
      wheel();
      break;
    default:
      move();
    }
  }

private:
  double within(double low, double high) {
    return low + (high - low) * double(dice_()) / double(std::mt19937::max());
  }
  Qt::KeyboardModifiers modifiers() {
    constexpr Qt::KeyboardModifier some[] = {Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier,
                                             Qt::ControlModifier};
    return some[dice_() % 4];
  }
  void button(QEvent::Type type) {
    constexpr Qt::MouseButton buttons[] = {Qt::LeftButton, Qt::LeftButton, Qt::RightButton, Qt::MiddleButton};
    const Qt::MouseButton which = buttons[dice_() % 4];
    held_ = type == QEvent::MouseButtonPress ? held_ | which : held_ & ~Qt::MouseButtons(which);
    QMouseEvent event(type, at_, viewport_.mapToGlobal(at_), which, held_, modifiers());
    QApplication::sendEvent(&viewport_, &event);
  }
  void move() {
    at_ = {within(-20, viewport_.width() + 20), within(-20, viewport_.height() + 20)};
    QMouseEvent event(QEvent::MouseMove, at_, viewport_.mapToGlobal(at_), Qt::NoButton, held_, modifiers());
    QApplication::sendEvent(&viewport_, &event);
  }
  void wheel() {
    QWheelEvent event(at_, viewport_.mapToGlobal(at_), {}, {0, dice_() % 2 ? 120 : -120}, Qt::NoButton,
                      modifiers(), Qt::NoScrollPhase, false);
    QApplication::sendEvent(&viewport_, &event);
  }
  void key() {
    // Keys that open no dialog, and what one types into a field.
    constexpr Qt::Key keys[] = {Qt::Key_Space, Qt::Key_Left, Qt::Key_Right, Qt::Key_Backspace, Qt::Key_Tab,
                                Qt::Key_V,     Qt::Key_C,    Qt::Key_B,     Qt::Key_G,         Qt::Key_F,
                                Qt::Key_F3,    Qt::Key_F6,   Qt::Key_Up,    Qt::Key_Down,      Qt::Key_Escape,
                                Qt::Key_1,     Qt::Key_9,    Qt::Key_Minus, Qt::Key_Period,    Qt::Key_E,
                                Qt::Key_Return};
    QTest::keyClick(&viewport_, keys[dice_() % std::size(keys)]);
  }

  Viewport& viewport_;
  std::mt19937 dice_;
  QPointF at_{100, 100};
  Qt::MouseButtons held_ = Qt::NoButton;
};

TEST_F(WindowTest, TwoThousandRandomEventsLeaveAFiniteStateAndAWindowThatAnswers) {
  Cat cat(viewport(), 20240607);
  for (int i = 0; i < 2000; ++i) {
    cat.act();
    if (i % 20 == 0) {
      // The panels see one press a frame: on a slow machine that takes a while.
      ASSERT_TRUE(wait_for([&] { return !viewport().imgui().events_wait(); }));
      const auto snapshot = now();
      for (const BodyState& body : snapshot->bodies)
        ASSERT_TRUE(body.pose.position.allFinite() && body.pose.orientation.coeffs().allFinite() &&
                    body.velocity.allFinite())
            << "after event " << i;
    }
  }
  key(Qt::Key_Escape);
  open_and_wait(write_box_scene("after.json"));
  EXPECT_EQ(window_->latest()->bodies.size(), 2u);
}

TEST_F(WindowTest, TheViewportKeepsTurningDuringAStepThatTakesLong) {
  // Four tori, each in all others, at the finest resolution, on one thread.
  std::string tori;
  for (const char* at : {"0, 0, 0", "0.3, 0.1, 0", "0.1, 0.2, 0.1", "-0.2, 0.1, 0.1"})
    tori += std::string(tori.empty() ? "" : ", ") + R"({"name": "torus )" + at + R"(", "position": [)" + at +
            R"(], "recipe": {"shape": "torus", "radius": 0.5, "tube_radius": 0.2, "triangles": 60000}})";
  open_and_wait(write_file("slow.json", R"({"title": "slow", "settings": {"resolution": 1024, "threads": 1},
    "gravity": [0, 0, 0], "bodies": [)" + tori +
                                            "]}"));
  pause();
  const std::uint64_t before = now()->statistics.step;
  window_->post(StepOnce{});
  QElapsedTimer watch;
  watch.start();
  int drawn = 0;
  const auto counting = QObject::connect(&viewport(), &Viewport::drawn, [&] { ++drawn; });
  const QPointF sky(viewport().width() / 2, 40);
  const Vec3 eye = viewport().camera().eye();
  press(sky);
  int moves = 0;
  while (now()->statistics.step == before && watch.elapsed() < 120'000) {
    move(sky + QPointF(++moves % 100, 0), Qt::LeftButton);
    QApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
  }
  const double seconds = 1e-3 * double(watch.elapsed());
  release(sky);
  QObject::disconnect(counting);
  std::printf("a step of %.2f s: %d pictures, %.1f a second\n", now()->statistics.timings.wall / 1e3, drawn,
              drawn / seconds);
  RecordProperty("pictures_a_second", std::to_string(drawn / seconds));
  EXPECT_GT(now()->statistics.timings.wall, 200) << "this step is too quick to tell anything";
  EXPECT_GT((viewport().camera().eye() - eye).norm(), 1e-3);
  EXPECT_GE(drawn, 3);
}

} // namespace
} // namespace lamina
