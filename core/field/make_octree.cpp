#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/field/octree_field.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace lamina::field {

/// Makes one octree field of a grid whose band is wider by a block, so that all nodes of blocks in the band
/// have their distances.
class OctreeMaker {
public:
  OctreeMaker(const DistanceField& grid, double band, const OctreeOptions& options, int threads)
      : grid_(grid), options_(options), tolerance_(static_cast<float>(options.tolerance)), threads_(threads) {
    field_.origin_ = grid.origin_;
    field_.cell_ = grid.cell_;
    field_.band_ = band;
    field_.block_counts_ = grid.block_counts_;
  }

  OctreeField make() {
    std::vector<Tree> trees(grid_.blocks_.size());
    parallel_for(trees.size(), threads_, [&](std::size_t block) {
      divide(block, trees[block]);
      refuse_if_over(bytes_ += trees[block].bytes());
    });
    gather(trees);
    // A corner hangs on larger cells alone, whose corners have their values by then.
    for (const int side : {4, 2, 1})
      parallel_for(trees.size(), threads_,
                   [&](std::size_t block) { hang_corners(field_.trees_[block], place_of(block), 8, side); });
    return std::move(field_);
  }

private:
  using Corners = OctreeField::Corners;
  static constexpr float diagonal_ = 1.7320508f; ///< of a cell of the grid
  static constexpr int side_ = DistanceField::block_side, nodes_ = DistanceField::nodes_;

  /// Of one block: as in OctreeField, with groups and leaves counted from 0.
  struct Tree {
    std::int32_t root = OctreeField::outside;
    std::vector<std::array<std::int32_t, 8>> groups;
    std::vector<Corners> leaves;

    std::size_t bytes() const {
      return sizeof root + groups.size() * sizeof groups[0] + leaves.size() * sizeof leaves[0];
    }
  };

  void refuse_if_over(std::size_t bytes) const {
    if (bytes > options_.most_bytes)
      throw InputError("a distance field as an octree of this tolerance would take more than " +
                       std::to_string(options_.most_bytes >> 20) +
                       " MB: choose a greater tolerance, fewer cells or a narrower band");
  }

  float band() const { return static_cast<float>(field_.band_ / field_.cell_); }
  const float* block_values(std::size_t block) const {
    return grid_.values_.data() +
           static_cast<std::size_t>(grid_.blocks_[block]) * DistanceField::block_values_;
  }
  static std::size_t node(const std::array<int, 3>& at) {
    return static_cast<std::size_t>((at[2] * nodes_ + at[1]) * nodes_ + at[0]);
  }
  static std::array<int, 3> corner_of(std::array<int, 3> lowest, int side, std::size_t corner) {
    for (std::size_t k = 0; k < 3; ++k)
      lowest[k] += (corner >> k & 1) != 0 ? side : 0;
    return lowest;
  }
  /// The node of the grid where a block begins.
  std::array<int, 3> place_of(std::size_t block) const {
    const auto x = static_cast<std::size_t>(grid_.block_counts_[0]),
               y = static_cast<std::size_t>(grid_.block_counts_[1]);
    return {side_ * static_cast<int>(block % x), side_ * static_cast<int>(block / x % y),
            side_ * static_cast<int>(block / (x * y))};
  }

  void divide(std::size_t block, Tree& tree) const {
    if (const std::int32_t number = grid_.blocks_[block]; number < 0)
      tree.root = number == DistanceField::inside ? OctreeField::inside : OctreeField::outside;
    else
      tree.root = divide(block_values(block), {0, 0, 0}, side_, tree);
  }

  std::int32_t divide(const float* values, const std::array<int, 3>& lowest, int side, Tree& tree) const {
    Corners corners;
    for (std::size_t c = 0; c < 8; ++c)
      corners[c] = values[node(corner_of(lowest, side, c))];
    if (!reaches_band(values, lowest, side))
      return corners[0] < 0 ? OctreeField::inside : OctreeField::outside;
    if (side == 1 || is_near(values, lowest, side, corners)) {
      tree.leaves.push_back(corners);
      return static_cast<std::int32_t>(tree.leaves.size()) - 1;
    }
    const std::size_t group = tree.groups.size();
    tree.groups.emplace_back();
    for (std::size_t c = 0; c < 8; ++c) {
      const std::int32_t child = divide(values, corner_of(lowest, side / 2, c), side / 2, tree);
      tree.groups[group][c] = child;
    }
    return OctreeField::first_children - static_cast<std::int32_t>(group);
  }

  template <class Visit>
  static bool any_node(const std::array<int, 3>& lowest, int side, const Visit& visit) {
    for (int z = 0; z <= side; ++z)
      for (int y = 0; y <= side; ++y)
        for (int x = 0; x <= side; ++x)
          if (visit(std::array{x, y, z}, node({lowest[0] + x, lowest[1] + y, lowest[2] + z})))
            return true;
    return false;
  }
  bool reaches_band(const float* values, const std::array<int, 3>& lowest, int side) const {
    return any_node(lowest, side,
                    [&](const std::array<int, 3>&, std::size_t n) { return std::abs(values[n]) < band(); });
  }
  /// Whether values between the corners are near those of all nodes of grid cells that reach into the band.
  bool is_near(const float* values, const std::array<int, 3>& lowest, int side,
               const Corners& corners) const {
    return !any_node(lowest, side, [&](const std::array<int, 3>& at, std::size_t n) {
      const Vec3 t = Vec3(at[0], at[1], at[2]) / side;
      const double error = OctreeField::between(corners, t, nullptr) - static_cast<double>(values[n]);
      return std::abs(values[n]) < band() + diagonal_ &&
             !(std::abs(error) <= static_cast<double>(tolerance_));
    });
  }

  /// Trees of all blocks, one after the other.
  void gather(const std::vector<Tree>& trees) {
    field_.blocks_ = trees.size();
    field_.trees_.resize(trees.size());
    for (std::size_t block = 0; block < trees.size(); ++block) {
      const auto leaf = static_cast<std::int32_t>(field_.values_.size()),
                 group = static_cast<std::int32_t>((field_.trees_.size() - trees.size()) / 8);
      const auto shifted = [&](std::int32_t number) {
        return number >= 0 ? number + leaf : number <= OctreeField::first_children ? number - group : number;
      };
      field_.trees_[block] = shifted(trees[block].root);
      for (const std::array<std::int32_t, 8>& children : trees[block].groups)
        for (const std::int32_t child : children)
          field_.trees_.push_back(shifted(child));
      field_.values_.insert(field_.values_.end(), trees[block].leaves.begin(), trees[block].leaves.end());
    }
  }

  /// Gives those corners of leaves of one size their values that hang on larger leaves.
  void hang_corners(std::int32_t number, const std::array<int, 3>& lowest, int side, int wanted) {
    if (number <= OctreeField::first_children && side > wanted) {
      const std::size_t group =
          field_.blocks_ + 8 * static_cast<std::size_t>(OctreeField::first_children - number);
      for (std::size_t c = 0; c < 8; ++c)
        hang_corners(field_.trees_[group + c], corner_of(lowest, side / 2, c), side / 2, wanted);
    } else if (number >= 0 && side == wanted) {
      Corners& corners = field_.values_[static_cast<std::size_t>(number)];
      for (std::size_t c = 0; c < 8; ++c)
        hang(corner_of(lowest, side, c), side, corners[c]);
    }
  }
  void hang(const std::array<int, 3>& at, int side, float& value) const {
    OctreeField::Leaf largest{{}, side, OctreeField::outside};
    for (std::size_t around = 0; around < 8; ++around) {
      std::array<int, 3> cell;
      bool exists = true;
      for (std::size_t k = 0; k < 3; ++k) {
        cell[k] = at[k] - static_cast<int>(around >> k & 1);
        exists = exists && cell[k] >= 0 && cell[k] < side_ * field_.block_counts_[k];
      }
      if (!exists)
        continue;
      const OctreeField::Leaf leaf = field_.leaf_of(cell);
      if (leaf.number >= 0 && leaf.side > largest.side)
        largest = leaf;
    }
    if (largest.number < 0)
      return;
    const Vec3 t =
        (Vec3(at[0], at[1], at[2]) - Vec3(largest.lowest[0], largest.lowest[1], largest.lowest[2])) /
        largest.side;
    value = static_cast<float>(
        OctreeField::between(field_.values_[static_cast<std::size_t>(largest.number)], t, nullptr));
  }

  const DistanceField& grid_;
  const OctreeOptions& options_;
  std::atomic<std::size_t> bytes_ = 0; ///< of all trees so far
  float tolerance_;
  int threads_;
  OctreeField field_;
};

OctreeField make_octree(const FieldSurface& surface, const FieldOptions& options,
                        const OctreeOptions& octree) {
  const double diagonal = std::sqrt(3.0) * DistanceField::block_side; // cells
  FieldOptions wider = options;
  wider.band = options.band + (diagonal + 1) / std::max(options.cells, 1);
  const DistanceField grid = make_field(surface, wider);
  const double longest = grid.cell() * std::max(options.cells, 1);
  return OctreeMaker(grid, options.band * longest, octree, options.threads).make();
}

} // namespace lamina::field
