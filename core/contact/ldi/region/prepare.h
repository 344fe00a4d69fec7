#pragma once

#include "core/contact/ldi/region/grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

struct RegionStages;

/// Where a triangle that a direction may see lies along it: between the ends of the region, or beyond one.
enum Part : std::size_t { within, below_region, above_region };
/// Triangles of one direction in each of these.
using PartCounts = std::array<std::size_t, 3>;

/// Up to 64 neighbouring triangles of a meshlet: a bit each.
struct DrawnBatch {
  static constexpr std::size_t size = 64;
  static constexpr std::size_t count_of(std::size_t triangles) { return (triangles + size - 1) / size; }
  std::array<std::array<std::uint64_t, 3>, 3> seen; ///< per direction and part
  std::array<std::uint64_t, 3> around_one; ///< per direction: they lie around no more than one pixel centre
};

/// Triangles to be drawn along one direction, in arrays: their indices, and where their
/// corners lie, in units.
struct TriangleRows {
  std::int32_t* index;
  std::array<std::int32_t*, 3> u, v;
};
/// The same to be read only.
struct DrawnRows {
  const std::int32_t* index;
  std::array<const std::int32_t*, 3> u, v;
};
inline DrawnRows to_be_read(const TriangleRows& rows) {
  return {rows.index, {rows.u[0], rows.u[1], rows.u[2]}, {rows.v[0], rows.v[1], rows.v[2]}};
}

/// Indices of triangles, in memory that only grows.
class TriangleList {
public:
  std::size_t count = 0;

  const std::uint32_t* begin() const { return memory_.data(); }
  /// Where so many more can be written, and a whole vector behind them.
  std::uint32_t* make_room(std::size_t more) {
    constexpr std::size_t vector = 16;
    if (memory_.size() < count + more + vector)
      memory_.resize(2 * (count + more + vector));
    return memory_.data() + count;
  }

private:
  std::vector<std::uint32_t> memory_;
};

/// Neighbouring meshlets of a surface, whose triangles one thread snaps and culls. Memory that only grows.
struct SnappedStrip {
  std::size_t first_meshlet = 0,
              last_meshlet = 0;       ///< [first, last) of CulledMeshlets::meshlets, of the pair's scratch
  std::array<PartCounts, 3> counts{}; ///< per direction: triangles that it may see

  /// Per direction and part: triangles of meshlets of which little is seen. Those that
  /// lie around no more than one pixel centre, and others.
  enum Samples : std::size_t { one, more };
  std::array<std::array<std::array<TriangleList, 2>, 3>, 3> listed;

  /// And meshlets of which more is seen than is worth listing. Their batches follow one another, and so do
  /// their vertices in `units`, of each meshlet along one axis after the other, `unit_stride(vertices)`
  /// apart.
  struct SeenMeshlet {
    std::uint32_t meshlet, batch, units; ///< the last two: where its own begin
  };
  std::vector<SeenMeshlet> meshlets;
  std::vector<DrawnBatch> batches;
  /// They lie at most narrow_limit from 0: what is farther away is moved there. Here and in lists.
  std::vector<std::int32_t> units;
  /// Whole vectors may be written behind the last vertex.
  static constexpr std::size_t unit_stride(std::size_t vertices) { return (vertices + 31) / 16 * 16; }
};

/// The triangles of a surface that one direction draws. Of a balanced surface it draws those within the
/// region's depth, and those beyond the end where they are fewer. The winding number is then counted from
/// that end.
struct DrawnTriangles {
  bool complete = true;    ///< nothing was left out for its depth: columns can be checked
  bool from_above = false; ///< what lies below the region was left out
  std::size_t count = 0;   ///< of all strips

  Part beyond() const { return from_above ? above_region : below_region; } ///< drawn beside those within
};

/// Of the triangles beyond the two ends of the region, those of the known end are drawn, or the fewer ones:
/// says so in `drawn`. `counts` are those of the three parts.
void choose_end(KnownEnds known, const PartCounts& counts, DrawnTriangles& drawn);

/// What must be done to bring positions into units: in a stretched grid nothing is subtracted at last, and
/// what is in reach need not be moved to narrow_limit.
enum class Snapping { stretched, in_reach, any };

/// A surface in the units of a grid.
struct SnappedSurface {
  const Surface* surface = nullptr;
  Snapping snapping = Snapping::any;
  std::array<DrawnTriangles, 3> triangles; ///< per direction: those that may cover a pixel centre
  std::size_t used_strips = 0;
  std::vector<SnappedStrip> strips; ///< those used first

  std::span<SnappedStrip> used() { return {strips.data(), used_strips}; }
  std::span<const SnappedStrip> used() const { return {strips.data(), used_strips}; }
  /// Cuts so many meshlets into strips for so many threads.
  void cut(std::size_t meshlets, int threads);
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
/// can meet; false if nothing can overlap. `own_bounds` as for overlap_box. `along`: the axes to be taken, or
/// null for those of the settings.
bool choose_grid(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                 const LdiSettings& settings, const CameraView& camera, const RegionStages& stages,
                 PreparedPair& pair, const Frame* along = nullptr);

/// Chooses the region and its pixels, brings both surfaces into them and leaves out the triangles that no
/// column can meet, on up to `threads` threads. `own_bounds` as for overlap_box.
void prepare_pair(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                  const LdiSettings& settings, const CameraView& camera, int threads, PreparedPair& pair);

/// Chooses the region and its pixels of a body with itself (design: item 6). The region is the body's own box
/// along the world's axes, or along its own if it has such and the settings do not ask for the world's.
/// Nothing is left out, since the winding number must be known everywhere. False if nothing can overlap.
bool choose_self_grid(const Surface& surface, const Box& own_bounds, const LdiSettings& settings,
                      const CameraView& camera, PreparedPair& pair);

/// The same, and brings the surface into them, as prepare_pair does.
void prepare_self(const Surface& surface, const Box& own_bounds, const LdiSettings& settings,
                  const CameraView& camera, int threads, PreparedPair& pair);

} // namespace lamina::ldi
