#pragma once

#include "core/response/constraints/pair_constraints.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Σ Jᵀ D J of the cells of one pair as an operator on velocities, never assembled. The rows J are laid once
/// a step; the slopes D change with each step of Newton.
class CellProducts {
public:
  /// Takes the cells of a pair. Keeps a pointer to it.
  void begin(const PairConstraints& pair);
  /// One a cell.
  void set_slopes(std::span<const Eigen::Matrix4d> slopes);

  /// The blocks of the system that cells couple, but for those of bodies that do not move.
  std::span<const std::uint32_t> blocks() const { return blocks_; }

  /// forces[i] is what the product with x has on blocks()[i].
  void multiply(const BlockVector& x, std::span<Vec3> forces) const;

  /// own[i] is what the cells add to the diagonal of blocks()[i]. Zero for parts of six numbers.
  void diagonal(std::span<Mat3> own) const;

private:
  /// Three numbers, and a fourth at hand: processors multiply and add four at once.
  using Lanes = Eigen::Vector4d;

  /// Of a node that moves by x: the opening is g·x, and the slip is s x.
  struct Node {
    Lanes opening_and_share; ///< g, s
    std::uint32_t local;
  };
  /// Of a block of a part: opening and both slips for each component.
  struct PartBlock {
    Lanes column[3];
    std::uint32_t local;
  };
  struct Cell {
    Lanes tangent[2];
    std::uint32_t nodes_end, part_blocks_end; ///< each begins where those of the cell before end
    bool active;
    Lanes slope[3]; ///< columns of D for opening and slips
  };

  /// Numbers plus one of blocks in blocks_; 0 for those that are not there. By block of both bodies, so that
  /// pairs of pieces of one large body share it.
  using Numbers = std::vector<std::uint32_t>;
  void lay_cell(const CellConstraint& cell, std::span<const PairConstraints::BlockRows> rows,
                Numbers& numbers);
  std::size_t place_of(std::uint32_t block) const;
  std::uint32_t local_of(std::uint32_t block, Numbers& numbers);
  void multiply_rigid(const BlockVector& x, std::span<Vec3> forces) const;

  const PairConstraints* pair_ = nullptr;
  std::vector<std::uint32_t> blocks_;
  std::vector<Cell> cells_;
  bool any_active_ = false; ///< of cells_
  std::vector<Node> nodes_;
  std::vector<PartBlock> part_blocks_;
  Eigen::Matrix<double, 12, 12> rigid_; ///< of two rigid bodies: the sum
};

} // namespace lamina
