#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/window/window_test.h"

#include "ui/render/picking/pick.h"

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
  ASSERT_TRUE(
      wait_for([&] { return !now()->pairs.empty() && !images_of(now()->pairs[0].contacts).pixels.empty(); }));
  pause();
  wait_for_frames();
  const PairContacts& contacts = now()->pairs[0].contacts;
  move(on_screen(
      pixel_position(contacts, images_of(contacts).pixels[images_of(contacts).pixels.size() / 2], 1)));
  wait_for_frames();
  const std::string& tip = viewport().overlay().tip;
  for (const char* part : {"pixel:", "box △", "ground △", " mm along ", "%"})
    EXPECT_THAT(tip, testing::HasSubstr(part));
}

TEST_F(WindowTest, WhereTheResolutionDependsOnTheViewMovingTheCameraChangesIt) {
  window_->post(Event(SetSetting{"sleep", false})); // what lies asleep is found no more
  window_->post(Event(SetSetting{"resolution_mode", std::string("view_dependent")}));
  ASSERT_TRUE(wait_for(
      [&] { return now()->settings.contact.ldi.resolution_mode == ResolutionMode::view_dependent; }));
  const auto columns = [&] { return now()->pairs.empty() ? 0 : images_of(now()->pairs[0].contacts).columns; };
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

// Whether the corners of all bodies of two boxes of 0.2 m at ±0.75 m lie between the panels.
bool seen_between_panels(Viewport& viewport) {
  const FreeStrip free = free_strip(viewport.panels(), float(viewport.width()));
  for (const double x : {-0.85, -0.65, 0.65, 0.85})
    for (const double z : {-0.1, 0.1}) {
      const auto at = viewport.camera().project({x, 0.1, z}, {viewport.width(), viewport.height()});
      // A hundredth of a pixel: places of panels are single precision.
      if (!at || at->x() < free.left - 0.01 || at->x() > free.right + 0.01)
        return false;
    }
  return true;
}

TEST_F(WindowTest, BodiesAreSeenBetweenThePanelsWhenASceneOpensAndAfterF) {
  const auto box = [](const char* name, const char* x) {
    return std::string(R"({"name": ")") + name + R"(", "kind": "fixed", "position": [)" + x +
           R"(, 0.1, 0], "recipe": {"shape": "box", "x": 0.2, "y": 0.2, "z": 0.2}})";
  };
  const std::string scene = R"({"bodies": [)" + box("left", "-0.75") + ", " + box("right", "0.75") +
                            R"(], "camera": {"eye": [0, 0.5, 3], "target": [0, 0.1, 0]}})";
  window_->resize(1280, 800);
  wait_for_frames(6);
  open_and_wait(write_file("wide.json", scene));
  EXPECT_TRUE(seen_between_panels(viewport()));
  key(Qt::Key_Tab);
  open_and_wait(write_file("again.json", scene));
  // Without panels the scene is looked at just as it says.
  EXPECT_NEAR((viewport().camera().eye() - Vec3(0, 0.5, 3)).norm(), 0, 1e-9);
  key(Qt::Key_F);
  const double wide = viewport().camera().distance();
  key(Qt::Key_Tab);
  EXPECT_FALSE(seen_between_panels(viewport()));
  key(Qt::Key_F);
  EXPECT_TRUE(seen_between_panels(viewport()));
  EXPECT_GT(viewport().camera().distance(), wide);
}

} // namespace
} // namespace lamina
