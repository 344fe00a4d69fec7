#pragma once

#include "core/contact/ldi/grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

struct Stages;

/// The triangles of a surface that one direction draws. Of a balanced surface it draws those within the
/// region's depth and those beyond one of its two ends, whichever are fewer: the winding number is then
/// counted from that end.
struct DrawnTriangles {
  bool complete = true;    ///< nothing was left out for its depth: columns can be checked
  bool from_above = false; ///< what lies below the region was left out

  std::span<const std::uint32_t> indices() const { return {memory[0].data(), count}; }

  /// Memory that only grows: triangles within the region's depth, below and above it.
  std::array<std::vector<std::uint32_t>, 3> memory;
  std::size_t count = 0;
};

/// A vertex in units along the three axes, at most narrow_limit from 0: farther coordinates are moved there.
struct alignas(16) SnappedVertex {
  std::array<std::int32_t, 4> at; ///< the last is unused
};

/// A surface in the units of a grid.
struct SnappedSurface {
  const Surface* surface = nullptr;
  std::span<const Vec3> positions;         ///< in the frame of the region, m
  std::array<DrawnTriangles, 3> triangles; ///< per direction: those that may cover a pixel centre
  std::vector<Vec3> rotated;               ///< memory behind `positions` off the world's axes

  std::vector<std::array<std::int64_t, 3>> units; ///< per vertex, of the plain stages
  std::vector<std::array<std::int16_t, 4>> codes; ///< memory of their culling

  std::vector<SnappedVertex> vertices;     ///< per vertex, of the vector stages
  std::vector<std::uint32_t> packed_codes; ///< memory of their culling
};

/// A pair ready to be rasterised; all memory is reused by the next pair.
struct PreparedPair {
  bool overlaps = false; ///< there is a region; nothing below counts without
  bool self = false;     ///< one body with itself: the second draws nothing
  Grid grid;
  std::array<SnappedSurface, 2> bodies;
  ShrinkScratch shrink;
};

/// Chooses the region and its pixels, brings both surfaces into them and leaves out the triangles that no
/// column can meet. `own_bounds` as for overlap_box.
void prepare_pair(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                  const Settings& settings, const CameraView& camera, const Stages& stages,
                  PreparedPair& pair);

/// The same for a body with itself (design: item 6): the region is the body's own box along the world's axes,
/// or along its own if it has such and the settings do not ask for the world's; nothing is left out, since
/// the winding number must be known everywhere.
void prepare_self(const Surface& surface, const Box& own_bounds, const Settings& settings,
                  const CameraView& camera, const Stages& stages, PreparedPair& pair);

} // namespace lamina::ldi
