#include "core/contact/adaptive/w12/error_picture.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using namespace adaptive::w12;

constexpr int resolution = 32;

struct Picture {
  Picture(const Surface& a, const Surface& b, int direction, ErrorForm form) : view(a, b, direction) {
    image.begin(view.seen(), view.plane(), resolution, false);
    draw_errors(image, resolution, form, picture);
  }
  ViewPair view;
  ErrorImage image;
  ErrorPicture picture;
};

// Eq. 9 for one size of tiles is linear in the sums, so that all pixels together are the region.
TEST(W12ErrorPicture, AddsUpToWhatTheRegionSaysOfTilesAsLargeAsItsPixels) {
  const Surface a = surface_of(make_sphere(0.5, 320)),
                b = surface_of(shifted(make_sphere(0.4, 320), {0.5, 0.2, 0.1}));
  for (int direction = 0; direction < 3; ++direction) {
    const Picture of(a, b, direction, ErrorForm::printed);
    ASSERT_EQ(of.picture.across, 32u);
    ASSERT_EQ(of.picture.errors.size(), 32u * 32u);
    double sum = 0;
    for (const float error : of.picture.errors) {
      EXPECT_GE(error, 0);
      sum += double(error);
    }
    const auto& finest = of.image.finest();
    const double whole = of.image.pixels().front().sums.error[0].at(finest.x(), finest.y(), 0);
    // Single precision, and borders of pixels that are whole units.
    EXPECT_NEAR(sum * finest.prod(), whole, 1e-5 * whole);
  }
}

// A wall at x = 0.3 of a box within a block, seen along y: v is x.
TEST(W12ErrorPicture, OfAWallIsALineOfPixels) {
  const Surface block = surface_of(box_between({-1, -1, -1}, {1, 1, 1})),
                box = surface_of(together({box_between({-0.75, -0.5, -0.75}, {0.3, 0.5, 0.75}),
                                           box_between({0.5, -0.75, -0.75}, {0.75, -0.6, 0.75})}));
  const Picture of(block, box, 1, ErrorForm::printed);
  const auto row = [](double x) { return static_cast<std::size_t>((x + 0.75) / 1.5 * resolution); };
  for (std::size_t v = 0; v < of.picture.across; ++v)
    for (std::size_t u = 1; u + 1 < of.picture.across; ++u) {
      const bool wall = v == row(0.3) || v == row(0.5);
      EXPECT_EQ(of.picture.at(u, v) > 0, wall) << u << ' ' << v;
    }
}

TEST(W12ErrorPicture, ComesWithTheContactPixelsOfW12sTilesAlone) {
  Settings settings = whole_pair(16);
  settings.contact.method = "adaptive";
  settings.contact.adaptive.error_image = resolution;
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                ball = surface_of(make_sphere(0.3, 320), {{0.1, 0.2, 0}, Quat::Identity()});
  for (const TileKind tiles : {TileKind::shadows, TileKind::w12}) {
    settings.contact.adaptive.tiles = tiles;
    const PairContacts pair = detect(ground, ball, settings);
    for (const ErrorPicture& picture : images_of(pair).error_pictures)
      EXPECT_EQ(picture.across, tiles == TileKind::w12 ? 32u : 0u);
    // They are details: what is kept of every step has none, and takes those that were found again.
    ImageEvidence again = images_of(pair);
    PairContacts summary = pair.summary();
    ImageEvidence& light = summary.evidence.add<ImageEvidence>();
    EXPECT_EQ(light.error_pictures[0].across, 0u);
    ASSERT_TRUE(light.take_details(again));
    EXPECT_EQ(light.error_pictures[0].across, tiles == TileKind::w12 ? 32u : 0u);
  }
}

} // namespace
} // namespace lamina::test
