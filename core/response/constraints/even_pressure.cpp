#include "core/response/constraints/even_pressure.h"

#include <Eigen/Cholesky>

#include <cmath>

namespace lamina {

void even_pressures(std::span<const CellConstraint> cells, std::span<double> pressures) {
  Vec3 middle = Vec3::Zero(), normal = Vec3::Zero();
  double area = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    middle += cells[c].area * cells[c].point;
    normal += cells[c].area * cells[c].normal;
    area += cells[c].area;
  }
  if (!(area > 0) || !(normal.norm() > 0))
    return;
  middle /= area;
  const Vec3 first = normal.normalized().unitOrthogonal(), second = normal.normalized().cross(first);
  const double scale = 1 / std::sqrt(area);
  const auto terms_at = [&](const CellConstraint& cell) {
    const Vec3 away = scale * (cell.point - middle);
    return Vec3(1, away.dot(first), away.dot(second));
  };

  // Least squares weighted by area: its conditions are that force and moments stay.
  Mat3 matrix = Mat3::Zero();
  Vec3 side = Vec3::Zero();
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const Vec3 terms = terms_at(cells[c]);
    matrix += cells[c].area / area * terms * terms.transpose();
    side += cells[c].area / area * pressures[c] * terms;
  }
  const Eigen::LDLT<Mat3> fit(matrix);
  if (fit.info() != Eigen::Success || !(fit.rcond() > 1e-6))
    return;
  const Vec3 even = fit.solve(side);
  for (std::size_t c = 0; c < cells.size(); ++c)
    if (!(terms_at(cells[c]).dot(even) > 0))
      return;
  for (std::size_t c = 0; c < cells.size(); ++c)
    pressures[c] = terms_at(cells[c]).dot(even);
}

} // namespace lamina
