#include "core/body/node_factor.h"

namespace lamina {

namespace {

/// Inverses of single nodes take about as many iterations as the square root of the ratio of the stiffest
/// motion to the softest, so a few hundred beyond this.
constexpr double badly_conditioned = 1e4;

} // namespace

bool NodeFactor::worth_it(double stiffness_over_mass, double h, double damping) {
  return h * (h + damping) * stiffness_over_mass > badly_conditioned;
}

void NodeFactor::factor(const SymmetricBlocks& stiffness, double factor, std::span<const double> masses,
                        std::span<const Mat3> contact, std::span<const std::uint8_t> held) {
  entries_.clear();
  held_.assign(held.begin(), held.end());
  const auto add = [this](std::size_t a, std::size_t b, const Mat3& block) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        if (const std::size_t i = 3 * a + static_cast<std::size_t>(row),
            j = 3 * b + static_cast<std::size_t>(column);
            i >= j)
          entries_.emplace_back(static_cast<int>(i), static_cast<int>(j), block(row, column));
  };
  for (std::size_t i = 0; i < masses.size(); ++i)
    add(i, i,
        held_[i] ? Mat3(Mat3::Identity())
                 : Mat3(masses[i] * Mat3::Identity() + factor * stiffness.diagonal(i) + contact[i]));
  // The pattern stays, whoever is held.
  stiffness.for_each_upper([&](std::size_t a, std::size_t b, const Mat3& block) {
    add(b, a, held_[a] || held_[b] ? Mat3(Mat3::Zero()) : Mat3(factor * block.transpose()));
  });
  const auto size = static_cast<Eigen::Index>(3 * masses.size());
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries_.begin(), entries_.end());
  if (!analysed_)
    factors_.analyzePattern(matrix_);
  analysed_ = true;
  factors_.factorize(matrix_);
}

void NodeFactor::solve(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const {
  z = factors_.solve(r);
  for (std::size_t i = 0; i < held_.size(); ++i)
    if (held_[i])
      z.segment<3>(3 * static_cast<Eigen::Index>(i)).setZero();
}

} // namespace lamina
