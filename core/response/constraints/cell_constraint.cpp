#include "core/response/constraints/cell_constraint.h"

#include <algorithm>
#include <cmath>

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
  if (cell.pulls) {
    made.impulse = cell.guess;
    made.impulse[0] += rho * (cell.separation - u[0]);
    made.slope(0, 0) = rho;
    return made;
  }
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

CellLine::CellLine(const CellConstraint& cell, const Vec4& u, const Vec4& c)
    : pulls_(cell.pulls), rho_(cell.stiffness), mu_(cell.friction),
      limit_(!cell.rubs()  ? 0
             : cell.slides ? std::max(0.0, cell.limit)
                           : -1),
      change_(c[0]) {
  const Vec4 trial = cell.guess - rho_ * u;
  normal_ = trial[0] + rho_ * (cell.separation - (limit_ < 0 ? cell.slip : 0));
  square_ = trial.tail<3>().squaredNorm();
  mixed_ = trial.tail<3>().dot(c.tail<3>());
  along_ = c.tail<3>().squaredNorm();
  if (pulls_) {
    normal_ = cell.guess[0] + rho_ * (cell.separation - u[0]);
    mixed_ = cell.guess.tail<3>().dot(c.tail<3>());
  }
}

void CellLine::add(double t, double& power, double& slope) const {
  const double normal = normal_ - t * rho_ * change_;
  if (pulls_) {
    power += change_ * normal + mixed_;
    slope += rho_ * change_ * change_;
    return;
  }
  // The tangents of the trial are |y| long, and y·c is how far they go along c.
  const double forward = mixed_ - t * rho_ * along_;
  const double along = std::sqrt(std::max(0.0, square_ - t * rho_ * (mixed_ + forward)));
  if (limit_ >= 0)
    add_sliding(normal, along, forward, power, slope);
  else
    add_on_cone(normal, along, forward, power, slope);
}

void CellLine::add_sliding(double normal, double along, double forward, double& power, double& slope) const {
  if (normal > 0) {
    power += change_ * normal;
    slope += rho_ * change_ * change_;
  }
  if (along <= limit_) {
    power += forward;
    slope += rho_ * along_;
  } else if (limit_ > 0) {
    const double share = forward / along;
    power += limit_ * share;
    slope += rho_ * limit_ / along * (along_ - share * share);
  }
}

void CellLine::add_on_cone(double normal, double along, double forward, double& power, double& slope) const {
  if (along <= mu_ * normal) {
    power += change_ * normal + forward;
    slope += rho_ * (change_ * change_ + along_);
  } else if (mu_ * along > -normal) {
    const double size = (normal + mu_ * along) / (1 + mu_ * mu_), share = forward / along;
    const double on_ray = change_ + mu_ * share;
    power += size * on_ray;
    slope += rho_ / (1 + mu_ * mu_) * on_ray * on_ray + rho_ * mu_ * size / along * (along_ - share * share);
  }
}

} // namespace lamina
