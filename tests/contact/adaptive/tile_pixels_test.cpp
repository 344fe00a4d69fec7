#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace lamina::test {
namespace {

Settings adaptive(ContactLaw law) {
  Settings settings = whole_pair(16);
  settings.contact.method = "adaptive";
  settings.response.law = law;
  return settings;
}

Surface ground() {
  return surface_of(box_between({-1, -1, -1}, {1, 0, 1}));
}

double area_of(const PixelExtent& extent) {
  return double(extent.high[0] - extent.low[0]) * double(extent.high[1] - extent.low[1]);
}

/// Along u and v, m in the frame of the region: a contact pixel, and where its column stands.
struct PlacedPixel {
  int axis;
  std::array<double, 2> low, high, column;

  PlacedPixel(const PairContacts& pair, std::size_t index) : axis(images_of(pair).pixels[index].axis) {
    const PixelExtent extent = extent_of(pair, index);
    const Vec3 at = pair.region.axes.transpose() * images_of(pair).pixels[index].lower;
    for (std::size_t k = 0; k < 2; ++k) {
      column[k] = at[along(k)];
      low[k] = column[k] + double(extent.low[k]);
      high[k] = column[k] + double(extent.high[k]);
    }
  }
  int along(std::size_t k) const { return (axis + 1 + static_cast<int>(k)) % 3; }
};

std::vector<PlacedPixel> placed_pixels(const PairContacts& pair) {
  std::vector<PlacedPixel> placed;
  for (std::size_t i = 0; i < images_of(pair).pixels.size(); ++i)
    placed.emplace_back(pair, i);
  return placed;
}

bool are_one(const PlacedPixel& a, const PlacedPixel& b, double least) {
  for (std::size_t k = 0; k < 2; ++k)
    if (std::abs(a.low[k] - b.low[k]) > least || std::abs(a.high[k] - b.high[k]) > least)
      return false;
  return true;
}

bool are_apart(const PlacedPixel& a, const PlacedPixel& b, double least) {
  for (std::size_t k = 0; k < 2; ++k)
    if (std::min(a.high[k], b.high[k]) - std::max(a.low[k], b.low[k]) <= least)
      return true;
  return false;
}

/// By the law that sees a pair as a whole, in cells or in patches.
class TilePixels : public testing::TestWithParam<ContactLaw> {
protected:
  PairContacts of_ball() const {
    return detect(ground(), surface_of(make_sphere(0.3, 1280), {{0.1, 0.2, 0}, Quat::Identity()}),
                  adaptive(GetParam()));
  }
  /// Extents are of single precision.
  static double rounding(const PairContacts& pair) { return 1e-6 * pair.region.size.maxCoeff(); }
};

TEST_P(TilePixels, HaveTheAreasOfTheirRectangles) {
  const PairContacts pair = of_ball();
  const std::vector<ContactPixelPair>& pixels = images_of(pair).pixels;
  ASSERT_EQ(images_of(pair).extents.size(), pixels.size());
  std::set<int> sizes;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    EXPECT_NEAR(area_of(extent_of(pair, i)), pixels[i].area, 1e-5 * pixels[i].area);
    sizes.insert(static_cast<int>(std::lround(std::log2(pixels[i].area))));
  }
  EXPECT_GT(sizes.size(), 2u) << "of several sizes";
}

TEST_P(TilePixels, LieWithinTheRegionAroundTheirColumns) {
  const PairContacts pair = of_ball();
  const double least = rounding(pair);
  for (const PlacedPixel& pixel : placed_pixels(pair))
    for (std::size_t k = 0; k < 2; ++k) {
      const double begin = pair.region.minimum[pixel.along(k)];
      EXPECT_GE(pixel.low[k], begin - least);
      EXPECT_LE(pixel.high[k], begin + pair.region.size[pixel.along(k)] + least);
      // Cells share a tile, and its one column.
      if (GetParam() != ContactLaw::cells) {
        EXPECT_NEAR(pixel.low[k] + pixel.high[k], 2 * pixel.column[k], 2 * least);
      }
    }
}

TEST_P(TilePixels, AreNoLargerThanTheirTile) {
  const PairContacts pair = of_ball();
  for (std::size_t i = 0; i < images_of(pair).pixels.size(); ++i) {
    const PixelExtent extent = extent_of(pair, i);
    EXPECT_LE(area_of(extent), (1 + 1e-5) * double(extent.tile) * double(extent.tile));
  }
}

TEST_P(TilePixels, DoNotOverlap) {
  const PairContacts pair = of_ball();
  const std::vector<PlacedPixel> placed = placed_pixels(pair);
  const double least = rounding(pair);
  for (std::size_t i = 0; i < placed.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      if (placed[i].axis == placed[j].axis) {
        ASSERT_TRUE(are_apart(placed[i], placed[j], least) || are_one(placed[i], placed[j], least))
            << i << " and " << j;
      }
    }
}

TEST_P(TilePixels, FillWhatBothBodiesFill) {
  // Seen from above, every column of the region meets both boxes.
  const PairContacts pair = detect(
      ground(), surface_of(box_between({-0.25, -0.125, -0.125}, {0.25, 0.5, 0.375})), adaptive(GetParam()));
  double area = 0;
  for (std::size_t i = 0; i < images_of(pair).pixels.size(); ++i)
    area += images_of(pair).pixels[i].axis == 1 ? area_of(extent_of(pair, i)) : 0;
  EXPECT_NEAR(area, 0.25, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, TilePixels,
                         testing::Values(ContactLaw::f08, ContactLaw::cells, ContactLaw::patches));

TEST(TilePixelsOf, APairComeWithItsDetails) {
  const Surface a = ground(), b = surface_of(make_sphere(0.3, 320), {{0.1, 0.2, 0}, Quat::Identity()});
  const Settings settings = adaptive(ContactLaw::f08);
  ImageEvidence again = images_of(detect(a, b, settings));
  const std::size_t count = again.pixels.size();
  PairContacts summary = detect(a, b, settings).summary();
  ImageEvidence& light = summary.evidence.add<ImageEvidence>();
  EXPECT_TRUE(light.extents.empty());
  ASSERT_TRUE(light.take_details(again));
  EXPECT_EQ(light.extents.size(), count);
  light.clear();
  EXPECT_TRUE(light.extents.empty());
}

TEST(PixelExtentOf, PixelsOfOneSizeIsThatOfTheRegion) {
  const PairContacts pair =
      detect(surface_of(make_box({1, 1, 1})),
             surface_of(make_box({1, 1, 1}), {{0.5, 0.25, 0.75}, Quat::Identity()}), whole_pair(8));
  ASSERT_FALSE(images_of(pair).pixels.empty());
  EXPECT_TRUE(images_of(pair).extents.empty());
  for (std::size_t i = 0; i < images_of(pair).pixels.size(); ++i)
    EXPECT_NEAR(area_of(extent_of(pair, i)), images_of(pair).pixels[i].area,
                1e-6 * images_of(pair).pixels[i].area);
  EXPECT_NEAR(double(extent_of(pair, 0).tile), std::sqrt(images_of(pair).pixels[0].area), 1e-6);
}

} // namespace
} // namespace lamina::test
