#pragma once

#include "core/field/distance_field.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina::field {

/// How an octree differs from the grid that it is made of.
struct OctreeOptions {
  double tolerance = 0.1;                        ///< of distances within the band, over a cell of the grid
  std::size_t most_bytes = std::size_t{1} << 30; ///< of memory
};

/// Signed distances as DistanceField's, in cells of 1, 2, 4 or 8 grid cells: each block is an octree of its
/// own. A cell is as large as trilinear values of its corners stay within the tolerance of all nodes of the
/// grid in it, as far as these are within the band.
///
///      ┌───────┬───┬───┐
///      │       │   │   │    ● hanging corner: one of a small cell within a face or edge of a large one.
///      │       ●───┼───┤      It has the large one's value there, so that the field is continuous.
///      │       │   │   │
///      └───────┴───┴───┘
class OctreeField {
public:
  OctreeField() = default; ///< of nothing: all is outside

  FieldValue at(const Vec3& point) const;

  double cell() const { return cell_; }                                    ///< the smallest side, m
  double band() const { return band_; }                                    ///< half width, m
  const Vec3& origin() const { return origin_; }                           ///< the lowest node, m
  const std::array<int, 3>& block_counts() const { return block_counts_; } ///< along each axis
  std::size_t leaves() const { return values_.size(); }                    ///< cells with values
  std::size_t bytes() const;                                               ///< of memory
  bool operator==(const OctreeField&) const = default;

private:
  friend class OctreeMaker;
  friend class FieldFile;
  using Corners = std::array<float, 8>; ///< cells of the grid; by the bits x, y, z
  struct Leaf {
    std::array<int, 3> lowest; ///< node of the grid
    int side;                  ///< cells of the grid
    std::int32_t number;       ///< into values_; or `outside` or `inside`
  };
  /// Whether all numbers lie in what there is, and each group is reached once, by three divisions at most.
  bool is_consistent() const;
  bool reach(std::int32_t number, int side, std::size_t& groups) const;
  Leaf leaf_of(const std::array<int, 3>& cell) const;
  static double between(const Corners& corners, const Vec3& t, Vec3* slope);

  static constexpr std::int32_t outside = -1, inside = -2, first_children = -3;

  Vec3 origin_ = Vec3::Zero();
  double cell_ = 0, band_ = 0;
  std::array<int, 3> block_counts_{};
  /// First one of each block, then groups of eight children. The number of a leaf, `outside`, `inside`, or of
  /// what is divided first_children − the number of its group.
  std::vector<std::int32_t> trees_;
  std::size_t blocks_ = 0;
  std::vector<Corners> values_;
};

/// Makes the field, by way of a grid. Throws what make_field() does, and InputError for an octree that would
/// take more memory than it may.
OctreeField make_octree(const FieldSurface& surface, const FieldOptions& options,
                        const OctreeOptions& octree = {});

} // namespace lamina::field
