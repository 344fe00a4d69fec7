#include "core/response/constraints/pair_constraints.h"

#include "core/contact/sampled_cells.h"
#include "core/response/rows/rolling_rows.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <map>

namespace lamina {

namespace {

/// Cells below these shares are slivers: of the largest area of a cell of the pair, and of their own area.
/// The depth of a sliver, its volume over its area, says little.
constexpr double least_area = 0.05, least_gradient = 1e-3;

/// Sine between the gradient of a cell and the mean normal of its samples, below which the gradient counts,
/// and above which it is that normal. Between, some of both.
constexpr double sampled_well = 0.1, sampled_badly = 0.3;
/// By what sine the normals of samples are off at most, of a cell's depth over the root of its area. They lie
/// between those of two faces, and the faces of a thin overlap cannot lean much against each other.
constexpr double leans = 1.3;

/// How smooth a cell is: 1 without friction, 0 where friction is no less than what a gradient may be off.
double smoothness(const CellConstraint& cell) {
  return std::max(0.0, 1 - cell.friction / sampled_well);
}

/// How much of a cell's normal is that of its samples. A cell that leans by a sine from the surface on which
/// it slides brakes about as much as friction of that coefficient. So the less friction there is, the less a
/// gradient may be off, as long as samples are better.
double share_of_samples(double sine, const CellConstraint& cell) {
  const double smooth = smoothness(cell);
  const double well =
      std::max(std::min(sampled_well, cell.friction), smooth * leans * cell.depth / std::sqrt(cell.area));
  const double badly = well * (sampled_badly / sampled_well);
  return sine > well ? std::min(1.0, (sine - well) / (badly - well)) : 0;
}

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

/// How hard a contact of a body with itself pulls at its nodes: nothing comes of it where it pushes the same
/// nodes that it pushes back.
double sum_of_norms(std::span<const BlockEntry> gradient) {
  double sum = 0;
  for (const BlockEntry& entry : gradient)
    sum += entry.value.norm();
  return sum;
}

/// What turns by more rad a step rolls. What is round and slides moves its contact too, and where it does so,
/// its cells close and open by more of the slop than the second.
constexpr double rolls = 2e-3, travels = 0.01;

/// The square of r over the mean square of those distances, where a disc slides at q times the speed that its
/// spin has at their root mean square. With it √(u² + r² ω²) is the mean speed of its points, within a
/// percent. So r is their mean distance where the disc spins only, and falls to what lies across the motion.
double spin_share(double q) {
  return 0.5 + (mean_over_rms * mean_over_rms - 0.5) / (1 + 0.9 * q * q + 0.6 * q * q * q * q);
}

/// Tᵀ K T for symmetric K, without the products by the ones and zeros of T:
///
///         ⎡ A  B ⎤        ⎡ −1  X₀   1  X₁ ⎤
///     K = ⎣ Bᵀ C ⎦    T = ⎣  0  −1   0   1 ⎦
Eigen::Matrix<double, 12, 12> of_velocities(const Mat6& k, const Eigen::Matrix<double, 6, 12>& t) {
  const Mat3 a = k.topLeftCorner<3, 3>(), b = k.topRightCorner<3, 3>(), c = k.bottomRightCorner<3, 3>();
  const Mat3 x0 = t.block<3, 3>(0, 3), x1 = t.block<3, 3>(0, 9);
  const Mat3 p0 = a.lazyProduct(x0) - b, p1 = a.lazyProduct(x1) + b;
  const Mat3 q0 = b.transpose().lazyProduct(x0) - c, q1 = b.transpose().lazyProduct(x1) + c;
  const Mat3 turns0 = x0.transpose().lazyProduct(p0) - q0, turns1 = x1.transpose().lazyProduct(p1) + q1;
  const Mat3 between = x1.transpose().lazyProduct(p0) + q0;
  Eigen::Matrix<double, 12, 12> sum;
  sum << a, -p0, -a, -p1,                                           //
      -p0.transpose(), turns0, p0.transpose(), between.transpose(), //
      -a, p0, a, p1,                                                //
      -p1.transpose(), between, p1.transpose(), turns1;
  return sum;
}

void set_tangents(CellConstraint& cell) {
  cell.tangent[0] = cell.normal.unitOrthogonal();
  cell.tangent[1] = cell.normal.cross(cell.tangent[0]);
}

/// Depths of points are exact however small their area, and splinters have nothing else that would hold them.
bool counts_slivers(const PairContacts& contacts, const PairBodies& bodies) {
  const auto is_in_pieces = [](const Body* body) { return body->surface().piece_of_vertex != nullptr; };
  return !contacts.contacts.empty() && contacts.contacts.front().kind != MeasureKind::volume &&
         (is_in_pieces(bodies.body[0]) || is_in_pieces(bodies.body[1]));
}

} // namespace

/// Of the friction points of a cell, where a body deforms.
struct PairConstraints::Points {
  Vec3 normal = Vec3::Zero();            ///< their main direction, to either side, where a body meets itself
  std::map<std::uint32_t, Mat3> sliding; ///< of b against a, by block
};

void PairConstraints::clear(const std::array<std::uint32_t, 2>& body, const PairBodies& bodies) {
  body_ = body;
  piece_ = {};
  bodies_ = bodies;
  cells_.clear();
  twist_rows_.clear();
  entries_.clear();
  block_rows_.clear();
  area_ = 0;
}

void PairConstraints::set_centre(const Vec3& centre) {
  centre_ = centre;
  twist_ = relative_twist(bodies_, centre);
}

void PairConstraints::begin(const PairContacts& contacts, const PairBodies& bodies, double friction) {
  lost_ = touching_ = false;
  clear(contacts.body, bodies);
  piece_ = contacts.piece;
  rows_.begin(contacts, bodies);
  if (bodies.rigid()) {
    set_centre(contacts.region.middle());
    const Body::Lag a = bodies.body[0]->surface_lag(), b = bodies.body[1]->surface_lag();
    Eigen::Matrix<double, 12, 1> lags;
    lags << a.way, a.turn, b.way, b.turn;
    moved_ = twist_ * lags;
  }
  double largest = 0;
  if (!counts_slivers(contacts, bodies))
    for (std::size_t row = 0; row < rows_.size(); ++row)
      largest = std::max(largest, rows_.area(row));
  if (bodies.rigid())
    begin_rigid(friction, least_area * largest);
  else
    begin_deforming(friction, least_area * largest);
}

void PairConstraints::begin_rigid(double friction, double smallest) {
  const std::span<const SampledCell> sampled = sampled_contacts();
  for (std::size_t row = 0; row < rows_.size(); ++row)
    add_cell(row, sampled[row], nullptr, friction, smallest);
  roll();
}

void PairConstraints::begin_deforming(double friction, double smallest) {
  std::vector<SampledCell> sampled(rows_.size() + 1);
  std::vector<Points> points(sampled.size());
  if (friction > 0)
    find_points(sampled, points);
  for (std::size_t row = 0; row < rows_.size(); ++row)
    add_cell(row, sampled[row], &points[row], friction, smallest);
}

/// Of rigid bodies: one a contact.
std::span<const SampledCell> PairConstraints::sampled_contacts() {
  if (contacts().sampled.empty()) {
    sum_samples(contacts(), sampled_);
    return sampled_;
  }
  return contacts().sampled;
}

/// What is round turns without closing cells.
void PairConstraints::roll() {
  // Room of the last pair serves this one.
  thread_local std::vector<RollingCell> cells;
  thread_local std::vector<Twist> rows;
  cells.clear();
  rows.clear();
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    cells.push_back({cells_[c].point, cells_[c].normal, cells_[c].area, cells_[c].depth});
    rows.push_back(twist_rows_[c].row(0).transpose());
  }
  if (!let_roll(cells, !cells_.empty() && cells_.front().rubs(), rows))
    return;
  for (std::size_t c = 0; c < cells_.size(); ++c)
    twist_rows_[c].row(0) = rows[c].transpose();
}

void PairConstraints::begin_lost(const std::array<std::uint32_t, 2>& body, const PairBodies& bodies,
                                 std::span<const LastCell> cells, bool touching) {
  lost_ = true;
  touching_ = touching;
  clear(body, bodies);
  set_centre(cells.front().point);
  for (const LastCell& last : cells) {
    CellConstraint cell;
    cell.area = last.area;
    cell.depth = last.depth;
    cell.normal = last.normal;
    cell.point = last.point;
    cell.radius = last.radius;
    cell.friction = last.friction;
    set_tangents(cell);
    CellTwistRows& rows = twist_rows_.emplace_back(sliding_rows(cell));
    rows.row(0) << cell.normal.transpose(), (cell.point - centre_).cross(cell.normal).transpose();
    area_ += cell.area;
    cells_.push_back(cell);
  }
}

/// Where a body deforms. Points between two cells count for both by half. No gradient says which sheet of a
/// body that meets itself is which: all points of a patch look the same way along its main direction.
void PairConstraints::find_points(std::span<SampledCell> sampled, std::span<Points> points) {
  const auto each_point = [this](const auto& visit) {
    contacts().for_each_friction_point([&](const FrictionPoint& point) {
      if (point.weight > 0)
        for (const std::uint32_t cell : point.cell)
          visit(point, rows_.of_cells().of(cell), 0.5 * point.weight);
    });
  };
  each_point([&](const FrictionPoint& point, std::uint32_t row, double weight) {
    sampled[row].weight += weight;
    sampled[row].centre += weight * point.middle;
    if (bodies().self())
      sampled[row].facing += weight * point.normal * point.normal.transpose();
  });
  for (std::size_t row = 0; row < sampled.size(); ++row) {
    SampledCell& cell = sampled[row];
    if (!(cell.weight > 0))
      continue;
    cell.centre /= cell.weight;
    if (bodies().self())
      points[row].normal = Eigen::SelfAdjointEigenSolver<Mat3>(cell.facing).eigenvectors().col(2);
  }

  std::vector<BlockJacobian> jacobian;
  each_point([&](const FrictionPoint& point, std::uint32_t row, double weight) {
    relative_jacobian(bodies(), point.triangle, point.barycentric, point.body, point.middle, jacobian);
    const bool other_way = bodies().self()
                               ? point.normal.dot(point.axis) * point.normal.dot(points[row].normal) < 0
                               : point.body[0] != 0;
    const double share = (other_way ? -1 : 1) * weight / sampled[row].weight;
    for (const auto& [block, value] : jacobian)
      points[row].sliding.try_emplace(block, Mat3::Zero()).first->second += share * value;
  });
}

void PairConstraints::add_cell(std::size_t row, const SampledCell& sampled, const Points* points,
                               double friction, double smallest) {
  CellConstraint cell;
  cell.contact = static_cast<std::uint32_t>(row);
  cell.area = rows_.area(row);
  if (!(cell.area > smallest))
    return;
  const bool self = bodies().self();
  const Vec3 direction = self ? Vec3::Zero() : direction_of(contacts(), row);
  const double pull =
      self ? sum_of_norms(rows_.gradient(row)) : contacts().contacts[row].spread() * direction.norm();
  if (!(pull > least_gradient * cell.area))
    return;
  cell.depth = rows_.measure(row) / cell.area;
  cell.normal = !self                ? Vec3(direction.normalized())
                : sampled.weight > 0 ? points->normal
                                     : Vec3(Vec3::UnitY());
  set_tangents(cell);
  cell.point = sampled.weight > 0 ? sampled.centre : contacts().region.middle();
  cell.radius = sampled.radius;
  cell.friction = sampled.weight > 0 ? friction : 0;

  area_ += cell.area;
  if (bodies().rigid()) {
    Twist opening = opening_row(row);
    if (contacts().contacts[row].kind == MeasureKind::volume)
      look_closer(sampled, cell, opening);
    cell.depth -= opening.dot(moved_);
    if (!(sampled.weight > 0))
      cell.point = centre_ + point_of_action(opening);
    twist_rows_.emplace_back(sliding_rows(cell)).row(0) = opening.transpose();
  } else {
    add_rows(cell, row, *points);
  }
  cells_.push_back(cell);
}

/// A cell of a few pixels may lack those of a whole view direction. Its gradient then points anywhere, and
/// its volume over its area comes to many times its depth. Its samples say both.
void PairConstraints::look_closer(const SampledCell& sampled, CellConstraint& cell, Twist& opening) const {
  if (!sampled.faces_one_way())
    return;
  const double facing = sampled.outward.norm();
  const Vec3 normal = sampled.outward / facing;
  cell.depth = sampled.depth_along(normal);
  const double sine = normal.dot(cell.normal) > 0 ? normal.cross(cell.normal).norm() : 1;
  const double share = share_of_samples(sine, cell);
  if (share == 0)
    return;
  Twist seen;
  seen << normal, (sampled.centre - centre_).cross(normal) + smoothness(cell) * sampled.moment / facing;
  opening += share * (seen - opening);
  cell.normal = ((1 - share) * cell.normal + share * normal).normalized();
  set_tangents(cell);
}

/// Rows 1 to 3 of two rigid bodies; zero where nothing rubs.
CellTwistRows PairConstraints::sliding_rows(const CellConstraint& cell) const {
  CellTwistRows rows = CellTwistRows::Zero();
  if (!cell.rubs())
    return rows;
  const Vec3 arm = cell.point - centre_;
  for (int k = 0; k < 2; ++k)
    rows.row(1 + k) << cell.tangent[k].transpose(), arm.cross(cell.tangent[k]).transpose();
  rows.row(3).tail<3>() = cell.radius * cell.normal.transpose();
  return rows;
}

/// Row 0 of two rigid bodies: what b receives of it, as force and moment about the centre.
Twist PairConstraints::opening_row(std::size_t row) const {
  const auto rigid = bodies().rigid_blocks();
  Twist made = Twist::Zero();
  for (const BlockEntry& entry : rows_.gradient(row)) {
    if (entry.block == rigid[2])
      made.head<3>() -= entry.value / rows_.area(row);
    else if (entry.block == rigid[3])
      made.tail<3>() -= entry.value / rows_.area(row);
  }
  made.tail<3>() += (*bodies().body[1]->twist_centre() - centre_).cross(made.head<3>());
  return made;
}

void PairConstraints::add_rows(const CellConstraint& cell, std::size_t row, const Points& points) {
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
  Range& entries = entries_.emplace_back();
  entries.begin = static_cast<std::uint32_t>(block_rows_.size());
  for (const auto& [block, value] : rows)
    block_rows_.push_back({block, value});
  entries.end = static_cast<std::uint32_t>(block_rows_.size());
}

std::span<const PairConstraints::BlockRows> PairConstraints::rows(std::size_t cell) const {
  return std::span(block_rows_).subspan(entries_[cell].begin, entries_[cell].size());
}

Eigen::Matrix<double, 12, 12> PairConstraints::sum_of_slopes(std::span<const Eigen::Matrix4d> slopes) const {
  Mat6 of_twist = Mat6::Zero();
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    if (slopes[c].trace() == 0)
      continue;
    const CellTwistRows weighted = slopes[c].lazyProduct(twist_rows_[c]);
    of_twist += twist_rows_[c].transpose().lazyProduct(weighted);
  }
  return of_velocities(of_twist, twist_);
}

double PairConstraints::effective_mass(std::size_t cell, std::span<const Mat3> mobilities) const {
  double mobility = 0;
  for (const auto& [block, rows] : rows(cell))
    mobility += rows.row(0) * mobilities[block] * rows.row(0).transpose();
  return mobility > 0 ? 1 / mobility : 0;
}

void PairConstraints::weigh_spin(std::size_t c, Vec4& u) {
  const double radius = cells_[c].radius;
  if (!(radius > 0) || u[3] == 0)
    return;
  const double q = u.segment<2>(1).norm() * mean_over_rms / std::abs(u[3]);
  const double factor = std::sqrt(spin_share(q)) / mean_over_rms;
  twist_rows_[c].row(3) *= factor;
  u[3] *= factor;
}

bool PairConstraints::presses() const {
  return std::any_of(cells_.begin(), cells_.end(),
                     [](const CellConstraint& cell) { return cell.impulse[0] > 0; });
}

double PairConstraints::rolling(const BlockVector& v, double h, double slop) const {
  Vec3 normal = Vec3::Zero();
  for (const CellConstraint& cell : cells_)
    normal += cell.area * cell.normal;
  if (!normal.isZero(0))
    normal.normalize();
  const Twist twist = twist_ * rigid_velocity(bodies_, v);
  const Vec3 slides = twist.head<3>() - normal.dot(twist.head<3>()) * normal, turns = twist.tail<3>();
  double closes = 0;
  for (const CellConstraint& cell : cells_)
    closes = std::max(closes, std::abs(cell.normal.dot(slides)));
  const double turned = normal.isZero(0) ? turns.norm() : normal.cross(turns).norm();
  return std::min(1.0, h * std::max(turned / rolls, closes / (travels * slop)));
}

void PairConstraints::get_velocities(const BlockVector& v, std::span<Vec4> u) const {
  if (bodies_.rigid()) {
    const Twist twist = twist_ * rigid_velocity(bodies_, v);
    for (std::size_t c = 0; c < cells_.size(); ++c)
      u[c] = twist_rows_[c] * twist;
    return;
  }
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    u[c].setZero();
    for (const auto& [block, rows] : rows(c))
      u[c] += rows * v.segment<3>(3 * static_cast<Eigen::Index>(block));
  }
}

/// Of two rigid bodies: what b receives, about the centre.
Twist PairConstraints::sum_of_impulses() const {
  Twist sum = Twist::Zero();
  for (std::size_t c = 0; c < cells_.size(); ++c)
    sum += twist_rows_[c].transpose() * cells_[c].impulse;
  return sum;
}

/// Calls visit(block, impulse) for what the blocks of both bodies receive.
template <class Visit>
void PairConstraints::for_each_impulse(const Visit& visit) const {
  if (bodies_.rigid()) {
    const Eigen::Matrix<double, 12, 1> impulses = twist_.transpose() * sum_of_impulses();
    const auto rigid = bodies_.rigid_blocks();
    for (int k = 0; k < 4; ++k)
      visit(rigid[static_cast<std::size_t>(k)], impulses.segment<3>(3 * k));
    return;
  }
  for (std::size_t c = 0; c < cells_.size(); ++c)
    for (const auto& [block, rows] : rows(c))
      visit(block, rows.transpose() * cells_[c].impulse);
}

void PairConstraints::apply_impulses(BlockVector& y) const {
  for_each_impulse([&](std::uint32_t block, const Vec3& impulse) {
    y.segment<3>(3 * static_cast<Eigen::Index>(block)) += impulse;
  });
}

void PairConstraints::find_outcome(double h, PairOutcome& outcome) const {
  outcome.clear();
  outcome.pressure.assign(contacts().contacts.size(), 0);
  for (const CellConstraint& cell : cells_)
    outcome.pressure[cell.contact] = cell.impulse[0] / (h * cell.area);
  for_each_impulse(
      [&](std::uint32_t block, const Vec3& impulse) { outcome.add(bodies_, block, impulse / h); });
}

} // namespace lamina
