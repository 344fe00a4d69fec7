#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/pixel_layers.h"
#include "ui/render/contacts/pixel_sizes.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/picking/pick_evidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

Region unit_region() {
  return test::plain_region(Vec3::Zero(), Vec3(1, 0.1, 1), {4, 1, 4});
}

Snapshot tiles_of(int count) {
  Snapshot snapshot;
  snapshot.settings.contact.method = "adaptive";
  snapshot.pairs.push_back(test::tile_layer(unit_region(), 1, count));
  return snapshot;
}

TEST(TileQuads, AreTheRectanglesOfTheirTiles) {
  const Snapshot snapshot = tiles_of(12);
  std::vector<Quad> quads;
  add_pixel_quads(quads, snapshot, {}, Vec3::Zero());
  const ImageEvidence& images = images_of(snapshot.pairs[0].contacts);
  ASSERT_EQ(quads.size(), 24u);
  double area = 0;
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const auto& [low, high, tile, kink] = images.extents[i / 2];
    const Vec3& column = images.pixels[i / 2].lower;
    // Seen along y, u is z and v is x.
    EXPECT_NEAR(quads[i][0].position[2], column.z() + double(low[0]), 1e-6);
    EXPECT_NEAR(quads[i][0].position[0], column.x() + double(low[1]), 1e-6);
    EXPECT_NEAR(quads[i][3].position[2], column.z() + double(high[0]), 1e-6);
    EXPECT_NEAR(quads[i][3].position[0], column.x() + double(high[1]), 1e-6);
    EXPECT_NEAR(quads[i][0].position[1], i % 2 == 0 ? 0 : 0.1, 1e-6);
    area += 0.5 * double(high[0] - low[0]) * double(high[1] - low[1]);
  }
  EXPECT_NEAR(area, 1, 1e-6);
}

TEST(TileQuads, OfOneSizeHaveOneColour) {
  const Snapshot snapshot = tiles_of(12);
  SteadySizes steady;
  const PixelSizes sizes = steady.update(snapshot);
  ViewOptions options;
  options.pixel_colour = PixelColour::size;
  std::vector<Quad> quads;
  add_pixel_quads(quads, snapshot, options, Vec3::Zero(), sizes);
  const PixelRectangles tiles(snapshot.pairs[0].contacts);
  for (std::size_t i = 0; i < 12; ++i) {
    const double side = tiles.tile_side(i);
    EXPECT_GE(side, sizes.smallest * (1 - 1e-9));
    EXPECT_LE(side, sizes.largest * (1 + 1e-9));
    for (std::size_t j = 0; j < 12; ++j) {
      const double other = tiles.tile_side(j);
      const bool alike = std::equal(quads[2 * i][0].ink, quads[2 * i][0].ink + 4, quads[2 * j][0].ink);
      const double octaves = std::abs(std::log2(side / other));
      EXPECT_TRUE(alike || octaves > 1e-6);
      EXPECT_TRUE(!alike || octaves < 0.9);
    }
  }
}

TEST(PixelSizesOf, PixelsOfARegionAreOfOneSizeADirection) {
  Snapshot snapshot;
  snapshot.pairs.push_back(
      test::pixel_layer(test::plain_region(Vec3::Zero(), Vec3(0.3, 0.3, 0.3), {10, 10, 10}), 2));
  SteadySizes steady;
  const PixelSizes sizes = steady.update(snapshot);
  // 3 cm, between steps of 1, 2, 5.
  EXPECT_NEAR(sizes.smallest, 0.02, 1e-9);
  EXPECT_NEAR(sizes.largest, 0.05, 1e-9);
  const auto inks = inks_of_sizes(sizes, snapshot.pairs[0].contacts.region);
  EXPECT_EQ(inks, (std::array<std::uint8_t, 3>{inks[0], inks[0], inks[0]}));
  EXPECT_EQ(inks[0], ink_of_size(sizes, PixelRectangles(snapshot.pairs[0].contacts).tile_side(0)));
  EXPECT_GT(inks[0], ink_of_size(sizes, sizes.smallest));
  EXPECT_LT(inks[0], ink_of_size(sizes, sizes.largest));
}

TEST(PixelSizesOf, NothingAreNone) {
  SteadySizes steady;
  EXPECT_EQ(steady.update(Snapshot{}), PixelSizes{});
  EXPECT_LT(ink_of_size({}, 1), pixel_inks);
}

TEST(PixelSizesOf, TilesAreInTheLegendWithLengths) {
  const Snapshot snapshot = tiles_of(12);
  ViewOptions options;
  options.contacts = true;
  options.pixel_colour = PixelColour::size;
  ShownScales scales;
  scales.pixel_sizes = {0.002, 0.5};
  const LegendEntry entry = legend_entries(snapshot, options, scales).front();
  EXPECT_EQ(entry.mark, LegendEntry::Mark::ramp);
  ASSERT_EQ(entry.items.size(), 2u);
  EXPECT_EQ(entry.items[0].word, "≤ 2 mm");
  EXPECT_EQ(entry.items[1].word, "50 cm");
  scales.pixel_sizes = {};
  EXPECT_EQ(legend_entries(snapshot, options, scales).front().mark, LegendEntry::Mark::none);
}

TEST(LayersOfTiles, AreCountedAlongEachColumn) {
  PairState pair = test::tile_layer(unit_region(), 1, 9);
  ImageEvidence& images = pair.contacts.evidence.add<ImageEvidence>();
  // As they come from the method: all of one pixel by depth, whatever tile they are of.
  const std::size_t count = images.pixels.size();
  for (std::size_t i = 0; i < count; ++i) {
    images.pixels[i].length = 0.02;
    images.pixels.push_back(images.pixels[i]);
    images.pixels.back().lower.y() += 0.05;
    images.extents.push_back(images.extents[i]);
  }
  const std::vector<int> layers = layers_of(pair.contacts);
  for (std::size_t i = 0; i < layers.size(); ++i)
    EXPECT_EQ(layers[i], i < count ? 0 : 2) << i;
}

TEST(LayersOfTiles, AreTheSameInAllCellsThatShareOne) {
  PairState pair = test::tile_layer(unit_region(), 1, 1);
  ImageEvidence& images = pair.contacts.evidence.add<ImageEvidence>();
  images.pixels.resize(2, images.pixels[0]);
  images.extents = {{{-0.5f, -0.5f}, {0.5f, 0.1f}, 1}, {{-0.5f, 0.1f}, {0.5f, 0.5f}, 1}};
  EXPECT_EQ(layers_of(pair.contacts), (std::vector<int>{0, 0}));
}

} // namespace
} // namespace lamina
