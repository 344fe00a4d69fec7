#include "core/response/constraints/cell_constraint.h"

namespace lamina {

namespace {

/// Normal and friction by themselves.
CellAnswer answer_sliding(const CellConstraint& cell, const Vec4& trial) {
  CellAnswer made;
  if (trial[0] > 0) {
    made.impulse[0] = trial[0];
    made.slope(0, 0) = cell.stiffness;
  }
  if (!cell.rubs() || !(cell.limit > 0))
    return made;
  const double along = trial.tail<3>().norm();
  if (along <= cell.limit) {
    made.impulse.tail<3>() = trial.tail<3>();
    made.slope.bottomRightCorner<3, 3>() = cell.stiffness * Mat3::Identity();
    return made;
  }
  const Vec3 direction = trial.tail<3>() / along;
  made.impulse.tail<3>() = cell.limit * direction;
  made.slope.bottomRightCorner<3, 3>() =
      cell.stiffness * cell.limit / along * (Mat3::Identity() - direction * direction.transpose());
  return made;
}

} // namespace

CellAnswer answer(const CellConstraint& cell, const Vec4& u) {
  CellAnswer made;
  const double rho = cell.stiffness, mu = cell.friction;
  Vec4 trial = cell.guess - rho * u;
  if (cell.slides || !cell.rubs()) {
    trial[0] += rho * cell.separation;
    return answer_sliding(cell, trial);
  }
  trial[0] += rho * (cell.separation - cell.slip);

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
