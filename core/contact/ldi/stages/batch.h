#pragma once

#include "core/contact/ldi/arithmetic/fragment.h"
#include "core/contact/ldi/arithmetic/interval.h"
#include "core/contact/ldi/arithmetic/snap.h"
#include "core/contact/ldi/arithmetic/winding.h"
#include "core/contact/partition.h"

#include <cstdint>

namespace lamina::ldi {

struct DeviceTriangle {
  std::uint32_t corner[3];
};

/// Of a pair whose moments nobody wants.
inline constexpr std::uint32_t no_moments = 0xffffffffu;

/// Of a pair that leaves nothing out for what overlaps at rest.
inline constexpr std::uint32_t no_offsets = 0xffffffffu;

/// One direction's image of a pair.
struct ImageView {
  std::int32_t width, height;
  std::uint32_t first_column; ///< among the columns of the batch; row · width + pixel from there
  std::uint32_t first_shift;  ///< among the row shifts of the batch
  // Where its sums begin among those of the batch:
  std::uint32_t first_row;      ///< of rows
  std::uint32_t first_row_cell; ///< of what rows have in cells: row, then cell along the depth, then across
  std::uint32_t first_cell;     ///< of cells
};

/// A pair of surfaces as the stages see it. Of a body with itself the second counts as being everywhere.
struct PairView {
  AxisGrid axis[3];
  double axes[3][3];                ///< [from world axis][to region axis]
  double minimum[3], pixel_size[3]; ///< of the region along its axes, m
  double depth_rounder;
  double middle[3];                  ///< of the region, in the world, m
  double depth_from[3], depth_to[3]; ///< per direction: an interval counts if both ends lie between them, m
  double shortest;                   ///< of a body with itself: no longer intervals are none, m
  std::int32_t along_world;
  std::int32_t winding_at_infinity[2];
  std::uint32_t cells[3];       ///< along each axis
  std::uint32_t first_plane[3]; ///< of the cell planes of each axis, among those of the batch
  std::uint32_t first_group;    ///< 2 · cell + body from there number the gradients of the batch
  std::uint32_t first_moment;   ///< 3 · cell + direction from there its moments, or no_moments
  std::int32_t self;            ///< one body with itself
  std::uint32_t
      first_offset; ///< of its surface's first vertex, among the offsets of the batch, or no_offsets
  Partition partition;
  std::int32_t length_exponent[3], area_exponent[3]; ///< per direction: see patch_units
  ImageView image[3];
};

/// One surface of a pair.
struct PartView {
  std::uint32_t pair, body;     ///< body: 0 or 1 in its pair
  std::uint32_t first_vertex;   ///< of the surface, among the positions of the batch
  std::uint32_t first_triangle; ///< of the surface, among the triangles of the batch
  std::uint32_t triangles;      ///< how many
};

/// Triangles of a part that follow one another and may meet columns of its pair.
struct ItemRun {
  std::uint32_t pair, body;
  std::uint32_t first_vertex;   ///< of the surface, among the positions of the batch
  std::uint32_t first_triangle; ///< of the run, among the triangles of the batch
  std::uint32_t before;         ///< triangles of the surface before the run
  std::uint32_t first_item;     ///< among the items of the batch: each triangle of each run is one
};

/// All pairs of a step, in the memory of the device. Pointers refer to arrays of that memory.
struct BatchView {
  const double* positions; ///< x, y, z of all vertices of all surfaces, m
  const DeviceTriangle* triangles;
  const PairView* pairs;
  const PartView* parts; ///< two of each pair
  const ItemRun* runs;
  std::uint32_t run_count, items;
  const std::int16_t* shifts;
  const double* planes;  ///< between cells, m in the frame of their region
  const double* offsets; ///< Surface::self_offset of the surfaces that have some, m
  std::uint32_t columns;
  std::uint32_t crossing_limit;
};

/// Why a column cannot be trusted.
enum class ColumnFault : std::uint32_t { unbalanced, too_many_crossings };

} // namespace lamina::ldi
