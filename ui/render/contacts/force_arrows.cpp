#include "ui/render/contacts/force_arrows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace lamina {
namespace {

/// Twenty thousand arrows cover any picture.
constexpr std::size_t most_arrows = 20'000;

bool can_move(const Snapshot& snapshot, std::uint32_t body) {
  return snapshot.infos && body < snapshot.infos->size() && body < snapshot.bodies.size() &&
         (*snapshot.infos)[body].mass > 0;
}

/// Entries of a gradient that are there.
std::span<const VertexGradient> entries(const PairContacts& contacts, const Range& range) {
  const std::size_t end = std::min<std::size_t>(range.end, contacts.gradient.size());
  return std::span(contacts.gradient)
      .subspan(std::min<std::size_t>(range.begin, end), end - std::min<std::size_t>(range.begin, end));
}

void add_body_forces(std::vector<PointForce>& forces, const Snapshot& snapshot) {
  for (std::uint32_t body = 0; body < snapshot.bodies.size(); ++body)
    if (can_move(snapshot, body))
      forces.push_back({snapshot.bodies[body].pose.position, snapshot.bodies[body].contact_force});
}

/// The weighted middle of the ends of friction points in each cell; of all of them for measures of the whole
/// pair.
std::map<int, Vec3> cell_middles(const PairContacts& contacts, bool whole) {
  std::map<int, Vec3> sums;
  std::map<int, double> weights;
  contacts.for_each_friction_point([&](const FrictionPoint& point) {
    for (std::size_t end = 0; end < 2; ++end) {
      const int cell = whole ? -1 : static_cast<int>(point.cell[end]);
      const double weight = point.weight + 1e-3 * point.area;
      sums.try_emplace(cell, Vec3::Zero()).first->second += weight * point.end[end];
      weights[cell] += weight;
    }
  });
  for (auto& [cell, sum] : sums)
    sum /= weights[cell];
  return sums;
}

void add_cell_forces(std::vector<PointForce>& forces, const Snapshot& snapshot, const PairState& pair) {
  const PairContacts& contacts = pair.contacts;
  if (contacts.contacts.empty())
    return;
  const std::map<int, Vec3> cells = cell_middles(contacts, contacts.contacts.front().cell < 0);
  for (std::size_t c = 0; c < std::min(contacts.contacts.size(), pair.pressure.size()); ++c) {
    const auto cell = cells.find(contacts.contacts[c].cell);
    if (cell == cells.end())
      continue;
    for (std::size_t side = 0; side < 2; ++side) {
      if (!can_move(snapshot, contacts.body[side]))
        continue;
      Vec3 sum = Vec3::Zero();
      for (const VertexGradient& entry : entries(contacts, contacts.contacts[c].gradient[side]))
        sum += entry.value;
      forces.push_back({cell->second, -pair.pressure[c] * contacts.contacts[c].spread() * sum});
    }
  }
}

/// Where a vertex of a body is; nothing if there is no such vertex.
std::optional<Vec3> vertex_position(const Snapshot& snapshot, std::uint32_t body, std::uint32_t vertex) {
  const BodyState& state = snapshot.bodies[body];
  if (state.positions)
    return vertex < state.positions->size() ? std::optional((*state.positions)[vertex]) : std::nullopt;
  const std::shared_ptr<const PreparedMesh>& mesh = (*snapshot.infos)[body].mesh;
  if (!mesh || vertex >= mesh->mesh.vertices.size())
    return std::nullopt;
  return state.mesh_pose * mesh->mesh.vertices[vertex];
}

void add_vertex_forces(std::vector<PointForce>& forces, const Snapshot& snapshot, const PairState& pair) {
  const PairContacts& contacts = pair.contacts;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::uint32_t body = contacts.body[side];
    if (!can_move(snapshot, body))
      continue;
    // A vertex takes part in several cells: one arrow for all of them.
    std::map<std::uint32_t, Vec3> sums;
    for (std::size_t c = 0; c < std::min(contacts.contacts.size(), pair.pressure.size()); ++c) {
      const Contact& contact = contacts.contacts[c];
      const double push = pair.pressure[c] * contact.spread();
      for (const VertexGradient& entry : entries(contacts, contact.gradient[side]))
        sums.try_emplace(entry.vertex, Vec3::Zero()).first->second -= push * entry.value;
    }
    for (const auto& [vertex, force] : sums)
      if (const std::optional<Vec3> at = vertex_position(snapshot, body, vertex))
        forces.push_back({*at, force});
  }
}

/// What forces are measured against: weight and size of the heaviest movable body.
struct Heaviest {
  double weight = 0; ///< N
  double size = 0;   ///< longest side, m
};
Heaviest heaviest_body(const Snapshot& snapshot, ShownShapes& shapes) {
  const BodyInfo* heaviest = nullptr;
  for (const BodyInfo& info : *snapshot.infos)
    if (info.mass > 0 && info.mesh && (!heaviest || info.mass > heaviest->mass))
      heaviest = &info;
  if (!heaviest)
    return {};
  const double gravity = snapshot.gravity_m_s2 > 0 ? snapshot.gravity_m_s2 : 9.81;
  return {heaviest->mass * gravity, shapes.of(heaviest->mesh).bounds.size().maxCoeff()};
}

double largest(const std::vector<PointForce>& forces) {
  double most = 0;
  for (const PointForce& force : forces)
    if (force.force.allFinite())
      most = std::max(most, force.force.norm());
  return most;
}

} // namespace

std::vector<PointForce> point_forces(const Snapshot& snapshot, ForceLevel level) {
  std::vector<PointForce> forces;
  if (level == ForceLevel::body)
    add_body_forces(forces, snapshot);
  for (const PairState& pair : snapshot.pairs) {
    if (level == ForceLevel::cell)
      add_cell_forces(forces, snapshot, pair);
    else if (level == ForceLevel::vertex)
      add_vertex_forces(forces, snapshot, pair);
  }
  return forces;
}

ForceArrows force_arrows(const Snapshot& snapshot, const ViewOptions& options, ShownShapes& shapes,
                         double metres_per_pixel, ForceRanges& ranges) {
  ForceArrows result;
  if (!options.forces || !snapshot.infos)
    return result;
  const Heaviest heaviest = heaviest_body(snapshot, shapes);
  const std::vector<PointForce> forces = point_forces(snapshot, options.force_level);
  const bool bodies = options.force_level == ForceLevel::body;
  double longest = 8 * heaviest.size;
  if (bodies) {
    result.metres_per_newton =
        heaviest.weight > 0 ? options.arrow_scale * heaviest.size / heaviest.weight : 0;
  } else {
    SteadyRange& range = options.force_level == ForceLevel::cell ? ranges.cells : ranges.vertices;
    longest = 0.5 * options.arrow_scale * heaviest.size;
    const double top = range.update(largest(forces));
    result.metres_per_newton = top > 0 ? longest / top : 0;
  }
  const double radius = (bodies ? 3 : 1.4) * options.pixel_ratio * metres_per_pixel;
  for (const PointForce& force : forces) {
    Vec3 reach = result.metres_per_newton * force.force;
    const double length = reach.norm();
    if (!(length > radius) || !std::isfinite(length) || result.arrows.size() >= most_arrows)
      continue;
    reach *= std::min(1.0, longest / length);
    result.arrows.push_back({force.point, reach, radius, theme(options.dark).force});
  }
  return result;
}

} // namespace lamina
