#pragma once

#include "core/response/friction_law.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// The friction samples of a pair of rigid bodies, kept as arrays so that several are summed at once.
class RigidFriction {
public:
  /// Takes the pixel pairs of different bodies, relative to `origin` (world, m).
  void begin(const PairContacts& contacts, const Vec3& origin, const RowsOfPixels& rows,
             const Settings& settings, double coefficient);

  /// Σ s JᵀJ − s u uᵀ over the samples, N·s/m and so on: J = [I, −[r]×] takes the relative twist (linear,
  /// angular; b less a) at the origin to the middle of the pixel pair, and u = Jᵀn = (n, r × n). Taking both
  /// forces at the middle keeps them on one line, so angular momentum is conserved. `pressures` (Pa): one a
  /// row, and 0 for none.
  Eigen::Matrix<double, 6, 6> sum(const Eigen::Matrix<double, 6, 1>& twist, std::span<const double> pressures,
                                  const Settings& settings) const;

  static constexpr std::size_t lanes = 4;

private:
  /// Samples that are summed together; those that fill up the last group have base 0.
  struct Group {
    using Lane = Eigen::Array<double, lanes, 1>;
    Lane nx, ny, nz, rx, ry, rz, base;
    std::array<std::array<std::uint32_t, 2>, lanes> rows; ///< of the two ends; the last row presses nothing
  };

  std::vector<Group> groups_;
};

} // namespace lamina
