#include "tests/ui/window/window_test.h"

#include "ui/render/pick.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

TEST_F(WindowTest, PointingAtABodyNamesIt) {
  pause();
  move(on_screen(position_of(1)));
  wait_for_frames();
  EXPECT_THAT(viewport().overlay().tip, testing::HasSubstr("box"));
  EXPECT_THAT(viewport().overlay().tip, testing::HasSubstr("kg"));
}

TEST_F(WindowTest, PointingAtAContactPixelNamesBodiesTrianglesDepthAndShareOfForce) {
  key(Qt::Key_C);
  ASSERT_TRUE(wait_for([&] { return !now()->pairs.empty() && !now()->pairs[0].contacts.pixels.empty(); }));
  pause();
  wait_for_frames();
  const PairContacts& contacts = now()->pairs[0].contacts;
  move(on_screen(pixel_position(contacts, contacts.pixels[contacts.pixels.size() / 2], 1)));
  wait_for_frames();
  const std::string& tip = viewport().overlay().tip;
  for (const char* part : {"pixel:", "box △", "ground △", " mm along ", "%"})
    EXPECT_THAT(tip, testing::HasSubstr(part));
}

TEST_F(WindowTest, WhereTheResolutionDependsOnTheViewMovingTheCameraChangesIt) {
  window_->post(Event(SetSetting{"resolution_mode", std::string("view_dependent")}));
  ASSERT_TRUE(wait_for([&] { return now()->settings.resolution_mode == ResolutionMode::view_dependent; }));
  const auto columns = [&] { return now()->pairs.empty() ? 0 : now()->pairs[0].contacts.columns; };
  ASSERT_TRUE(wait_for([&] { return columns() > 0; }));
  wait_for_frames();
  viewport().camera().zoom(0.4);
  wait_for_frames();
  const std::uint64_t step = now()->statistics.step;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > step + 3; }));
  const std::uint64_t near = columns();
  viewport().camera().zoom(8);
  wait_for_frames();
  EXPECT_TRUE(wait_for([&] { return columns() < near; }));
}

TEST_F(WindowTest, ThePictureIsOpaqueWhateverIsSeenThroughInIt) {
  viewport().panels().view.contacts = true;
  viewport().panels().view.see_through = true;
  viewport().panels().view.regions = true;
  wait_for_frames();
  const QImage image = viewport().grabFramebuffer().convertToFormat(QImage::Format_ARGB32);
  for (int y = 0; y < image.height(); y += 3)
    for (int x = 0; x < image.width(); x += 3)
      ASSERT_EQ(qAlpha(image.pixel(x, y)), 255) << x << ", " << y;
}

} // namespace
} // namespace lamina
