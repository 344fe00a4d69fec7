#include "core/simulation/simulation_state.h"

#include "core/base/error.h"

namespace lamina {

namespace {

/// Cells by which sheets of two substeps overlap: tetrahedra between them would hold the sides together.
constexpr double overlapping_cells = 1.5;

bool overlap(const Box& a, const Box& b) {
  return !a.intersection(b).empty();
}

/// What an edge swept, from a little before where it was: so that sheets of two steps leave no gap between
/// them where the body has moved on.
std::vector<CutTriangle> swept_sheet(const std::array<Vec3, 2>& before, const std::array<Vec3, 2>& now,
                                     double overlap) {
  std::array<Vec3, 2> from = before;
  for (std::size_t end = 0; end < 2; ++end) {
    const Vec3 way = now[end] - before[end];
    if (const double length = way.norm(); length > 0)
      from[end] -= overlap / length * way;
  }
  return {{from[0], from[1], now[1]}, {from[0], now[1], now[0]}};
}

} // namespace

std::vector<const CutBodies*> standing_cuts(std::span<const Simulation::LoggedEvent> events,
                                            std::uint64_t step) {
  std::vector<const CutBodies*> cuts;
  for (const Simulation::LoggedEvent& logged : events) {
    if (logged.step != step)
      continue;
    if (const auto* cut = std::get_if<CutBodies>(&logged.event))
      cuts.push_back(cut);
    else if (std::holds_alternative<UndoCut>(logged.event) && !cuts.empty())
      cuts.pop_back();
  }
  return cuts;
}

void Simulation::State::cut_bodies(const CutBodies& request) {
  for (const std::uint32_t body : request.bodies) {
    if (body >= bodies.size())
      throw InputError("there is no body number " + std::to_string(body) + " to cut");
    if (!bodies[body]->can_be_cut())
      throw InputError("body \"" + scene->bodies[body].name +
                       "\" cannot be cut: only soft bodies of tetrahedra can");
  }
  for (const std::uint32_t body : request.bodies)
    bodies[body]->cut(request.sheet);
  follow_surfaces();
}

/// The bodies as the last step left them, with the cuts since.
void Simulation::State::repeat_cuts(std::span<const CutBodies* const> cuts) {
  restore(history.newest().bodies);
  remember_as(history.newest());
  for (const CutBodies* cut : cuts)
    cut_bodies(*cut);
}

void Simulation::State::undo_cut() {
  std::vector<const CutBodies*> cuts = standing_cuts(events, statistics.step);
  if (cuts.empty())
    return;
  cuts.pop_back();
  repeat_cuts(cuts);
}

std::vector<BladeEdge> Simulation::State::blade_edges() const {
  std::vector<BladeEdge> edges;
  for (std::uint32_t body = 0; body < bodies.size(); ++body)
    if (const auto& blade = scene->bodies[body].blade) {
      const Pose pose = bodies[body]->mesh_pose();
      edges.push_back({body, {pose * (*blade)[0], pose * (*blade)[1]}});
    }
  return edges;
}

void Simulation::State::cut_with_blades(std::span<const BladeEdge> before) {
  if (before.empty())
    return;
  const std::vector<BladeEdge> now = blade_edges();
  for (std::size_t k = 0; k < now.size(); ++k) {
    if (now[k].ends == before[k].ends)
      continue;
    for (std::uint32_t body = 0; body < bodies.size(); ++body) {
      if (!bodies[body]->can_be_cut() || body == now[k].body ||
          share_a_group(scene->bodies[body], scene->bodies[now[k].body]))
        continue;
      const auto sheet =
          swept_sheet(before[k].ends, now[k].ends, overlapping_cells * surfaces[body]->node_spacing);
      Box bounds;
      for (const CutTriangle& triangle : sheet)
        for (const Vec3& corner : triangle)
          bounds.include(corner);
      if (overlap(bounds, surfaces[body]->bounds))
        bodies[body]->cut(sheet);
    }
  }
}

} // namespace lamina
