#include "core/mesh/mean_pose.h"

#include <Eigen/Eigenvalues>

namespace lamina {

namespace {

/// Integrals over the surface at rest, divided by its area: of x, y and x yᵀ, with x the place at rest and y
/// the place now, both linear on each triangle.
struct Moments {
  Vec3 rest = Vec3::Zero(), moved = Vec3::Zero();
  Mat3 product = Mat3::Zero();
};

Moments moments(const TriangleMesh& rest, std::span<const Vec3> moved) {
  Moments sums;
  double area = 0;
  for (const Triangle& t : rest.triangles) {
    const Vec3 &a = rest.vertices[t[0]], &b = rest.vertices[t[1]], &c = rest.vertices[t[2]];
    const double weight = 0.5 * (b - a).cross(c - a).norm();
    const Vec3 x = a + b + c, y = moved[t[0]] + moved[t[1]] + moved[t[2]];
    Mat3 corners = x * y.transpose();
    for (const std::uint32_t vertex : t)
      corners += rest.vertices[vertex] * moved[vertex].transpose();
    area += weight;
    sums.rest += weight / 3 * x;
    sums.moved += weight / 3 * y;
    sums.product += weight / 12 * corners;
  }
  return {sums.rest / area, sums.moved / area, sums.product / area};
}

} // namespace

Pose mean_pose(const TriangleMesh& rest, std::span<const Vec3> moved) {
  const Moments m = moments(rest, moved);
  // S of Horn's section 4.A, about the two means.
  const Mat3 s = m.product - m.rest * m.moved.transpose();
  Eigen::Matrix4d n;
  n << s(0, 0) + s(1, 1) + s(2, 2), s(1, 2) - s(2, 1), s(2, 0) - s(0, 2), s(0, 1) - s(1, 0), //
      s(1, 2) - s(2, 1), s(0, 0) - s(1, 1) - s(2, 2), s(0, 1) + s(1, 0), s(2, 0) + s(0, 2),  //
      s(2, 0) - s(0, 2), s(0, 1) + s(1, 0), s(1, 1) - s(0, 0) - s(2, 2), s(1, 2) + s(2, 1),  //
      s(0, 1) - s(1, 0), s(2, 0) + s(0, 2), s(1, 2) + s(2, 1), s(2, 2) - s(0, 0) - s(1, 1);
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix4d> solver(n);
  const Eigen::Vector4d q = solver.eigenvectors().col(3);
  const Quat orientation = Quat(q[0], q[1], q[2], q[3]).normalized();
  return {m.moved - orientation * m.rest, orientation};
}

} // namespace lamina
