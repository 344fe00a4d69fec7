#include "ui/render/contacts/pixel_layers.h"

#include "core/contact/ldi/image_evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace lamina {
namespace {

/// Of the region: columns of tiles that are nearer are one.
constexpr double one_column = 0x1p-24;

/// An interval of a tile, in the order of columns and depths.
struct PlacedTile {
  std::uint8_t axis;
  std::array<std::int64_t, 2> column; ///< in steps of `one_column`
  double depth;
  std::size_t pixel;

  bool operator<(const PlacedTile& other) const {
    return std::tie(axis, column, depth, pixel) <
           std::tie(other.axis, other.column, other.depth, other.pixel);
  }
  bool in_column_of(const PlacedTile& other) const { return axis == other.axis && column == other.column; }
};

PlacedTile place_tile(const Region& region, const ContactPixelPair& pixel, std::size_t number) {
  const Vec3 at = region.axes.transpose() * pixel.lower - region.minimum;
  PlacedTile placed{pixel.axis, {}, at[pixel.axis % 3], number};
  for (int k = 0; k < 2; ++k) {
    const int axis = (pixel.axis + 1 + k) % 3;
    placed.column[static_cast<std::size_t>(k)] = std::llround(at[axis] / (one_column * region.size[axis]));
  }
  return placed;
}

/// Several tiles may have the same pixel; parts of one in several cells have one column.
std::vector<int> layers_of_tiles(const Region& region, const std::vector<ContactPixelPair>& pixels) {
  std::vector<PlacedTile> placed;
  placed.reserve(pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    placed.push_back(place_tile(region, pixels[i], i));
  std::sort(placed.begin(), placed.end());
  std::vector<int> layers(pixels.size(), 0);
  for (std::size_t k = 1; k < placed.size(); ++k) {
    const PlacedTile &before = placed[k - 1], &here = placed[k];
    if (!here.in_column_of(before))
      continue;
    const bool of_another_part = here.depth == before.depth;
    layers[here.pixel] = layers[before.pixel] + (of_another_part ? 0 : 2);
  }
  return layers;
}

} // namespace

std::vector<int> layers_of(const PairContacts& contacts) {
  const ImageEvidence& images = images_of(contacts);
  const std::vector<ContactPixelPair>& pixels = images.pixels;
  if (!images.extents.empty())
    return layers_of_tiles(contacts.region, pixels);
  std::vector<int> layers(pixels.size(), 0);
  for (std::size_t i = 1; i < pixels.size(); ++i)
    if (pixels[i].axis == pixels[i - 1].axis && pixels[i].pixel == pixels[i - 1].pixel)
      layers[i] = layers[i - 1] + 2;
  return layers;
}

} // namespace lamina
