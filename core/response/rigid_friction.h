#pragma once

#include "core/response/friction_law.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The friction samples of a pair of rigid bodies, kept as arrays so that several are summed at once, by the
/// vectors of whatever processor runs this: sums are the same to the last bit on all of them.
class RigidFriction {
public:
  /// Takes the places where the bodies rub, relative to `origin` (world, m).
  void begin(const PairContacts& contacts, const Vec3& origin, const RowsOfPixels& rows,
             const Settings& settings, double coefficient);

  /// Σ s Jᵀ(I − nnᵀ)J over the samples, N·s/m and so on: J = [I, −[r]×] takes the relative twist (linear,
  /// angular; b less a) at the origin to the middle of the place. Taking both forces at the middle keeps
  /// them on one line, so angular momentum is conserved. `pressures` (Pa): one a row, and 0 for none.
  Eigen::Matrix<double, 6, 6> sum(const Eigen::Matrix<double, 6, 1>& twist, std::span<const double> pressures,
                                  const Settings& settings) const;

  static constexpr std::size_t lanes = 8;

  /// Samples that are summed together; those that fill up the last group have base 0.
  struct alignas(64) Group {
    double nx[lanes], ny[lanes], nz[lanes], rx[lanes], ry[lanes], rz[lanes], base[lanes];
    std::uint32_t rows[2][lanes]; ///< of the two ends; the last row presses nothing
  };

private:
  std::vector<Group> groups_; ///< room of earlier steps is kept
  std::size_t count_ = 0;     ///< of groups in use
};

} // namespace lamina
