#pragma once

#include "core/body/body.h"

#include <Eigen/Core>

#include <span>
#include <vector>

namespace lamina {

/// A symmetric matrix over the bones of a tree, six numbers a bone: one block a bone, and one between each
/// bone and its parent. Eliminating from the leaves to the root fills nothing in, so that factoring and
/// solving take time in proportion to the bones. Parents come before their children.
class BoneTreeMatrix {
public:
  void set_parents(std::span<const int> parents);
  void set_zero();

  std::size_t size() const { return parents_.size(); }
  Mat6& diagonal(std::size_t bone) { return diagonal_[bone]; }
  const Mat6& diagonal(std::size_t bone) const { return diagonal_[bone]; }
  Mat6& coupling(std::size_t bone) { return coupling_[bone]; } ///< rows of the bone, columns of its parent
  const Mat6& coupling(std::size_t bone) const { return coupling_[bone]; }

  /// This += factor · other.
  void add(double factor, const BoneTreeMatrix& other);

  /// y += factor · A x.
  void add_product(double factor, const Eigen::Ref<const BlockVector>& x, Eigen::Ref<BlockVector> y) const;

  /// Turns the matrix, which must be positive definite on the bones that are not held, into its factors.
  void factor(std::span<const std::uint8_t> held);

  /// z = A⁻¹ r by the factors; zero for held bones.
  void solve(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const;

private:
  bool coupled(std::size_t bone) const;

  std::vector<int> parents_;
  std::vector<Mat6> diagonal_, coupling_; ///< after factor(): inverse pivots, and these times the coupling
  std::vector<std::uint8_t> held_;
};

} // namespace lamina
