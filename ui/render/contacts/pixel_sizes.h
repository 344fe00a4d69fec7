#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/overlay/shown_scales.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina {

/// A logarithmic scale of the sizes of contact pixels that holds as long as pictures look much the same.
class SteadySizes {
public:
  /// Takes in the pixels of a picture, those in the memory of a device too.
  PixelSizes update(const Snapshot& snapshot);

private:
  SteadyRange largest_, inverse_of_smallest_;
};

/// So many colours there are for contact pixels: as many as devices take.
inline constexpr std::size_t pixel_inks = 21;
/// x, y and z; from the smallest size to the largest; or by KinkKind.
std::array<std::array<std::uint8_t, 4>, pixel_inks> inks_of_pixels(PixelColour colour);

/// The ink of a size, by its side of a square, m.
std::uint8_t ink_of_size(const PixelSizes& sizes, double side);
/// The inks of the pixels of a region, for each view direction.
std::array<std::uint8_t, 3> inks_of_sizes(const PixelSizes& sizes, const Region& region);

} // namespace lamina
