#pragma once

#include "core/contact/contact.h"
#include "ui/render/palette.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lamina {

/// One corner of a flat, lit quad, as solid.vert declares it.
struct SolidCorner {
  float position[3];
  std::int8_t normal[4];
  std::uint8_t ink[4];
};

/// Corners in the order of a strip, relative to an origin.
using SolidQuad = std::array<SolidCorner, 4>;

/// The view direction whose columns show a pair's intersection best: of those that found any, the one along
/// which the region is the shortest. Nothing if there are no pixels.
std::optional<int> solid_axis(const PairContacts& contacts);

/// Adds the outside of the intersection volume as the columns of one view direction hold it: the two ends of
/// every interval, and walls where a neighbouring column has no intersection. The surface is closed: it holds
/// exactly the sum of the intervals times the area of a pixel.
void add_volume_solid(std::vector<SolidQuad>& quads, const PairContacts& contacts, int axis,
                      const Colour& colour, const Vec3& origin);

/// Colour of a pair of bodies, the same from step to step.
Colour pair_colour(const std::array<std::uint32_t, 2>& bodies);

} // namespace lamina
