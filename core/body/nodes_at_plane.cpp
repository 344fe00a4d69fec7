#include "core/body/nodes_at_plane.h"

#include "core/mesh/tet_faces.h"
#include "core/mesh/tet_surface.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// By how much of their volume the tetrahedra at a node may change together, where the boundary is curved.
constexpr double most_changed = 0.06;

/// And the whole solid by all cuts.
constexpr double most_changed_by_all = 0.01;

/// Of its volume: less is rounding, of nodes that move along a flat boundary.
constexpr double unchanged = 1e-12;

} // namespace

NodesAtPlane::NodesAtPlane(const SolidToCut& solid, const TetNeighbours& neighbours,
                           const CutTriangle& triangle, const Vec3& normal)
    : solid_(solid), neighbours_(neighbours), nodes_(solid.nodes.begin(), solid.nodes.end()),
      rest_(solid.rest.begin(), solid.rest.end()), gained_(solid.six_volumes_gained) {
  distances_.resize(nodes_.size());
  for (std::size_t i = 0; i < distances_.size(); ++i)
    distances_[i] = normal.dot(nodes_[i] - triangle[0]);
  find_near(triangle);
  if (near_.empty())
    return;
  list_tetrahedra();
  find_boundary();
}

NodesAtPlane::NodePair NodesAtPlane::sorted(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

/// A tetrahedron with nodes on both sides has no point farther from the plane than it is long.
bool NodesAtPlane::may_reach(const Tetrahedron& tetrahedron, const Box& triangle) const {
  Box box;
  for (const std::uint32_t node : tetrahedron)
    box.include(nodes_[node]);
  const Vec3 margin = Vec3::Constant(1.1 * box.size().norm());
  return triangle.overlaps({box.min - margin, box.max + margin});
}

void NodesAtPlane::find_near(const CutTriangle& triangle) {
  Box reached;
  for (const Vec3& corner : triangle)
    reached.include(corner);
  constexpr std::uint8_t below = 1, above = 2, both = 3; // a node on the plane is both
  std::vector<std::uint8_t> sides(nodes_.size());
  for (std::size_t i = 0; i < sides.size(); ++i)
    sides[i] = static_cast<std::uint8_t>((distances_[i] <= 0 ? below : 0) | (distances_[i] >= 0 ? above : 0));
  for (std::uint32_t t = 0; t < solid_.tetrahedra.size(); ++t) {
    const auto& [a, b, c, d] = solid_.tetrahedra[t];
    if ((sides[a] | sides[b] | sides[c] | sides[d]) == both && may_reach(solid_.tetrahedra[t], reached))
      near_.push_back(t);
  }
}

/// Those at nodes of near tetrahedra, whether the plane meets them or not.
void NodesAtPlane::list_tetrahedra() {
  places_.resize(nodes_.size());
  for (const std::uint32_t t : near_)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t node = solid_.tetrahedra[t][k];
      if (is_listed(node))
        continue;
      const auto begin = static_cast<std::uint32_t>(at_.size());
      neighbours_.for_each_at(solid_.tetrahedra, solid_.whole.tetrahedra[t][k], node,
                              [this](std::uint32_t at) { at_.push_back(at); });
      places_[node] = {begin, static_cast<std::uint32_t>(at_.size()) - begin};
      listed_.push_back(node);
    }
}

void NodesAtPlane::find_boundary() {
  is_split_ = neighbours_.mark(solid_.split);
  on_boundary_.assign(nodes_.size(), 0);
  for (const std::uint32_t node : listed_)
    for (const std::uint32_t t : at(node))
      for (std::uint32_t half = 4 * t; half < 4 * t + 4; ++half) {
        if (solid_.tetrahedra[t][half % 4] == node || !is_boundary(half))
          continue;
        on_boundary_[node] = 1;
        for (const std::uint32_t other : face_of(solid_.tetrahedra[t], static_cast<int>(half % 4)))
          if (node < other && is_listed(other))
            boundary_edges_.push_back({node, other});
      }
  std::sort(boundary_edges_.begin(), boundary_edges_.end());
}

double NodesAtPlane::twice_face_area(std::uint32_t half) const {
  const Triangle face = face_of(solid_.tetrahedra[half / 4], static_cast<int>(half % 4));
  return (nodes_[face[1]] - nodes_[face[0]]).cross(nodes_[face[2]] - nodes_[face[0]]).norm();
}

bool NodesAtPlane::crosses(std::uint32_t i, std::uint32_t j) const {
  const double a = distances_[i], b = distances_[j];
  return (a < 0 && b > 0) || (a > 0 && b < 0);
}

bool NodesAtPlane::may_move(std::uint32_t node, std::uint32_t towards) const {
  if (solid_.held[node])
    return false;
  return !on_boundary_[node] ||
         std::binary_search(boundary_edges_.begin(), boundary_edges_.end(), sorted(node, towards));
}

/// Whether the tetrahedra at a node keep enough of their volume, in the world and at rest.
bool NodesAtPlane::leaves_room(std::uint32_t node) const {
  for (const std::uint32_t t : at(node)) {
    const Tetrahedron& tetrahedron = solid_.tetrahedra[t];
    const double rest = six_volumes(rest_, tetrahedron);
    if (!(rest > least_left_by_cuts * six_volumes(solid_.whole.nodes, solid_.whole.tetrahedra[t])))
      return false;
    const double now = six_volumes(solid_.nodes, tetrahedron);
    if (now > 0 && !(six_volumes(nodes_, tetrahedron) > least_left_by_cuts * now))
      return false;
  }
  return true;
}

/// Of the tetrahedra at a node, at rest.
double NodesAtPlane::six_volumes_at(std::uint32_t node) const {
  double sum = 0;
  for (const std::uint32_t t : at(node))
    sum += six_volumes(rest_, solid_.tetrahedra[t]);
  return sum;
}

/// Whether the solid may gain so much volume at a node whose tetrahedra have this one.
bool NodesAtPlane::may_change(double change, double volume) const {
  if (std::abs(change) <= unchanged * volume)
    return true;
  return std::abs(change) <= most_changed * volume &&
         std::abs(gained_ + change) <= most_changed_by_all * solid_.six_volumes_whole;
}

bool NodesAtPlane::move(const NodeMove& move) {
  const Vec3 node = nodes_[move.node], rest = rest_[move.node];
  // The nodes around one that is not on the boundary hold the volume together.
  const bool counts = on_boundary_[move.node] != 0;
  const double before = counts ? six_volumes_at(move.node) : 0;
  nodes_[move.node] += move.share * (nodes_[move.towards] - node);
  rest_[move.node] += move.share * (rest_[move.towards] - rest);
  const double change = counts ? six_volumes_at(move.node) - before : 0;
  if (!leaves_room(move.node) || !may_change(change, before)) {
    nodes_[move.node] = node;
    rest_[move.node] = rest;
    return false;
  }
  gained_ += change;
  const double from = distances_[move.node], to = distances_[move.towards];
  distances_[move.node] = move.share == from / (from - to) ? 0 : from + move.share * (to - from);
  return true;
}

} // namespace lamina
