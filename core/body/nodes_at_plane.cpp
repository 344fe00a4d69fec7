#include "core/body/nodes_at_plane.h"

#include "core/mesh/tet_faces.h"

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

double six_volumes(const Tetrahedron& t, std::span<const Vec3> nodes) {
  const Vec3& origin = nodes[t[0]];
  return (nodes[t[1]] - origin).cross(nodes[t[2]] - origin).dot(nodes[t[3]] - origin);
}

} // namespace

NodesAtPlane::NodesAtPlane(const SolidToCut& solid, const TetNeighbours& neighbours,
                           const CutTriangle& triangle, const Vec3& normal)
    : solid_(solid), neighbours_(neighbours), nodes_(solid.nodes.begin(), solid.nodes.end()),
      rest_(solid.rest.begin(), solid.rest.end()) {
  distances_.resize(nodes_.size());
  for (std::size_t i = 0; i < distances_.size(); ++i)
    distances_[i] = normal.dot(nodes_[i] - triangle[0]);
  find_near(triangle);
  if (near_.empty())
    return;
  sum_volumes();
  list_tetrahedra();
  find_boundary();
}

NodesAtPlane::NodePair NodesAtPlane::sorted(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

void NodesAtPlane::sum_volumes() {
  for (std::size_t t = 0; t < solid_.tetrahedra.size(); ++t) {
    const double whole = six_volumes(solid_.whole.tetrahedra[t], solid_.whole.nodes);
    whole_ += whole;
    changed_ += six_volumes(solid_.tetrahedra[t], rest_) - whole;
  }
}

/// A tetrahedron with nodes on both sides has no point farther from the plane than it is long.
void NodesAtPlane::find_near(const CutTriangle& triangle) {
  Box reached;
  for (const Vec3& corner : triangle)
    reached.include(corner);
  const auto may_reach = [&](const Tetrahedron& t) {
    Box box;
    for (const std::uint32_t node : t)
      box.include(nodes_[node]);
    const Vec3 margin = Vec3::Constant(1.1 * box.size().norm());
    return reached.overlaps({box.min - margin, box.max + margin});
  };
  for (std::uint32_t t = 0; t < solid_.tetrahedra.size(); ++t) {
    double least = distances_[solid_.tetrahedra[t][0]], most = least;
    for (const std::uint32_t node : solid_.tetrahedra[t]) {
      least = std::min(least, distances_[node]);
      most = std::max(most, distances_[node]);
    }
    if (least <= 0 && most >= 0 && may_reach(solid_.tetrahedra[t]))
      near_.push_back(t);
  }
}

/// Those at nodes of near tetrahedra, whether the plane meets them or not.
void NodesAtPlane::list_tetrahedra() {
  std::vector<std::uint8_t> wanted(nodes_.size(), 0);
  for (const std::uint32_t t : near_)
    for (const std::uint32_t node : solid_.tetrahedra[t])
      wanted[node] = 1;
  begin_at_.assign(nodes_.size() + 1, 0);
  for (const Tetrahedron& tetrahedron : solid_.tetrahedra)
    for (const std::uint32_t node : tetrahedron)
      begin_at_[node + 1] += wanted[node];
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    begin_at_[i + 1] += begin_at_[i];
  at_.resize(begin_at_.back());
  std::vector<std::uint32_t> next(begin_at_.begin(), begin_at_.end() - 1);
  for (std::uint32_t t = 0; t < solid_.tetrahedra.size(); ++t)
    for (const std::uint32_t node : solid_.tetrahedra[t])
      if (wanted[node])
        at_[next[node]++] = t;
}

std::span<const std::uint32_t> NodesAtPlane::at(std::uint32_t node) const {
  return std::span(at_).subspan(begin_at_[node], begin_at_[node + 1] - begin_at_[node]);
}

void NodesAtPlane::find_boundary() {
  is_boundary_.resize(neighbours_.halves());
  for (std::uint32_t half = 0; half < neighbours_.halves(); ++half)
    is_boundary_[half] = neighbours_.across(half) == TetNeighbours::none;
  for (const std::uint32_t face : solid_.split)
    is_boundary_[face] = is_boundary_[neighbours_.across(face)] = 1;
  on_boundary_.assign(nodes_.size(), 0);
  for (std::uint32_t half = 0; half < neighbours_.halves(); ++half) {
    if (!is_boundary(half))
      continue;
    const Triangle face = face_of(solid_.tetrahedra[half / 4], static_cast<int>(half % 4));
    for (std::size_t k = 0; k < 3; ++k) {
      on_boundary_[face[k]] = 1;
      if (is_listed(face[k]) && is_listed(face[(k + 1) % 3]))
        boundary_edges_.push_back(sorted(face[k], face[(k + 1) % 3]));
    }
  }
  std::sort(boundary_edges_.begin(), boundary_edges_.end());
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
    const double rest = six_volumes(tetrahedron, rest_);
    if (!(rest > least_left_by_cuts * six_volumes(solid_.whole.tetrahedra[t], solid_.whole.nodes)))
      return false;
    const double now = six_volumes(tetrahedron, solid_.nodes);
    if (now > 0 && !(six_volumes(tetrahedron, nodes_) > least_left_by_cuts * now))
      return false;
  }
  return true;
}

/// Of the tetrahedra at a node, at rest.
double NodesAtPlane::six_volumes_at(std::uint32_t node) const {
  double sum = 0;
  for (const std::uint32_t t : at(node))
    sum += six_volumes(solid_.tetrahedra[t], rest_);
  return sum;
}

/// Whether the solid may gain so much volume at a node whose tetrahedra have this one.
bool NodesAtPlane::may_change(double change, double volume) const {
  if (std::abs(change) <= unchanged * volume)
    return true;
  return std::abs(change) <= most_changed * volume &&
         std::abs(changed_ + change) <= most_changed_by_all * whole_;
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
  changed_ += change;
  const double from = distances_[move.node], to = distances_[move.towards];
  distances_[move.node] = move.share == from / (from - to) ? 0 : from + move.share * (to - from);
  return true;
}

} // namespace lamina
