#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/window/window_test.h"
#include "ui/render/picking/pick.h"

#include <QLabel>
#include <QStatusBar>

namespace lamina {
namespace {

/// A box that lies on the ground, paused, its contact pixels shown.
class PinTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    key(Qt::Key_C);
    ASSERT_TRUE(wait_for(
        [&] { return !now()->pairs.empty() && !images_of(now()->pairs[0].contacts).pixels.empty(); }));
    pause();
    wait_for_frames();
  }

  /// Where one of the pixels is, counted along the order of pixels from 0 to 1.
  QPointF pixel_place(double along = 0.5) {
    const PairContacts& contacts = now()->pairs[0].contacts;
    const ContactPixelPair& pixel =
        images_of(contacts).pixels[std::size_t(along * double(images_of(contacts).pixels.size() - 1))];
    return on_screen(pixel_position(contacts, pixel, 0));
  }

  void pin(double along = 0.5) {
    const std::size_t before = pins().pins().size();
    click_at(pixel_place(along));
    ASSERT_EQ(pins().pins().size(), before + 1);
  }

  PixelPins& pins() { return *viewport().panels().pins; }
};

TEST_F(PinTest, AClickOnAContactPixelPinsItAndItsCurveGrowsWithTheSteps) {
  move(pixel_place());
  wait_for_frames();
  EXPECT_NE(viewport().overlay().tip.find("click to pin"), std::string::npos) << viewport().overlay().tip;
  EXPECT_FALSE(has_widget("Pinned pixels"));
  pin();
  EXPECT_TRUE(has_widget("Pinned pixels"));
  EXPECT_EQ(pins().pins()[0].pin.followed, 1u) << "the box, for the ground does not move";
  ASSERT_EQ(pins().steps(0).size(), 1u);
  window_->post(Play{});
  ASSERT_TRUE(wait_for([&] { return pins().steps(0).size() > 20; }));
  pause();
  for (const PinStep& step : pins().steps(0)) {
    // A box at rest stays in contact, and no pixel of many carries all of its weight.
    ASSERT_TRUE(step.reading) << step.step;
    EXPECT_GT(step.reading->depth_m, 0);
    EXPECT_GT(step.reading->pressure_Pa, 0);
    EXPECT_LT(step.reading->share, 0.5);
  }
  EXPECT_EQ(pins().steps(0).back().step, now()->statistics.step);
}

TEST_F(PinTest, AClickDisturbsNoBodyAndSelectsNone) {
  const auto before = now();
  pin();
  EXPECT_EQ(now()->drags.size(), 0u);
  EXPECT_EQ(now()->statistics.state_hash, before->statistics.state_hash);
  EXPECT_TRUE(viewport().panels().edit.selected.empty());
}

TEST_F(PinTest, ADragThatBeginsOnAPixelPullsTheBodyAndPinsNothing) {
  const QPointF from = pixel_place(), to = from + QPointF(0, -120);
  press(from);
  for (int i = 1; i <= 10; ++i)
    move(from + (to - from) * (i / 10.0), Qt::LeftButton);
  EXPECT_TRUE(wait_for([&] { return now()->drags.size() == 1 && now()->drags[0].body == 1; }));
  release(to);
  EXPECT_TRUE(wait_for([&] { return now()->drags.empty(); }));
  EXPECT_TRUE(pins().empty());
}

TEST_F(PinTest, TheSamePixelTheCrossTheKeysAndTheNumberUnpin) {
  const QPointF place = pixel_place();
  click_at(place);
  ASSERT_FALSE(pins().empty());
  EXPECT_NE(viewport().overlay().tip.find("click to unpin"), std::string::npos) << viewport().overlay().tip;
  click_at(place);
  EXPECT_TRUE(pins().empty()) << "a click on the pixel that is pinned";
  pin();
  click("unpin 1");
  EXPECT_TRUE(pins().empty()) << "the cross in the panel";
  EXPECT_FALSE(has_widget("Pinned pixels"));
  pin(0.2);
  pin(0.8);
  key(Qt::Key_Escape);
  ASSERT_EQ(pins().pins().size(), 1u);
  EXPECT_EQ(pins().pins()[0].number, 0u) << "Escape takes the last one";
  pin(0.8);
  key(Qt::Key_U);
  EXPECT_TRUE(pins().empty());
  pin();
  for (double far = 8; far < 40 && !pins().empty(); far += 4)
    if (viewport().pixel_tool().badge_at(place.x() + far, place.y() - far))
      click_at(place + QPointF(far, -far));
  EXPECT_TRUE(pins().empty()) << "the number beside the pixel";
}

TEST_F(PinTest, GoingBackCutsTheCurveAndAResetClearsIt) {
  pin();
  const std::uint64_t first = now()->statistics.step;
  for (std::uint64_t i = 1; i <= 6; ++i) {
    key(Qt::Key_Right);
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step == first + i; }));
  }
  EXPECT_EQ(pins().steps(0).size(), 7u);
  window_->post(GoBack{first + 2});
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == first + 2; }));
  EXPECT_TRUE(wait_for([&] { return pins().steps(0).size() == 3; }));
  key(Qt::Key_Right);
  EXPECT_TRUE(wait_for([&] { return pins().steps(0).size() == 4; }));
  key(Qt::Key_Backspace);
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step == 0 && pins().steps(0).empty(); }));
  EXPECT_FALSE(pins().empty());
}

TEST_F(PinTest, ThePinIsFollowedWhileContactsAreHiddenAndForgottenWithTheScene) {
  pin();
  key(Qt::Key_C);
  ASSERT_FALSE(viewport().panels().view.contacts);
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return pins().steps(0).size() == 2; }));
  EXPECT_TRUE(pins().steps(0)[1].reading);
  key(Qt::Key_U);
  EXPECT_TRUE(wait_for([&] { return images_of(now()->pairs[0].contacts).pixels.empty(); }))
      << "pixels that nobody needs should not be copied";
  key(Qt::Key_C);
  ASSERT_TRUE(wait_for([&] { return !images_of(now()->pairs[0].contacts).pixels.empty(); }));
  wait_for_frames();
  pin();
  open_and_wait(write_box_scene("other.json", "another"));
  EXPECT_TRUE(pins().empty());
  EXPECT_FALSE(has_widget("Pinned pixels"));
}

TEST_F(PinTest, AFifthPixelIsRefusedWithTheWayOut) {
  std::size_t clicks = 0;
  for (double along = 0; along < 1 && clicks <= PixelPins::most; along += 0.02) {
    // The number beside a pin may lie over other pixels.
    move(pixel_place(along));
    wait_for_frames();
    if (viewport().overlay().tip.find("click to pin") == std::string::npos)
      continue;
    click_at(pixel_place(along));
    ++clicks;
  }
  EXPECT_EQ(clicks, PixelPins::most + 1);
  EXPECT_EQ(pins().pins().size(), PixelPins::most);
  QString said;
  for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>())
    said += label->text();
  EXPECT_TRUE(said.contains("4 pixels")) << said.toStdString();
}

TEST_F(PinTest, ThePlotOfAPinSharesTheCursorOfTheOtherPlots) {
  pin();
  window_->post(Play{});
  ASSERT_TRUE(wait_for([&] { return pins().steps(0).size() > 40; }));
  const WidgetRects::Rect* plot = viewport().panels().rects.find("pixel depth plot");
  ASSERT_NE(plot, nullptr);
  const QPointF at(double(plot->x1) - 0.05 * double(plot->x1 - plot->x0), 0.5 * double(plot->y0 + plot->y1));
  click_at(at);
  ASSERT_TRUE(wait_for([&] { return !now()->playing; }));
  wait_for_frames();
  const auto pinned = viewport().panels().cursor.pinned;
  ASSERT_TRUE(pinned);
  EXPECT_LT(*pinned, now()->statistics.step);
}

} // namespace
} // namespace lamina
