#include "core/response/rows/relative_motion.h"

#include "core/base/merge_by_key.h"
#include "core/body/rotation.h"

namespace lamina {

void relative_jacobian(const PairBodies& bodies, const std::array<std::uint32_t, 2>& triangle,
                       const std::array<std::array<float, 2>, 2>& barycentric,
                       const std::array<std::uint8_t, 2>& body, const Vec3& middle,
                       std::vector<BlockJacobian>& jacobian) {
  jacobian.clear();
  for (int end = 0; end < 2; ++end) {
    const int side = body[end];
    const std::size_t first = jacobian.size();
    bodies.body[side]->point_jacobian(triangle[end], barycentric[end], middle, jacobian);
    for (std::size_t j = first; j < jacobian.size(); ++j) {
      jacobian[j].block += bodies.first_block[side];
      if (end == 0)
        jacobian[j].value *= -1;
    }
  }
  if (bodies.self())
    merge_by_key(jacobian, 0, &BlockJacobian::block, &BlockJacobian::value);
}

Eigen::Matrix<double, 6, 12> relative_twist(const PairBodies& bodies, const Vec3& point) {
  Eigen::Matrix<double, 6, 12> difference = Eigen::Matrix<double, 6, 12>::Zero();
  for (int side = 0; side < 2; ++side) {
    const double sign = side == 0 ? -1 : 1;
    difference.block<3, 3>(0, 6 * side) = sign * Mat3::Identity();
    difference.block<3, 3>(0, 6 * side + 3) =
        -sign * cross_matrix(point - *bodies.body[side]->twist_centre());
    difference.block<3, 3>(3, 6 * side + 3) = sign * Mat3::Identity();
  }
  return difference;
}

Eigen::Matrix<double, 12, 1> rigid_velocity(const PairBodies& bodies, const BlockVector& v) {
  Eigen::Matrix<double, 12, 1> velocity;
  const auto blocks = bodies.rigid_blocks();
  for (int k = 0; k < 4; ++k)
    velocity.segment<3>(3 * k) = v.segment<3>(3 * static_cast<Eigen::Index>(blocks[k]));
  return velocity;
}

} // namespace lamina
