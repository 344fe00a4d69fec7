#include "core/response/constraints/rolling_rows.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>

namespace lamina {

namespace {

/// Below the first a contact counts as flat, above the second as round.
constexpr double flat = 0.3, round = 0.8;

/// Of a patch in which all is weighted by area: the half width of a disc over the root mean square.
constexpr double half_width_squared = 4;

struct Frame {
  Vec3 middle = Vec3::Zero(), axis[2];
  double area = 0;
};

/// The middle of the cells, and the axes along which they lie, in the plane that they share.
Frame frame_of(std::span<const CellConstraint> cells) {
  Frame frame;
  Vec3 normal = Vec3::Zero();
  for (const CellConstraint& cell : cells) {
    frame.middle += cell.area * cell.point;
    normal += cell.area * cell.normal;
    frame.area += cell.area;
  }
  frame.middle /= frame.area;
  normal.normalize();
  frame.axis[0] = normal.unitOrthogonal();
  frame.axis[1] = normal.cross(frame.axis[0]);
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (const CellConstraint& cell : cells) {
    const Vec3 away = cell.point - frame.middle;
    const Eigen::Vector2d in_plane(away.dot(frame.axis[0]), away.dot(frame.axis[1]));
    spread += cell.area * in_plane * in_plane.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> principal(spread);
  const Vec3 first = frame.axis[0], second = frame.axis[1];
  for (int k = 0; k < 2; ++k)
    frame.axis[k] = principal.eigenvectors()(0, k) * first + principal.eigenvectors()(1, k) * second;
  return frame;
}

} // namespace

void let_roll(std::span<const CellConstraint> cells, std::span<CellTwistRows> rows) {
  constexpr std::size_t unknowns = 5;
  if (cells.size() < unknowns + 1)
    return;
  const Frame frame = frame_of(cells);
  Eigen::Matrix<double, unknowns, unknowns> normal = Eigen::Matrix<double, unknowns, unknowns>::Zero();
  Eigen::Matrix<double, unknowns, 1> side = Eigen::Matrix<double, unknowns, 1>::Zero();
  const auto place = [&](const CellConstraint& cell) {
    const Vec3 away = cell.point - frame.middle;
    return Eigen::Vector2d(away.dot(frame.axis[0]), away.dot(frame.axis[1]));
  };
  Eigen::Vector2d mean_square = Eigen::Vector2d::Zero();
  for (const CellConstraint& cell : cells)
    mean_square += cell.area / frame.area * place(cell).cwiseAbs2();
  if (!(mean_square.minCoeff() > 0))
    return;
  // In units of the root mean square, so that the fit is as good for a small contact as for a large one.
  for (const CellConstraint& cell : cells) {
    const Eigen::Vector2d at = place(cell).cwiseQuotient(mean_square.cwiseSqrt());
    const Eigen::Matrix<double, unknowns, 1> terms(1, at.x(), at.y(), -0.5 * at.x() * at.x(),
                                                   -0.5 * at.y() * at.y());
    normal += cell.area * terms * terms.transpose();
    side += cell.area * cell.depth * terms;
  }
  const Eigen::LDLT<Eigen::Matrix<double, unknowns, unknowns>> fit(normal);
  const Eigen::Matrix<double, unknowns, 1> depths = fit.solve(side);
  if (fit.info() != Eigen::Success || !depths.allFinite() || !(depths[0] > 0) || !(fit.rcond() > 1e-8))
    return;

  for (int k = 0; k < 2; ++k) {
    const double s = 0.5 * depths[3 + k] * half_width_squared / depths[0];
    const double share = std::clamp((s - flat) / (round - flat), 0.0, 1.0);
    if (share == 0)
      continue;
    Eigen::Matrix<double, 1, 6> slope = Eigen::Matrix<double, 1, 6>::Zero();
    for (std::size_t c = 0; c < cells.size(); ++c)
      slope += cells[c].area * place(cells[c])[k] / (frame.area * mean_square[k]) * rows[c].row(0);
    for (std::size_t c = 0; c < cells.size(); ++c)
      rows[c].row(0) -= share * place(cells[c])[k] * slope;
  }
}

} // namespace lamina
