#pragma once

#include "core/contact/ldi/grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

struct Stages;

/// A triangle to be drawn, and where the vector stages see its corners: units along u here, along v in a
/// DrawnHeights beside it. They lie at most narrow_limit from 0: what is farther away is moved there.
struct alignas(16) DrawnTriangle {
  std::uint32_t index; ///< of the surface's triangles
  std::array<std::int32_t, 3> u;
};
struct alignas(16) DrawnHeights {
  std::array<std::int32_t, 3> v;
  std::int32_t unused;
};

/// What one direction draws of a strip of blocks: of the lists for triangles within the region's depth, below
/// and above it, the first, to which one of the others was added. Memory that only grows; the vector stages
/// have room for a whole vector behind the last triangle.
struct DrawnStrip {
  std::size_t count = 0;               ///< drawn
  std::array<std::size_t, 3> counts{}; ///< in each list, before one was added to the first
  std::array<std::vector<DrawnTriangle>, 3> triangles;
  std::array<std::vector<DrawnHeights>, 3> heights; ///< of the same, of the vector stages

  std::span<const DrawnTriangle> all() const { return {triangles[0].data(), count}; }
};

/// The triangles of a surface that one direction draws. Of a balanced surface it draws those within the
/// region's depth and those beyond one of its two ends, whichever are fewer: the winding number is then
/// counted from that end.
struct DrawnTriangles {
  bool complete = true;    ///< nothing was left out for its depth: columns can be checked
  bool from_above = false; ///< what lies below the region was left out
  std::size_t count = 0;   ///< of all strips
};

/// Neighbouring blocks of a surface, whose triangles one thread snaps and culls.
struct SnappedStrip {
  std::size_t first_block = 0, last_block = 0; ///< [first, last) of NearPart::blocks
  std::array<DrawnStrip, 3> drawn;             ///< per direction
};

/// A surface in the units of a grid.
struct SnappedSurface {
  const Surface* surface = nullptr;
  std::array<DrawnTriangles, 3> triangles; ///< per direction: those that may cover a pixel centre
  std::size_t used_strips = 0;
  std::vector<SnappedStrip> strips; ///< those used first

  std::span<SnappedStrip> used() { return {strips.data(), used_strips}; }
  std::span<const SnappedStrip> used() const { return {strips.data(), used_strips}; }
  /// Cuts so many blocks into strips for so many threads.
  void cut(std::size_t blocks, int threads);

  std::vector<std::array<std::int64_t, 3>> units; ///< per vertex, of the plain stages
  std::vector<std::array<std::int16_t, 4>> codes; ///< memory of their culling
};

/// A pair ready to be rasterised; all memory is reused by the next pair.
struct PreparedPair {
  bool overlaps = false; ///< there is a region; nothing below counts without
  bool self = false;     ///< one body with itself: the second draws nothing
  Grid grid;
  std::array<SnappedSurface, 2> bodies;
  RegionScratch scratch;
};

/// Chooses the region and its pixels, and says in pair.scratch.near which parts of the surfaces its columns
/// can meet; false if nothing can overlap. `own_bounds` as for overlap_box.
bool choose_grid(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                 const Settings& settings, const CameraView& camera, const Stages& stages,
                 PreparedPair& pair);

/// Chooses the region and its pixels, brings both surfaces into them and leaves out the triangles that no
/// column can meet, on up to `threads` threads. `own_bounds` as for overlap_box.
void prepare_pair(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                  const Settings& settings, const CameraView& camera, const Stages& stages, int threads,
                  PreparedPair& pair);

/// The same for a body with itself (design: item 6): the region is the body's own box along the world's axes,
/// or along its own if it has such and the settings do not ask for the world's; nothing is left out, since
/// the winding number must be known everywhere.
void prepare_self(const Surface& surface, const Box& own_bounds, const Settings& settings,
                  const CameraView& camera, const Stages& stages, int threads, PreparedPair& pair);

} // namespace lamina::ldi
