#include "core/response/constraints/pair_constraints.h"

#include "core/response/constraints/rolling_rows.h"
#include "core/response/rows/relative_motion.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamina {

namespace {

/// Cells below these shares are slivers: of the largest area of a cell of the pair, and of their own area.
/// The depth of a sliver, its volume over its area, says little.
constexpr double least_area = 0.05, least_gradient = 1e-3;

/// From a to b: the way in which b leaves a. Zero if there is no such.
Vec3 direction_of(const PairContacts& contacts, std::size_t row) {
  if (!contacts.rigid.empty())
    return contacts.rigid[row].linear;
  const Contact& contact = contacts.contacts[row];
  Vec3 sum = Vec3::Zero();
  for (std::uint32_t e = contact.gradient[0].begin; e < contact.gradient[0].end; ++e)
    sum += contacts.gradient[e].value;
  return sum;
}

void set_tangents(CellConstraint& cell) {
  cell.tangent[0] = cell.normal.unitOrthogonal();
  cell.tangent[1] = cell.normal.cross(cell.tangent[0]);
}

} // namespace

/// The surface of a cell, as its friction points sample it.
struct PairConstraints::Points {
  double weight = 0; ///< m²
  Vec3 centre = Vec3::Zero();
  double radius = 0;                     ///< weighted mean distance from the centre, m
  std::map<std::uint32_t, Mat3> sliding; ///< of b against a, by block, where one deforms
};

void PairConstraints::begin(const PairContacts& contacts, const PairBodies& bodies, double friction) {
  lost_ = false;
  body_ = contacts.body;
  bodies_ = bodies;
  rows_.begin(contacts, bodies);
  cells_.clear();
  blocks_.clear();
  jacobians_.clear();
  area_ = 0;
  double largest = 0;
  for (std::size_t row = 0; row < rows_.size(); ++row)
    largest = std::max(largest, rows_.area(row));
  std::vector<Points> points(rows_.size() + 1);
  if (friction > 0 && !bodies.self())
    find_points(points);
  for (std::size_t row = 0; row < rows_.size(); ++row)
    add_cell(row, points[row], friction, least_area * largest);
  if (bodies.rigid())
    let_roll(cells_, jacobians_);
}

void PairConstraints::begin_lost(const std::array<std::uint32_t, 2>& body, const PairBodies& bodies,
                                 std::span<const LastCell> cells) {
  lost_ = true;
  body_ = body;
  bodies_ = bodies;
  cells_.clear();
  blocks_.clear();
  jacobians_.clear();
  area_ = 0;
  for (const LastCell& last : cells) {
    CellConstraint cell;
    cell.area = last.area;
    cell.depth = last.depth;
    cell.normal = last.normal;
    cell.point = last.point;
    cell.radius = last.radius;
    cell.friction = last.friction;
    set_tangents(cell);
    Eigen::Matrix<double, 4, 12> rows = sliding_rows(cell);
    rows.row(0) = cell.normal.transpose() * relative_twist(bodies, cell.point).topRows<3>();
    add_rigid_cell(cell, rows);
  }
}

/// Points between two cells count for both by half.
void PairConstraints::find_points(std::vector<Points>& points) {
  const auto each_point = [this](const auto& visit) {
    contacts().for_each_friction_point([&](const FrictionPoint& point) {
      if (point.weight > 0)
        for (const std::uint32_t cell : point.cell)
          visit(point, rows_.of_cells().of(cell), 0.5 * point.weight);
    });
  };
  const bool rigid = bodies().rigid();
  const FrictionSamples& samples =
      rigid ? contacts().sampled_friction(FrictionSampling::along_normals, samples_) : samples_;
  const auto each_place = [&](const auto& visit) {
    if (!rigid) {
      each_point([&](const FrictionPoint& point, std::uint32_t row, double weight) {
        visit(point.middle, row, weight);
      });
      return;
    }
    for (const FrictionSamples::Group& group : samples.groups())
      for (std::size_t k = 0; k < FrictionSamples::lanes; ++k)
        for (int end = 0; end < 2 && group.area[k] > 0; ++end)
          visit(Vec3(samples.origin() + Vec3(group.mx[k], group.my[k], group.mz[k])),
                rows_.of_cells().of(group.cell[end][k]), 0.5 * double(group.area[k]));
  };

  each_place([&](const Vec3& at, std::uint32_t row, double weight) {
    points[row].weight += weight;
    points[row].centre += weight * at;
  });
  for (Points& cell : points)
    if (cell.weight > 0)
      cell.centre /= cell.weight;
  each_place([&](const Vec3& at, std::uint32_t row, double weight) {
    points[row].radius += weight * (at - points[row].centre).norm() / points[row].weight;
  });
  if (rigid)
    return;

  std::vector<BlockJacobian> jacobian;
  each_point([&](const FrictionPoint& point, std::uint32_t row, double weight) {
    relative_jacobian(bodies(), point.triangle, point.barycentric, point.body, point.middle, jacobian);
    const double share = (point.body[0] == 0 ? 1 : -1) * weight / points[row].weight;
    for (const auto& [block, value] : jacobian)
      points[row].sliding.try_emplace(block, Mat3::Zero()).first->second += share * value;
  });
}

void PairConstraints::add_cell(std::size_t row, const Points& points, double friction, double smallest) {
  CellConstraint cell;
  cell.contact = static_cast<std::uint32_t>(row);
  cell.area = rows_.area(row);
  if (!(cell.area > smallest))
    return;
  const bool self = bodies().self();
  const Vec3 direction = self ? Vec3::Zero() : direction_of(contacts(), row);
  const double spread = contacts().contacts[row].spread();
  if (!self && !(spread * direction.norm() > least_gradient * cell.area))
    return;
  cell.depth = rows_.measure(row) / cell.area;
  cell.normal = self ? Vec3::UnitY() : Vec3(direction.normalized());
  set_tangents(cell);
  cell.point = points.weight > 0 ? points.centre : contacts().region.middle();
  cell.radius = points.radius;
  cell.friction = points.weight > 0 ? friction : 0;

  if (bodies().rigid()) {
    Eigen::Matrix<double, 4, 12> rows = sliding_rows(cell);
    const auto rigid = bodies().rigid_blocks();
    for (const BlockEntry& entry : rows_.gradient(row))
      for (int k = 0; k < 4; ++k)
        if (rigid[static_cast<std::size_t>(k)] == entry.block)
          rows.block<1, 3>(0, 3 * k) += -entry.value.transpose() / cell.area;
    add_rigid_cell(cell, rows);
    return;
  }
  cell.entries.begin = static_cast<std::uint32_t>(blocks_.size());
  add_rows(cell, row, points);
  cell.entries.end = static_cast<std::uint32_t>(blocks_.size());
  area_ += cell.area;
  cells_.push_back(cell);
}

/// Rows 1 to 3 of two rigid bodies; zero where nothing rubs.
Eigen::Matrix<double, 4, 12> PairConstraints::sliding_rows(const CellConstraint& cell) const {
  Eigen::Matrix<double, 4, 12> rows = Eigen::Matrix<double, 4, 12>::Zero();
  if (!cell.rubs())
    return rows;
  const Eigen::Matrix<double, 6, 12> relative = relative_twist(bodies(), cell.point);
  rows.row(1) = cell.tangent[0].transpose() * relative.topRows<3>();
  rows.row(2) = cell.tangent[1].transpose() * relative.topRows<3>();
  rows.row(3) = cell.radius * cell.normal.transpose() * relative.bottomRows<3>();
  return rows;
}

void PairConstraints::add_rigid_cell(CellConstraint& cell, const Eigen::Matrix<double, 4, 12>& rows) {
  const auto rigid = bodies().rigid_blocks();
  cell.entries.begin = static_cast<std::uint32_t>(blocks_.size());
  for (int k = 0; k < 4; ++k) {
    blocks_.push_back(rigid[static_cast<std::size_t>(k)]);
    jacobians_.push_back(rows.middleCols<3>(3 * k));
  }
  cell.entries.end = static_cast<std::uint32_t>(blocks_.size());
  area_ += cell.area;
  cells_.push_back(cell);
}

void PairConstraints::add_rows(CellConstraint& cell, std::size_t row, const Points& points) {
  std::map<std::uint32_t, CellJacobian> rows;
  for (const BlockEntry& entry : rows_.gradient(row))
    rows.try_emplace(entry.block, CellJacobian::Zero()).first->second.row(0) -=
        entry.value.transpose() / cell.area;
  if (cell.rubs())
    for (const auto& [block, value] : points.sliding) {
      CellJacobian& of_block = rows.try_emplace(block, CellJacobian::Zero()).first->second;
      for (int k = 0; k < 2; ++k)
        of_block.row(1 + k) += cell.tangent[k].transpose() * value;
    }
  for (const auto& [block, value] : rows) {
    blocks_.push_back(block);
    jacobians_.push_back(value);
  }
}

Vec4 PairConstraints::velocity(const CellConstraint& cell, const BlockVector& v) const {
  Vec4 u = Vec4::Zero();
  for (std::uint32_t e = cell.entries.begin; e < cell.entries.end; ++e)
    u += jacobians_[e] * v.segment<3>(3 * static_cast<Eigen::Index>(blocks_[e]));
  return u;
}

void PairConstraints::apply(const CellConstraint& cell, const Vec4& impulse, BlockVector& y) const {
  for (std::uint32_t e = cell.entries.begin; e < cell.entries.end; ++e)
    y.segment<3>(3 * static_cast<Eigen::Index>(blocks_[e])) += jacobians_[e].transpose() * impulse;
}

void PairConstraints::find_outcome(double h, PairOutcome& outcome) const {
  outcome.clear();
  outcome.pressure.assign(contacts().contacts.size(), 0);
  for (const CellConstraint& cell : cells_) {
    outcome.pressure[cell.contact] = cell.impulse[0] / (h * cell.area);
    for (std::uint32_t e = cell.entries.begin; e < cell.entries.end; ++e)
      outcome.add(bodies(), blocks_[e], jacobians_[e].transpose() * cell.impulse / h);
  }
}

} // namespace lamina
