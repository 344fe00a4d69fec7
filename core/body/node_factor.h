#pragma once

#include "core/body/body.h"
#include "core/math/symmetric_blocks.h"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The Cholesky factors of M + c K + D of a body of nodes, with D what contact adds to the diagonal. As a
/// preconditioner it leaves conjugate gradients only what couples bodies. Worth its cost where the body's own
/// matrix is so badly conditioned that inverses of single nodes take hundreds of iterations.
class NodeFactor {
public:
  /// Whether that is so: an estimate from the trace of the stiffness over the mass (1/s²) and from the
  /// damping (s), for a step of h (s). Single nodes that are stiff, as of slivers, cost few iterations.
  static bool worth_it(double stiffness_over_mass, double h, double damping);
  /// Whether a factorisation takes no more operations than iterating would, which depends on the shape: bars
  /// can have some thousand nodes, a cube a few hundred. Takes some milliseconds a thousand nodes.
  static bool affordable(const SymmetricBlocks& pattern);

  /// Another pattern comes next.
  void forget_pattern() { analysed_ = false; }
  /// Nodes that are `held` are left out. `contact` has a matrix a node.
  void factor(const SymmetricBlocks& stiffness, double factor, std::span<const double> masses,
              std::span<const Mat3> contact, std::span<const std::uint8_t> held);

  /// z = A⁻¹ r, zero where nodes are held.
  void solve(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const;

private:
  using Matrix = Eigen::SparseMatrix<double>;

  std::vector<Eigen::Triplet<double>> entries_;
  Matrix matrix_;
  Eigen::SimplicialLDLT<Matrix> factors_;
  std::vector<std::uint8_t> held_;
  bool analysed_ = false;
};

} // namespace lamina
