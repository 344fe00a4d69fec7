#pragma once

#include "ui/render/bodies/skin_values.h"
#include "ui/render/overlay/palette.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/view_options.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// One corner of a quad, as pixel.vert declares it; the last byte of the ink is the strength of the rim.
struct QuadCorner {
  float position[3];
  std::uint8_t ink[4];
};

/// Corners in the order of a strip, relative to an origin in the world.
using Quad = std::array<QuadCorner, 4>;

/// A colour and the strength of the rim, as a corner has them.
std::array<std::uint8_t, 4> ink_of(const Colour& colour, float rim);

/// Two million quads are 128 MB of corners; beyond that a picture shows no more detail.
constexpr std::size_t most_quads = 2'000'000;

/// Contact pixels of their true size, perpendicular to their view axis, at both crossings: x red, y green, z
/// blue (F08 Fig. 10), of the axes of their region or of those of the world that come nearest; or coloured by
/// size, on the scale `sizes`, or by kinds of kinks. Smaller where skin colours are to be seen between them.
void add_pixel_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                     const Vec3& origin, const PixelSizes& sizes = {});

/// The two quads of the pixel pointed at, as add_pixel_quads makes them, in the colour of a mark.
void add_marked_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                      const Vec3& origin);

/// The crossings of one view direction in the colours of layer_colour.
void add_layer_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options,
                     const Vec3& origin);

/// Contact pixels laid into the triangles that they lie on, each by the direction that sees its triangle
/// best, coloured by value from 0 to `top` (Pa).
void add_skin_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const SkinValues& values, double top,
                    const Vec3& origin);

/// Colour of the layer with this number, counted from 0 along the view direction.
Colour layer_colour(std::size_t layer);

/// Layers of the direction that the pairs of a snapshot have at most.
std::size_t layer_count(const Snapshot& snapshot, int axis);

/// Number of the colour of each view direction of a region. By the world's axes it is that of the axis which
/// is nearest, each axis once.
std::array<std::uint8_t, 3> colours_of_axes(const Region& region, bool world_axes);

/// Colours of x, y and z.
const std::array<Colour, 3>& axis_colours();

} // namespace lamina
