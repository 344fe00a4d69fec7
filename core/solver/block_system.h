#pragma once

#include "core/body/body.h"
#include "core/solver/conjugate_gradients.h"
#include "core/solver/contact_terms.h"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace lamina {

class IndexWork;

/// The symmetric positive definite operator of an implicit step over all blocks of all bodies: the bodies'
/// own part and contact terms, never assembled. Rows of bodies that do not move (prescribed, asleep) are
/// taken out: multiply() returns zero there, so that a solve leaves the velocities it was given. Also its
/// preconditioner: the inverse of each cluster of blocks, or the body's own.
class BlockSystem final : public PreconditionedOperator {
public:
  /// Numbers the blocks of the bodies one after the other. Keeps the pointers.
  void set_bodies(std::span<Body* const> bodies);

  std::span<Body* const> bodies() const { return bodies_; }
  std::size_t size() const { return static_cast<std::size_t>(3) * blocks_; }
  std::uint32_t first_block(std::size_t body) const { return first_block_[body]; }
  Eigen::Index offset(std::size_t body) const { return 3 * static_cast<Eigen::Index>(first_block_[body]); }
  Eigen::Index length(std::size_t body) const {
    return 3 * static_cast<Eigen::Index>(bodies_[body]->block_count());
  }

  /// Calls visit(first) for where the velocity of each part of a body begins: of its nodes or bones, or its
  /// own.
  template <class Visit>
  void for_each_part(std::size_t body, const Visit& visit) const {
    const auto stride = static_cast<Eigen::Index>(3 * bodies_[body]->cluster_size());
    for (Eigen::Index at = offset(body), end = at + length(body); at < end; at += stride)
      visit(at);
  }

  /// y = M x for all bodies; zero on components that do not move.
  void multiply_inertia(const BlockVector& x, BlockVector& y) const;

  /// Removes all contact terms and sets the step. Products are made on so many threads (0: all processors).
  /// Sums are made in one order, so results do not depend on it.
  void clear_terms(double h, int threads = 1);

  /// Adds what a pair contributes; keeps the pointer until clear_terms(), and does not see later changes.
  void add_terms(const ContactTerms& terms);

  /// Adds a sample Dᵀ W D that belongs to no pair; `jacobian` has global blocks, each once, ascending.
  void add_sample(const Mat3& weight, std::span<const BlockJacobian> jacobian);

  /// y = A x, with x zero on blocks that do not move taken for granted only if `filtered`; y is zero on them
  /// if `filtered`.
  void multiply(const BlockVector& x, BlockVector& y, bool filtered) const;

  void apply(const BlockVector& x, BlockVector& y) const override { multiply(x, y, true); }

  /// Sets the components of bodies that do not move to zero, and those of clamped nodes.
  void filter(BlockVector& x) const override;

  /// Finds the diagonal clusters and factors them; to be called once the terms are complete.
  void factor_preconditioner();
  void precondition(const BlockVector& r, BlockVector& z) const override;

  /// Of the diagonal that was found last; zero for bodies that do not move.
  const Mat3& diagonal(std::uint32_t block) const { return diagonal_[matrix_of_block_[block]]; }
  /// The cluster of two that begins with a block.
  Mat6 cluster(std::uint32_t block) const;
  /// The inverse of each block's own diagonal: of what moves there alone, one over its mass.
  void get_mobilities(std::vector<Mat3>& of_block) const;

private:
  /// Blocks [block, block + size), and where its size² matrices begin.
  struct Cluster {
    std::uint32_t block, size, matrix;
  };
  /// The cluster diagonals of one body.
  std::span<Mat3> diagonal_of(std::size_t body);
  void add_contact_diagonal();
  void invert(const Cluster& cluster);
  void make_room() const;
  /// `cost` of a block: as many times that of a product.
  void for_each_item(std::size_t count, std::size_t cost, IndexWork work) const;

  std::vector<Body*> bodies_;
  std::vector<std::uint32_t> first_block_;
  std::size_t blocks_ = 0;
  double h_ = 0;
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> matrix_of_block_; ///< where the diagonal matrix of each begins
  std::vector<std::uint32_t> first_cluster_;   ///< of each body
  std::vector<Mat3> diagonal_, inverse_;       ///< cluster by cluster, row by row
  std::vector<std::uint8_t> leads_;            ///< of each block: it is the first of a cluster of two

  int threads_ = 1;
  ContactTerms own_terms_;                       ///< samples that belong to no pair
  std::vector<const ContactTerms*> groups_;      ///< in the order in which their forces are summed
  ContactTerms packed_;                          ///< those of all groups, one behind the other
  std::vector<ContactTerms::Part> parts_;        ///< of packed_, one a group
  std::vector<Mat3> contact_own_, contact_next_; ///< what contact adds to the diagonals of forces_' blocks
  mutable std::vector<Vec3> forces_;             ///< on the blocks of packed_, then on those of own_terms_
};

} // namespace lamina
