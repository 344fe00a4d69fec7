#pragma once

#include "core/contact/ldi/image_evidence.h"
#include "ui/render/overlay/palette.h"

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

/// Beyond this a picture shows no more detail.
constexpr std::size_t most_solid_quads = 1'600'000;

/// How the columns of a pair of bodies lie along one view direction, w, with u and v across: as
/// solid_quads.comp declares it.
struct SolidColumns {
  double along[9];                        ///< unit vectors u, v, w, world
  double minimum[3];                      ///< of the region along these, m
  double scale[2];                        ///< pixels a metre, along u and v
  double corner[3], step_u[3], step_v[3]; ///< m, world: the region's corner from the origin, a pixel's sides
  std::uint32_t normals[6];               ///< −u, u, −v, v, −w, w, as a corner has them
  std::uint32_t ink;                      ///< as a corner has it
  std::uint32_t axis;                     ///< the direction's number
  std::uint32_t begin, end;               ///< the pair's pixels where those of several lie together
  std::uint32_t first, unused;            ///< pixels of the pairs before it in a snapshot
};

SolidColumns solid_columns(const Region& region, int axis, const Colour& colour, const Vec3& origin);

/// The view directions, that along which a region is the shortest first.
std::array<int, 3> solid_axes(const Region& region);

/// The view direction whose columns show a pair's intersection best: of those that found any, the one along
/// which the region is the shortest. Nothing if there are no pixels.
std::optional<int> solid_axis(const PairContacts& contacts);

/// Which way a quad of a solid faces: the number of its normal in SolidColumns.
enum SolidFacing { minus_u, plus_u, minus_v, plus_v, minus_w, plus_w };

/// Adds a rectangle from a corner along two sides, unless there are too many.
void add_solid_quad(std::vector<SolidQuad>& quads, const SolidColumns& columns, const Vec3& at,
                    const Vec3& side, const Vec3& other, SolidFacing facing);

/// Adds the outside of the intersection volume as the columns of one view direction hold it. Each interval
/// has its two ends, and walls where a neighbouring column has no intersection. The surface is closed: it
/// holds exactly the sum of the intervals times the areas of their pixels.
void add_volume_solid(std::vector<SolidQuad>& quads, const PairContacts& contacts, int axis,
                      const Colour& colour, const Vec3& origin);

/// Colour of a pair of bodies, the same from step to step.
Colour pair_colour(const std::array<std::uint32_t, 2>& bodies);

} // namespace lamina
