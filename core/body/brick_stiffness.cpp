#include "core/body/brick_stiffness.h"

#include <Eigen/Cholesky>

#include <cmath>

namespace lamina {

namespace {

constexpr int modes = 12;
using Strain = Eigen::Matrix<double, 6, 1>; ///< xx, yy, zz, and twice xy, yz, zx
using Elasticity = Eigen::Matrix<double, 6, 6>;
using StrainOfCorners = Eigen::Matrix<double, 6, 24>;
using AddedStrain = Eigen::Matrix<double, 6, modes>;

Elasticity material_matrix(double lambda, double mu) {
  Elasticity d = Elasticity::Zero();
  d.topLeftCorner<3, 3>().setConstant(lambda);
  d.diagonal().head<3>().array() += 2 * mu;
  d.diagonal().tail<3>().setConstant(mu);
  return d;
}

/// Strain of the corners' displacements at a point of the cube [−1, 1]³ that has this side.
StrainOfCorners strain_of_corners(const Eigen::Vector3d& at, double side) {
  StrainOfCorners b = StrainOfCorners::Zero();
  for (int corner = 0; corner < 8; ++corner) {
    const Eigen::Vector3d sign(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
    const Eigen::Vector3d shape = Eigen::Vector3d::Ones() + sign.cwiseProduct(at);
    Eigen::Vector3d g;
    for (int k = 0; k < 3; ++k)
      g[k] = sign[k] * shape[(k + 1) % 3] * shape[(k + 2) % 3] / (4 * side);
    const int c = 3 * corner;
    for (int k = 0; k < 3; ++k) {
      b(k, c + k) = g[k];
      const int next = (k + 1) % 3;
      b(3 + k, c + k) = g[next];
      b(3 + k, c + next) = g[k];
    }
  }
  return b;
}

/// Strains that are no corners' displacements; each is zero in the mean.
AddedStrain added_strain(const Eigen::Vector3d& at) {
  AddedStrain m = AddedStrain::Zero();
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    m(k, k) = at[k];
    m(3 + k, 3 + 2 * k) = at[k];
    m(3 + k, 4 + 2 * k) = at[next];
    m.col(9 + k).head<3>().setConstant(at[k] * at[next]);
  }
  return m;
}

} // namespace

BrickMatrix brick_stiffness(double side, double lambda, double mu) {
  const Elasticity d = material_matrix(lambda, mu);
  BrickMatrix corners = BrickMatrix::Zero();
  Eigen::Matrix<double, 24, modes> mixed = Eigen::Matrix<double, 24, modes>::Zero();
  Eigen::Matrix<double, modes, modes> added = Eigen::Matrix<double, modes, modes>::Zero();
  const double volume = side * side * side / 8;
  for (int point = 0; point < 8; ++point) {
    const double root = 1 / std::sqrt(3.0);
    const Eigen::Vector3d at(point & 1 ? root : -root, point & 2 ? root : -root, point & 4 ? root : -root);
    const StrainOfCorners b = strain_of_corners(at, side);
    const AddedStrain m = added_strain(at);
    corners += volume * b.transpose() * d * b;
    mixed += volume * b.transpose() * d * m;
    added += volume * m.transpose() * d * m;
  }
  const BrickMatrix stiffness = corners - mixed * added.ldlt().solve(mixed.transpose());
  return 0.5 * (stiffness + stiffness.transpose());
}

} // namespace lamina
