#include "ui/render/contacts/pixel_sizes.h"

#include "core/contact/ldi/image_evidence.h"
#include "ui/render/contacts/kink_colours.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/picking/pick_evidence.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamina {
namespace {

double side_of_pixels(const Region& region, int axis) {
  return double(extent_of_pixels(region, axis).tile);
}

/// Of the pixels, so many are smaller than the lower end of the scale.
constexpr double below_scale = 0.05;

/// Sides of squares as large as tiles, one a pixel; one a direction where they are all alike.
std::vector<double> sizes_of(const Snapshot& snapshot) {
  std::vector<double> sizes;
  const auto add = [&sizes](double side) {
    if (side > 0)
      sizes.push_back(side);
  };
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairContacts& contacts = snapshot.pairs[p].contacts;
    const ImageEvidence& images = images_of(contacts);
    const bool on_device = snapshot.device_evidence && snapshot.device_evidence->has(p);
    if (images.extents.empty()) {
      for (int axis = 0; axis < 3 && (on_device || !images.pixels.empty()); ++axis)
        add(side_of_pixels(contacts.region, axis));
      continue;
    }
    const PixelRectangles rectangles(contacts);
    for (std::size_t i = 0; i < images.pixels.size(); ++i)
      add(rectangles.tile_side(i));
  }
  return sizes;
}

} // namespace

PixelSizes SteadySizes::update(const Snapshot& snapshot) {
  std::vector<double> sizes = sizes_of(snapshot);
  if (!sizes.empty()) {
    const auto low = sizes.begin() + static_cast<std::ptrdiff_t>(below_scale * double(sizes.size()));
    std::nth_element(sizes.begin(), low, sizes.end());
    inverse_of_smallest_.update(1 / *low);
    largest_.update(*std::max_element(low, sizes.end()));
  }
  const double largest = largest_.top(), inverse = inverse_of_smallest_.top();
  return largest > 0 && inverse > 0 ? PixelSizes{1 / inverse, largest} : PixelSizes{};
}

std::array<std::array<std::uint8_t, 4>, pixel_inks> inks_of_pixels(PixelColour colour) {
  std::array<std::array<std::uint8_t, 4>, pixel_inks> inks{};
  switch (colour) {
  case PixelColour::size:
    for (std::size_t i = 0; i < pixel_inks; ++i)
      inks[i] = ink_of(ramp_colour(double(i) / (pixel_inks - 1)), 1);
    break;
  case PixelColour::reason:
    for (std::size_t i = 0; i < kink_kinds; ++i)
      inks[i] = ink_of(kink_look(KinkKind(i)).colour, 1);
    break;
  case PixelColour::region_axes:
  case PixelColour::world_axes:
    for (std::size_t i = 0; i < 3; ++i)
      inks[i] = ink_of(axis_colours()[i], 1);
    break;
  }
  return inks;
}

std::uint8_t ink_of_size(const PixelSizes& sizes, double side) {
  const double range = std::log(sizes.largest / sizes.smallest);
  if (!(sizes.smallest > 0) || !(range > 0) || !(side > 0))
    return pixel_inks - 1;
  const double share = std::clamp(std::log(side / sizes.smallest) / range, 0.0, 1.0);
  return static_cast<std::uint8_t>(std::lround(share * (pixel_inks - 1)));
}

std::array<std::uint8_t, 3> inks_of_sizes(const PixelSizes& sizes, const Region& region) {
  std::array<std::uint8_t, 3> inks{};
  for (int axis = 0; axis < 3; ++axis)
    inks[static_cast<std::size_t>(axis)] = ink_of_size(sizes, side_of_pixels(region, axis));
  return inks;
}

} // namespace lamina
