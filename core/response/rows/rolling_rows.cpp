#include "core/response/rows/rolling_rows.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamina {

namespace {

/// Below the first a contact counts as flat, above the second as round.
constexpr double flat = 0.3, round = 0.8;

/// How many numbers describe the depths of a round contact.
constexpr int unknowns = 5;
/// Of a mean square over the other: cells that lie in a row lie so.
constexpr double narrow = 1e-6;

/// Of a patch in which all is weighted by area: the half width of a disc over the root mean square.
constexpr double half_width_squared = 4;

struct Frame {
  Vec3 middle = Vec3::Zero(), axis[2];
  double area = 0;
};

/// The middle of the cells, and the axes along which they lie, in the plane that they share.
Frame frame_of(std::span<const RollingCell> cells) {
  Frame frame;
  Vec3 normal = Vec3::Zero();
  for (const RollingCell& cell : cells) {
    frame.middle += cell.area * cell.point;
    normal += cell.area * cell.normal;
    frame.area += cell.area;
  }
  frame.middle /= frame.area;
  normal.normalize();
  frame.axis[0] = normal.unitOrthogonal();
  frame.axis[1] = normal.cross(frame.axis[0]);
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  for (const RollingCell& cell : cells) {
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

/// The cells in the plane that they share, with their mean squares along both axes (m²).
struct Places {
  Frame frame;
  std::vector<Eigen::Vector2d> of_cell;
  Eigen::Vector2d mean_square = Eigen::Vector2d::Zero();
};

void find_places(std::span<const RollingCell> cells, Places& places) {
  places.frame = frame_of(cells);
  places.of_cell.clear();
  places.mean_square.setZero();
  for (const RollingCell& cell : cells) {
    const Vec3 away = cell.point - places.frame.middle;
    const Eigen::Vector2d at(away.dot(places.frame.axis[0]), away.dot(places.frame.axis[1]));
    places.mean_square += cell.area / places.frame.area * at.cwiseAbs2();
    places.of_cell.push_back(at);
  }
}

/// s along both axes from the depths of the cells; zero where they do not tell.
Eigen::Vector2d roundness_by_depths(std::span<const RollingCell> cells, const Places& places) {
  using Terms = Eigen::Matrix<double, unknowns, 1>;
  Eigen::Matrix<double, unknowns, unknowns> normal = Eigen::Matrix<double, unknowns, unknowns>::Zero();
  Terms side = Terms::Zero();
  // In units of the root mean square, so that the fit is as good for a small contact as for a large one.
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const Eigen::Vector2d at = places.of_cell[c].cwiseQuotient(places.mean_square.cwiseSqrt());
    const Terms terms(1, at.x(), at.y(), -0.5 * at.x() * at.x(), -0.5 * at.y() * at.y());
    normal += cells[c].area * terms * terms.transpose();
    side += cells[c].area * cells[c].depth * terms;
  }
  const Eigen::LDLT<Eigen::Matrix<double, unknowns, unknowns>> fit(normal);
  const Terms depths = fit.solve(side);
  if (fit.info() != Eigen::Success || !depths.allFinite() || !(depths[0] > 0) || !(fit.rcond() > 1e-8))
    return Eigen::Vector2d::Zero();
  return 0.5 * half_width_squared / depths[0] * depths.tail<2>();
}

/// What the normal rows change by along an axis, per metre: the fit of a line.
Twist slope_of(std::span<const RollingCell> cells, const Places& places, std::span<const Twist> rows,
               int axis) {
  Twist slope = Twist::Zero();
  for (std::size_t c = 0; c < cells.size(); ++c)
    slope +=
        cells[c].area * places.of_cell[c][axis] / (places.frame.area * places.mean_square[axis]) * rows[c];
  return slope;
}

/// s of few cells, from how their normals turn: as much as depths do, where one surface is flat. The greatest
/// depth of a round contact is twice the mean.
double roundness_by_normals(std::span<const RollingCell> cells, const Places& places, const Twist& slope,
                            int axis) {
  double volume = 0;
  for (const RollingCell& cell : cells)
    volume += cell.area * cell.depth;
  const double turns = std::abs(slope.head<3>().dot(places.frame.axis[axis]));
  return volume > 0 ? turns * half_width_squared * places.mean_square[axis] * places.frame.area / (4 * volume)
                    : 0;
}

} // namespace

Vec3 point_of_action(const Twist& force_and_moment) {
  const Vec3 force = force_and_moment.head<3>(), moment = force_and_moment.tail<3>();
  return force.cross(moment) / force.squaredNorm();
}

bool let_roll(std::span<const RollingCell> cells, bool rubs, std::span<Twist> rows) {
  if (cells.size() < 2)
    return false;
  // Room of the last pair serves this one.
  thread_local Places places;
  find_places(cells, places);
  const double widest = places.mean_square.maxCoeff();
  const bool few = cells.size() <= unknowns || !(places.mean_square.minCoeff() > narrow * widest);
  const Eigen::Vector2d by_depths =
      few ? Eigen::Vector2d(Eigen::Vector2d::Zero()) : roundness_by_depths(cells, places);
  bool changed = false;
  for (int k = 0; k < 2; ++k) {
    if (!(places.mean_square[k] > narrow * widest))
      continue;
    const Twist slope = slope_of(cells, places, rows, k);
    double s = by_depths[k];
    if (few && !rubs)
      s = roundness_by_normals(cells, places, slope, k);
    const double share = std::clamp((s - flat) / (round - flat), 0.0, 1.0);
    for (std::size_t c = 0; share > 0 && c < cells.size(); ++c)
      rows[c] -= share * places.of_cell[c][k] * slope;
    changed = changed || share > 0;
  }
  return changed;
}

} // namespace lamina
