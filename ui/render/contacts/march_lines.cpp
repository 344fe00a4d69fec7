#include "ui/render/contacts/march_lines.h"

#include "ui/render/contacts/thinning.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr double foot_width = 1.6; // logical pixels

/// Fixed bodies so many times as large as all that moves are floors.
constexpr double floor_size = 3;

double size_of(const BodyInfo& info) {
  return info.rest_bounds.empty() ? 0 : info.rest_bounds.size().norm();
}

double largest_moving(const std::vector<BodyInfo>& infos) {
  double largest = 0;
  for (const BodyInfo& info : infos)
    if (info.kind != BodyKind::fixed)
      largest = std::max(largest, size_of(info));
  return largest;
}

double dot_of(NodeVisit visit) {
  return visit == NodeVisit::colliding ? 5.5 : visit == NodeVisit::visited ? 4 : 2.2;
}

/// What is not marched through has nothing to tell of its other nodes.
bool is_counted(const MarchedSolid& solid, NodeVisit visit) {
  return !solid.rigid || visit == NodeVisit::colliding;
}

bool collides(const MarchedSolid& solid) {
  return std::find(solid.visits.begin(), solid.visits.end(), NodeVisit::colliding) != solid.visits.end();
}

} // namespace

std::vector<ShownSolid> shown_solids(const Snapshot& snapshot) {
  std::vector<ShownSolid> shown;
  const TetSearch* search = snapshot.search ? snapshot.search->find<TetSearch>() : nullptr;
  if (!search || !snapshot.infos)
    return shown;
  const std::vector<BodyInfo>& infos = *snapshot.infos;
  const double largest = largest_moving(infos);
  for (std::uint32_t body = 0; body < std::min(search->solids.size(), infos.size()); ++body) {
    const MarchedSolid* solid = search->solids[body].get();
    const bool floor = largest > 0 && size_of(infos[body]) > floor_size * largest;
    if (solid && (infos[body].kind != BodyKind::fixed || (!floor && collides(*solid))))
      shown.push_back({body, solid});
  }
  return shown;
}

double greatest_distance(const std::vector<ShownSolid>& solids) {
  const bool all_rigid =
      std::all_of(solids.begin(), solids.end(), [](const ShownSolid& shown) { return shown.solid->rigid; });
  float most = 0;
  for (const ShownSolid& shown : solids)
    if (all_rigid || !shown.solid->rigid)
      for (const float distance : shown.solid->distances)
        if (std::isfinite(distance))
          most = std::max(most, distance);
  return double(most);
}

std::array<std::size_t, 3> count_visits(const std::vector<ShownSolid>& solids) {
  std::array<std::size_t, 3> counts{};
  for (const ShownSolid& shown : solids)
    for (const NodeVisit visit : shown.solid->visits)
      counts[static_cast<std::size_t>(visit)] += is_counted(*shown.solid, visit);
  return counts;
}

Colour visit_colour(NodeVisit visit) {
  switch (visit) {
  case NodeVisit::colliding:
    return palette_colour(2); // vermilion
  case NodeVisit::visited:
    return palette_colour(5); // sky blue
  case NodeVisit::none:
    break;
  }
  return {0.55f, 0.57f, 0.60f};
}

const char* visit_word(NodeVisit visit) {
  switch (visit) {
  case NodeVisit::colliding:
    return "colliding";
  case NodeVisit::visited:
    return "visited";
  case NodeVisit::none:
    break;
  }
  return "not visited";
}

bool has_dot(const MarchedSolid& solid, std::size_t node) {
  return is_counted(solid, solid.visits[node]);
}

void add_node_dots(std::vector<Line>& lines, const std::vector<ShownSolid>& solids,
                   const std::function<bool(const Vec3&)>& kept) {
  std::size_t all = 0;
  for (const ShownSolid& shown : solids)
    all += shown.solid->nodes.size();
  const std::size_t stride = 1 + (all > 0 ? (all - 1) / most_thinned : 0);
  // Those that matter come last, so that they lie on top.
  for (const NodeVisit visit : {NodeVisit::none, NodeVisit::visited, NodeVisit::colliding})
    for (const ShownSolid& shown : solids)
      for (std::size_t node = 0; node < shown.solid->nodes.size(); ++node) {
        const Vec3& at = shown.solid->nodes[node];
        if (shown.solid->visits[node] != visit || !has_dot(*shown.solid, node) ||
            (visit != NodeVisit::colliding && node % stride != 0) || !at.allFinite() || !kept(at))
          continue;
        lines.push_back({at, at, dot_of(visit), visit_colour(visit), visit == NodeVisit::none ? 0.5f : 1.0f});
      }
}

void add_foot_lines(std::vector<Line>& lines, const std::vector<ShownSolid>& solids) {
  for (const ShownSolid& shown : solids)
    for (const MarchedSolid::Foot& foot : shown.solid->feet) {
      const Vec3& from = shown.solid->nodes[foot.node];
      if (!from.allFinite() || !foot.place.allFinite())
        continue;
      lines.push_back({from, foot.place, foot_width, foot_colour(), 1});
      lines.push_back({foot.place, foot.place, 2.5 * foot_width, foot_colour(), 1});
    }
}

Colour foot_colour() {
  return palette_colour(3); // bluish green
}

} // namespace lamina
