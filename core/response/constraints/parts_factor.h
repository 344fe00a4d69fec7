#pragma once

#include "core/response/constraints/pair_constraints.h"
#include "core/solver/block_cholesky.h"
#include "core/solver/block_system.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// A + Σ Jᵀ D J over all parts of six numbers that move, rigid bodies and bones, and its sparse Cholesky
/// factors. Nodes are left out, as if they were held.
class PartsFactor {
public:
  /// Takes the bodies and cells of a step of h seconds. `system` is A with its preconditioner factored. Keeps
  /// a pointer to the pairs.
  void begin(double h, const BlockSystem& system, std::span<const PairConstraints> pairs);

  bool empty() const { return first_block_.empty(); }

  /// Factors with the slopes D of all cells, pair by pair.
  void factor(std::span<const Eigen::Matrix4d> slopes);

  /// Writes the solution for the components of r that belong to parts, and no others.
  void solve(const BlockVector& r, BlockVector& x);

private:
  struct CellPart {
    std::uint32_t part;
    CellTwistRows rows; ///< J of a cell over the part's six numbers
  };

  void find_parts(const BlockSystem& system);
  void find_cell_parts();
  void find_pattern(double h, const BlockSystem& system);
  std::uint32_t number_of(std::uint32_t a, std::uint32_t b) const;
  void add_rigid_pair(const PairConstraints& pair, std::span<const Eigen::Matrix4d> slopes);
  void add_cell(std::span<const CellPart> parts, const Eigen::Matrix4d& slope);

  std::span<const PairConstraints> pairs_;
  BlockVector free_; ///< one where the system moves, otherwise zero
  std::vector<ClusterCoupling> couplings_;
  std::vector<std::uint32_t> part_of_block_; ///< none for nodes and what does not move
  std::vector<std::uint32_t> first_block_;   ///< of each part
  std::vector<CellPart> cell_parts_;         ///< of the cells of pairs that deform, ascending by part
  std::vector<Range> parts_of_cell_;
  std::vector<BlockCholesky::Place> places_; ///< of the blocks below the diagonal, by column, then row
  std::vector<Mat6> own_, own_below_;        ///< A
  std::vector<Mat6> diagonal_, below_;
  BlockCholesky factors_;
  Eigen::VectorXd solution_;
};

} // namespace lamina
