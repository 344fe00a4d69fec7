#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/window/window_test.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

TEST_F(WindowTest, AResolutionTypedInThePanelChangesTheColumnsOfTheNextStep) {
  ASSERT_TRUE(wait_for([&] { return !now()->pairs.empty(); }));
  pause();
  const std::uint64_t before = images_of(now()->pairs[0].contacts).columns;
  const std::uint64_t step = now()->statistics.step;
  const int resolution = now()->settings.contact.ldi.resolution;
  type("resolution", std::to_string(2 * resolution));
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 2 * resolution; }));
  EXPECT_EQ(now()->statistics.step, step) << "typing must not step";
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == step + 1; }));
  // Of the two boxes' flat region: one image of the whole face, and two with four pixels across.
  const auto columns = [](int along) { return static_cast<std::uint64_t>(along * along + 2 * along * 4); };
  EXPECT_EQ(before, columns(resolution));
  EXPECT_EQ(images_of(now()->pairs[0].contacts).columns, columns(2 * resolution));
}

TEST_F(WindowTest, AValueOutOfRangeIsRefusedWithTheRange) {
  const int before = now()->settings.contact.ldi.resolution;
  type("resolution", "99999");
  EXPECT_EQ(now()->settings.contact.ldi.resolution, before);
  const std::string refusal = viewport().panels().edits.refusal("resolution", viewport().panels().now_s);
  EXPECT_THAT(refusal, testing::HasSubstr("1024"));
  type("resolution", "20");
  EXPECT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 20; }));
  EXPECT_EQ(viewport().panels().edits.refusal("resolution", viewport().panels().now_s), "");
}

TEST_F(WindowTest, ASliderDraggedToItsRightEndGivesTheLargestValueAndTheMarkTheDefault) {
  pause(); // steps at 1024² take their time
  const WidgetRects::Rect slider = *viewport().panels().rects.find("resolution slider");
  const double y = 0.5 * double(slider.y0 + slider.y1);
  drag({double(slider.x0) + 6, y}, {double(slider.x1) + 20, y});
  EXPECT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 1024; }))
      << now()->settings.contact.ldi.resolution;
  wait_for_frames();
  click("resolution reset");
  EXPECT_TRUE(
      wait_for([&] { return now()->settings.contact.ldi.resolution == Settings().contact.ldi.resolution; }));
}

TEST_F(WindowTest, UpAndDownStepTheNumberInAField) {
  const int before = now()->settings.contact.ldi.resolution;
  click("resolution");
  ASSERT_TRUE(wait_for([&] { return viewport().imgui().wants_text(); }));
  key(Qt::Key_Up);
  EXPECT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == before + 1; }));
  key(Qt::Key_Down);
  EXPECT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == before; }));
}

TEST_F(WindowTest, AChoiceFromAListActs) {
  show_all_contact_settings();
  click("resolution_mode");
  click("resolution_mode=pixel_size");
  EXPECT_TRUE(
      wait_for([&] { return now()->settings.contact.ldi.resolution_mode == ResolutionMode::pixel_size; }));
  wait_for_frames();
  EXPECT_TRUE(has_widget("pixel_size"));
  EXPECT_FALSE(has_widget("resolution"));
}

TEST_F(WindowTest, ThePresetOfThePaperSetsItsLaw) {
  show_all_contact_settings();
  click("preset f08");
  EXPECT_TRUE(wait_for([&] { return now()->settings.response.law == ContactLaw::f08; }));
  click("preset default");
  EXPECT_TRUE(wait_for([&] { return now()->settings == Settings(); }));
}

TEST_F(WindowTest, APressAndAReleaseBetweenTwoFramesAreBothSeen) {
  pause();
  const std::uint64_t before = now()->statistics.step;
  const QPointF at = place_of("step");
  move(at);
  wait_for_frames();
  press(at);
  release(at);
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step == before + 1; }));
}

TEST_F(WindowTest, AClickOnAPanelReachesNoBodyBehindIt) {
  const Vec3 eye = viewport().camera().eye();
  const WidgetRects::Rect panel = *viewport().panels().rects.find("View");
  drag({double(panel.x0) + 12, double(panel.y1) - 4}, {double(panel.x1) + 100, double(panel.y1) - 4});
  EXPECT_EQ(viewport().camera().eye(), eye);
  EXPECT_FALSE(!now()->drags.empty());
}

TEST_F(WindowTest, AClickOnAPlotPausesOnThatStepAndOneCanGoBackToIt) {
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 60; }));
  give_room("Energy");
  const WidgetRects::Rect* plot = viewport().panels().rects.find("energy plot");
  ASSERT_NE(plot, nullptr);
  // The newest step is at the right edge and 512 fit: this is some steps back.
  const QPointF at(double(plot->x1) - 0.05 * double(plot->x1 - plot->x0), 0.5 * double(plot->y0 + plot->y1));
  move(at);
  wait_for_frames();
  press(at);
  release(at);
  ASSERT_TRUE(wait_for([&] { return !now()->playing; }));
  wait_for_frames();
  const auto pinned = viewport().panels().cursor.pinned;
  ASSERT_TRUE(pinned.has_value());
  EXPECT_LT(*pinned, now()->statistics.step);
  // Steps that came between the click and the pause moved the plot on under the pointer.
  move({0.5 * viewport().width(), 0.5 * viewport().height()});
  wait_for_frames();
  click("energy go there");
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step == *pinned; }));
}

} // namespace
} // namespace lamina
