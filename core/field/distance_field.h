#pragma once

#include "core/base/progress.h"
#include "core/math/types.h"
#include "core/mesh/mesh.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::field {

struct FieldOptions {
  int cells = 128;   ///< along the longest side of the surface's box
  double band = 0.1; ///< how far inside and outside distances are known, over that side
  int threads = 0;   ///< that make it; 0: all processors. The field is the same for any number.
  Progress progress = {};
};

/// The surface that a field is made of. Positions in m; indices of triangles lie within them.
struct FieldSurface {
  std::span<const Triangle> triangles;
  std::span<const Vec3> positions;
  bool closed = true; ///< its directed edges cancel (Surface::balanced)
  int winding_at_infinity = 0;
};

/// What a field says about a point.
struct FieldValue {
  double distance = 0;          ///< from the surface, m; negative inside
  Vec3 gradient = Vec3::Zero(); ///< of the distance; about unit, away from the solid; nought if unknown
  bool known = false;           ///< the point lies within the band; else the distance has the right sign only
};

/// Signed distances from a surface at the nodes of a regular grid, in a narrow band about it (T04 section 4).
/// Blocks of 8³ cells exist only where the band is. Distances are exact at nodes but for rounding, and
/// trilinear in cells. Signs come from winding numbers (row_signs.h).
///
///        ┌────┬────┬────┬────┐       Each block holds the nodes of its upper faces too, so that a point asks
///        │    │▒▒▒▒│▒▒▒▒│    │       one block alone.
///        ├────┼▒╱──┴──╲▒┼────┤
///        │    │╱▒      ╲│    │
///        └────┴────┴────┴────┘       ▒ band    ╱ ╲ surface
class DistanceField {
public:
  DistanceField() = default; ///< of nothing: all is outside

  FieldValue at(const Vec3& point) const;

  double cell() const { return cell_; }                                    ///< side, m
  double band() const { return band_; }                                    ///< half width, m
  const Vec3& origin() const { return origin_; }                           ///< the lowest node, m
  const std::array<int, 3>& block_counts() const { return block_counts_; } ///< along each axis
  /// Of blocks in order of x, then y, then z: the number of one that exists, or `outside` or `inside`.
  const std::vector<std::int32_t>& blocks() const { return blocks_; }
  std::size_t bytes() const; ///< of memory
  bool operator==(const DistanceField&) const = default;

  static constexpr int block_side = 8; ///< cells
  static constexpr std::int32_t outside = -1, inside = -2;

private:
  friend class FieldMaker;
  friend class OctreeMaker;
  friend class FieldFile;
  static constexpr int nodes_ = block_side + 1; ///< of a block, along each axis
  static constexpr std::size_t block_values_ = nodes_ * nodes_ * nodes_;

  Vec3 origin_ = Vec3::Zero();
  double cell_ = 0, band_ = 0;
  std::array<int, 3> block_counts_{};
  std::vector<std::int32_t> blocks_;
  std::vector<float> values_; ///< cells; of a block's nodes in order of x, y, z; block after block
};

/// Makes the field. Triangles with corners that are no numbers are left out; without others all is outside.
/// Throws InputError for a field that would take more than a gigabyte, and says which number of cells would
/// not; Cancelled where progress asks for it.
DistanceField make_field(const FieldSurface& surface, const FieldOptions& options);

} // namespace lamina::field
