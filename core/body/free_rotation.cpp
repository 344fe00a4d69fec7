#include "core/body/free_rotation.h"

#include "core/body/rotation.h"
#include "core/body/solve3.h"

namespace lamina {

Vec3 free_rotation(const Mat3& inertia, const Vec3& angular, double h, Vec3& mean) {
  Vec3 next = angular;
  for (int iteration = 0; iteration < 8; ++iteration) {
    mean = 0.5 * (angular + next);
    const Vec3 momentum = inertia * mean;
    const Vec3 residual = inertia * (next - angular) + h * mean.cross(momentum);
    const Mat3 jacobian = inertia + 0.5 * h * (cross_matrix(mean) * inertia - cross_matrix(momentum));
    const Vec3 correction = solve3(jacobian, residual);
    next -= correction;
    if (correction.squaredNorm() <= 1e-30 * next.squaredNorm())
      break;
  }
  mean = 0.5 * (angular + next);
  return next;
}

FreeTurn free_turn(const Quat& orientation, const Mat3& inertia, const Vec3& angular, double h,
                   bool gyroscopic) {
  if (!gyroscopic)
    return {(rotation_exp(h * angular) * orientation).normalized(), angular};
  Vec3 mean;
  const Vec3 local = orientation.conjugate() * angular;
  const Vec3 next = free_rotation(inertia, local, h, mean);
  const Quat turned = (orientation * rotation_exp(h * mean)).normalized();
  return {turned, turned * next};
}

} // namespace lamina
