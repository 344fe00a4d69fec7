#include "core/body/polar.h"

#include <Eigen/LU>
#include <Eigen/SVD>

namespace lamina {

namespace {

/// By singular values, whatever F is.
Mat3 rotation_by_values(const Mat3& f) {
  const Eigen::JacobiSVD<Mat3> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 u = svd.matrixU();
  if (u.determinant() * svd.matrixV().determinant() < 0)
    u.col(2) = -u.col(2);
  return u * svd.matrixV().transpose();
}

} // namespace

Mat3 polar_rotation(const Mat3& f) {
  const double scale = f.squaredNorm() / 3;
  const double determinant = f.determinant();
  if (!(determinant > 1e-3 * scale * std::sqrt(scale)))
    return rotation_by_values(f);

  // Newton's iteration R ← (R + R⁻ᵀ)/2 (Higham 1986) converges quadratically from a matrix far from singular.
  Mat3 r = f / std::cbrt(determinant);
  for (int iteration = 0; iteration < 20; ++iteration) {
    Mat3 cofactor;
    cofactor.col(0) = r.col(1).cross(r.col(2));
    cofactor.col(1) = r.col(2).cross(r.col(0));
    cofactor.col(2) = r.col(0).cross(r.col(1));
    const Mat3 next = 0.5 * (r + cofactor / r.col(0).dot(cofactor.col(0)));
    const double change = (next - r).squaredNorm();
    r = next;
    if (change < 1e-20)
      break;
  }
  return r;
}

} // namespace lamina
