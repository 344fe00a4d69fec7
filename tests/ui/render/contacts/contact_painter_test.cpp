#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/picking/pick_evidence.h"
#include "ui/render/pictures/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace lamina {
namespace {

constexpr int width = 320, height = 240;

/// Two boxes that overlap in a slab, with the pixels of all three directions.
std::shared_ptr<const Snapshot> touching_boxes() {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  Snapshot snapshot = test::snapshot_of({{box, Vec3(0, 0.45, 0), {}}, {box, Vec3(0, -0.45, 0), {}}});
  const Region region = test::plain_region(Vec3(-0.5, -0.05, -0.5), Vec3(1, 0.1, 1), {12, 4, 12});
  PairState pair = test::pixel_layer(region, 0);
  for (int axis = 1; axis < 3; ++axis)
    for (const ContactPixelPair& pixel : images_of(test::pixel_layer(region, axis).contacts).pixels)
      pair.contacts.evidence.add<ImageEvidence>().pixels.push_back(pixel);
  pair.contacts.body = {0, 1};
  snapshot.pairs.push_back(pair);
  return std::make_shared<const Snapshot>(snapshot);
}

class KeptContacts : public test::Drawing {
protected:
  void SetUp() override {
    Drawing::SetUp();
    options.quality = Quality::low;
    options.contacts = true;
  }
  Image draw(const Camera& camera) { return renderer->render(snapshot, camera, options, width, height); }
  /// The picture that somebody draws who has kept nothing.
  Image draw_anew(const Camera& camera) const {
    return OffscreenRenderer().render(*snapshot, camera, options, width, height);
  }

  std::shared_ptr<const Snapshot> snapshot = touching_boxes();
  ViewOptions options;
};

TEST_F(KeptContacts, GoToTheGpuOnceForEachSnapshotAndChoice) {
  Camera camera;
  for (int picture = 0; picture < 3; ++picture) {
    camera.orbit(0.3, 0.1);
    draw(camera);
    EXPECT_EQ(renderer->contact_uploads(), 1u);
  }
  options.contact_view = ContactView::layers;
  draw(camera);
  EXPECT_EQ(renderer->contact_uploads(), 2u);
  options.skin = SkinColour::pressure;
  draw(camera);
  EXPECT_EQ(renderer->contact_uploads(), 3u);
  snapshot = std::make_shared<const Snapshot>(*snapshot);
  draw(camera);
  draw(camera);
  EXPECT_EQ(renderer->contact_uploads(), 4u);
}

TEST_F(KeptContacts, LookLikeNewOnesFromEverySide) {
  for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers}) {
    options.contact_view = view;
    Camera camera;
    draw(camera);
    const std::uint64_t before = renderer->contact_uploads();
    camera.orbit(0.7, 0.2);
    EXPECT_EQ(draw(camera).rgba, draw_anew(camera).rgba);
    EXPECT_EQ(renderer->contact_uploads(), before);
  }
}

TEST_F(KeptContacts, StayInPlaceWhileTheCameraMovesOn) {
  CameraView view;
  view.eye = Vec3(2, 1.5, 2);
  draw(Camera(view));
  const Vec3 aside(0.21, -0.13, 0.17);
  view.eye += aside;
  view.target += aside;
  const Image kept = draw(Camera(view)), anew = draw_anew(Camera(view));
  EXPECT_EQ(renderer->contact_uploads(), 1u);
  long different = 0;
  for (std::size_t i = 0; i < kept.rgba.size(); i += 4)
    different += !std::equal(&kept.rgba[i], &kept.rgba[i] + 4, &anew.rgba[i]);
  // Corners are rounded differently in their last bits: only pixels on which an edge falls exactly may
  // differ.
  EXPECT_LT(different, width * height / 1000);
}

TEST_F(KeptContacts, AreMarkedUnderThePointerWithoutBeingMadeAgain) {
  const Camera camera;
  const Image plain = draw(camera);
  options.hovered = reference_to(PixelReference{0, 60, 1});
  const Image marked = draw(camera);
  EXPECT_NE(marked.rgba, plain.rgba);
  EXPECT_EQ(renderer->contact_uploads(), 1u);
  options.hovered.reset();
  EXPECT_EQ(draw(camera).rgba, plain.rgba);
}

TEST_F(KeptContacts, TimesOfPicturesLieWithinTheTimeThatPassed) {
  const auto before = std::chrono::steady_clock::now();
  draw(Camera());
  const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - before;
  // The picture was read back, so it is finished and its time is known.
  const std::optional<double> told = renderer->take_picture_ms();
  ASSERT_TRUE(told.has_value());
  EXPECT_GT(*told, 0);
  EXPECT_LE(*told, passed.count());
  EXPECT_FALSE(renderer->take_picture_ms().has_value());
}

TEST(ColoursOfAxes, AreThoseOfTheWorldsNearestAxesEachOnce) {
  Region region;
  using Three = std::array<std::uint8_t, 3>;
  // Turned so that the first axis lies near z, the second near x and the third near y.
  region.axes.col(0) = Vec3::UnitZ();
  region.axes.col(1) = Vec3::UnitX();
  region.axes.col(2) = Vec3::UnitY();
  region.axes = Eigen::AngleAxisd(0.2, Vec3(1, 2, 3).normalized()) * region.axes;
  EXPECT_EQ(colours_of_axes(region, true), (Three{2, 0, 1}));
  EXPECT_EQ(colours_of_axes(region, false), (Three{0, 1, 2}));
  for (int i = 0; i < 50; ++i) {
    region.axes = Eigen::AngleAxisd(0.13 * i, Vec3(1, 1, 1).normalized()).toRotationMatrix();
    Three colours = colours_of_axes(region, true);
    std::sort(colours.begin(), colours.end());
    EXPECT_EQ(colours, (Three{0, 1, 2}));
  }
}

} // namespace
} // namespace lamina
