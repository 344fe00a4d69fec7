#include "core/response/constraints/cell_constraint.h"

namespace lamina {

CellAnswer answer(const CellConstraint& cell, const Vec4& u) {
  CellAnswer made;
  const double rho = cell.stiffness, mu = cell.friction;
  Vec4 trial = cell.guess - rho * u;
  trial[0] += rho * (cell.separation - cell.slip);
  if (!cell.rubs()) {
    if (trial[0] > 0) {
      made.impulse[0] = trial[0];
      made.slope(0, 0) = rho;
    }
    return made;
  }

  const double along = trial.tail<3>().norm();
  if (along <= mu * trial[0]) {
    made.impulse = trial;
    made.slope = rho * Eigen::Matrix4d::Identity();
    return made;
  }
  if (mu * along <= -trial[0])
    return made;
  const double normal = (trial[0] + mu * along) / (1 + mu * mu);
  const Vec3 direction = trial.tail<3>() / along;
  const Vec4 ray(1, mu * direction[0], mu * direction[1], mu * direction[2]);
  made.impulse = normal * ray;
  made.slope = rho / (1 + mu * mu) * ray * ray.transpose();
  made.slope.bottomRightCorner<3, 3>() +=
      rho * mu * normal / along * (Mat3::Identity() - direction * direction.transpose());
  return made;
}

} // namespace lamina
