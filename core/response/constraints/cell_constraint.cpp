#include "core/response/constraints/cell_constraint.h"

#include <algorithm>
#include <cmath>

namespace lamina {

CellAnswer answer(const CellConstraint& cell, const Vec4& u) {
  CellAnswer made;
  const double rho = cell.stiffness;
  if (const double normal = cell.guess[0] + rho * (cell.separation - u[0]); normal > 0) {
    made.impulse[0] = normal;
    made.slope(0, 0) = rho;
  }
  if (!cell.rubs() || !(cell.limit > 0))
    return made;

  const Eigen::Vector2d trial = cell.guess.segment<2>(1) - rho * u.segment<2>(1);
  const double length = trial.norm();
  if (length <= cell.limit) {
    made.impulse.segment<2>(1) = trial;
    made.slope.block<2, 2>(1, 1) = rho * Eigen::Matrix2d::Identity();
  } else {
    const Eigen::Vector2d along = trial / length;
    made.impulse.segment<2>(1) = cell.limit * along;
    made.slope.block<2, 2>(1, 1) =
        (rho * cell.limit / length) * (Eigen::Matrix2d::Identity() - along * along.transpose());
  }

  const double turning = rho * cell.radius * cell.radius, most = cell.limit * cell.radius;
  const double spin = cell.guess[3] - turning * u[3];
  made.impulse[3] = std::clamp(spin, -most, most);
  if (std::abs(spin) < most)
    made.slope(3, 3) = turning;
  return made;
}

} // namespace lamina
