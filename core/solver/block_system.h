#pragma once

#include "core/body/body.h"

#include <Eigen/Core>

#include <array>
#include <span>
#include <vector>

namespace lamina {

/// A rank-one term c g gᵀ with a sparse g.
struct RankOneTerm {
  double coefficient;
  Range entries; ///< into the system's entries
};

/// A block of a Jacobian that is a multiple of the identity: a node's share of a point.
struct ScalarJacobian {
  std::uint32_t block;
  double value;
};

/// A term Dᵀ W D, W symmetric 3×3, D a sparse 3×n Jacobian. Most of D are shares of nodes: kept apart, they
/// take a fifth of the memory, which is what multiplying costs.
struct SampleTerm {
  Mat3 weight;
  Range jacobian; ///< into the system's jacobians
  Range scalars;  ///< into the system's scalars
};

/// A symmetric term over four blocks at most: everything between two rigid bodies summed up.
struct DenseTerm {
  std::array<std::uint32_t, 4> block;
  Eigen::Matrix<double, 12, 12> matrix;
};

/// The symmetric positive definite operator of an implicit step over all blocks of all bodies: the bodies'
/// own part and contact terms, never assembled. Rows of prescribed bodies are taken out: multiply() returns
/// zero there, so that a solve leaves the velocities it was given. Also its preconditioner: the inverse of
/// each cluster of blocks, or the body's own.
class BlockSystem {
public:
  /// Numbers the blocks of the bodies one after the other. Keeps the pointers.
  void set_bodies(std::span<Body* const> bodies);

  std::size_t size() const { return static_cast<std::size_t>(3) * blocks_; }
  std::uint32_t first_block(std::size_t body) const { return first_block_[body]; }
  Eigen::Index offset(std::size_t body) const { return 3 * static_cast<Eigen::Index>(first_block_[body]); }
  Eigen::Index length(std::size_t body) const {
    return 3 * static_cast<Eigen::Index>(bodies_[body]->block_count());
  }

  /// y = M x for all bodies; zero on prescribed components.
  void multiply_inertia(const BlockVector& x, BlockVector& y) const;

  /// Removes all contact terms and sets the step.
  void clear_terms(double h);

  std::vector<BlockEntry> entries;      ///< global blocks
  std::vector<BlockJacobian> jacobians; ///< global blocks
  std::vector<ScalarJacobian> scalars;  ///< global blocks, each a cluster of its own
  std::vector<RankOneTerm> rank_one_terms;
  std::vector<SampleTerm> sample_terms;
  std::vector<DenseTerm> dense_terms;

  /// Adds a sample; `jacobian` has global blocks, each once, ascending.
  void add_sample(const Mat3& weight, std::span<const BlockJacobian> jacobian);

  /// y = A x, with x zero on prescribed blocks taken for granted only if `filtered`; y is zero on them if
  /// `filtered`.
  void multiply(const BlockVector& x, BlockVector& y, bool filtered) const;

  /// Sets the components of prescribed bodies to zero.
  void filter(BlockVector& x) const;

  /// Factors the diagonal clusters; to be called once the terms are complete.
  void factor_preconditioner();
  void precondition(const BlockVector& r, BlockVector& z) const;

private:
  /// Blocks [block, block + size), and where its size² matrices begin.
  struct Cluster {
    std::uint32_t block, size, matrix;
  };
  /// The cluster diagonals of one body.
  std::span<Mat3> diagonal_of(std::size_t body);
  void add_contact_diagonal();
  void invert(const Cluster& cluster);
  void add_to_cluster(std::uint32_t block_a, std::uint32_t block_b, const Mat3& m);

  std::vector<Body*> bodies_;
  std::vector<std::uint32_t> first_block_;
  std::size_t blocks_ = 0;
  double h_ = 0;
  std::vector<Cluster> clusters_;
  std::vector<std::uint32_t> cluster_of_block_;
  std::vector<std::uint32_t> first_cluster_; ///< of each body
  std::vector<Mat3> diagonal_, inverse_;     ///< cluster by cluster, row by row
};

/// What a solve took.
struct SolveReport {
  int iterations = 0;
  double residual = 0; ///< relative to the scale that was given
};

/// Preconditioned conjugate gradients for A x = b from the x given; stops when the preconditioned norm of the
/// residual is below tolerance · scale, or after max_iterations (which is reported, not an error).
SolveReport solve_conjugate_gradients(const BlockSystem& system, const BlockVector& b, double tolerance,
                                      double scale, int max_iterations, BlockVector& x);

} // namespace lamina
