#include "tests/papers/m04/plane_mesh.h"

#include "core/mesh/union_find.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>
#include <set>

namespace lamina::papers::m04 {

namespace {

constexpr double pi = std::numbers::pi;

PlaneEdge lower_first(std::uint32_t a, std::uint32_t b) {
  return {std::min(a, b), std::max(a, b)};
}

/// The node of a disc's ring, counted around it.
std::uint32_t on_ring(std::uint32_t ring, std::uint32_t place) {
  return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + place % (6 * ring);
}

/// Moves nodes inside about by up to this much along either axis, so that nothing is regular.
void shake(PlaneMesh& mesh, double size) {
  std::vector<char> fixed(mesh.nodes.size(), 0);
  for (const PlaneEdge& edge : plane_boundary(mesh))
    fixed[edge[0]] = fixed[edge[1]] = 1;
  std::mt19937 engine(4);
  std::uniform_real_distribution<double> within(-size, size);
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    if (!fixed[i])
      mesh.nodes[i] += Vec2(within(engine), within(engine));
}

/// Whether each node has a triangle whose middle lies above the line through the origin along x.
std::vector<char> above(const PlaneMesh& mesh) {
  std::vector<char> found(mesh.nodes.size(), 0);
  for (const auto& [a, b, c] : mesh.triangles)
    if (mesh.nodes[a].y() + mesh.nodes[b].y() + mesh.nodes[c].y() > 0)
      found[a] = found[b] = found[c] = 1;
  return found;
}

/// Sets of corners of triangles (three times the triangle, and which) at the same node: two hang together
/// where an edge at both is not cut.
UnionFind corners_that_hang_together(const PlaneMesh& mesh, const std::set<PlaneEdge>& cut) {
  UnionFind corners(3 * mesh.triangles.size());
  std::map<PlaneEdge, std::array<std::uint32_t, 2>> seen;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t from = 3 * t + k, to = 3 * t + (k + 1) % 3;
      const PlaneEdge edge = lower_first(mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]);
      if (cut.contains(edge))
        continue;
      const auto [at, first] = seen.insert({edge, {from, to}});
      if (first)
        continue;
      // The neighbour runs along the edge the other way.
      corners.unite(at->second[0], to);
      corners.unite(at->second[1], from);
    }
  return corners;
}

} // namespace

PlaneMesh plane_disc(double radius, std::uint32_t rings) {
  PlaneMesh mesh;
  mesh.nodes.push_back(Vec2::Zero());
  for (std::uint32_t ring = 1; ring <= rings; ++ring)
    for (std::uint32_t place = 0; place < 6 * ring; ++place) {
      const double angle = 2 * pi * place / (6 * ring);
      mesh.nodes.push_back(radius * ring / rings * Vec2(std::cos(angle), std::sin(angle)));
    }
  for (std::uint32_t ring = 1; ring <= rings; ++ring)
    for (std::uint32_t sector = 0; sector < 6; ++sector)
      for (std::uint32_t k = 0; k < ring; ++k) {
        const std::uint32_t outer = sector * ring + k, inner = sector * (ring - 1) + k;
        mesh.triangles.push_back({on_ring(ring - 1, inner), on_ring(ring, outer), on_ring(ring, outer + 1)});
        if (k + 1 < ring)
          mesh.triangles.push_back(
              {on_ring(ring - 1, inner), on_ring(ring, outer + 1), on_ring(ring - 1, inner + 1)});
      }
  return mesh;
}

PlaneMesh plane_rectangle(const Vec2& size, std::uint32_t nodes_x, std::uint32_t nodes_y) {
  PlaneMesh mesh;
  for (std::uint32_t y = 0; y < nodes_y; ++y)
    for (std::uint32_t x = 0; x < nodes_x; ++x)
      mesh.nodes.push_back({size.x() * x / (nodes_x - 1), size.y() * y / (nodes_y - 1)});
  for (std::uint32_t y = 0; y + 1 < nodes_y; ++y)
    for (std::uint32_t x = 0; x + 1 < nodes_x; ++x) {
      const std::uint32_t a = y * nodes_x + x, b = a + 1, c = b + nodes_x, d = a + nodes_x;
      if ((x + y) % 2 == 0)
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
      else
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {b, c, d}});
    }
  return mesh;
}

std::vector<PlaneEdge> plane_boundary(const PlaneMesh& mesh) {
  std::set<PlaneEdge> all;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      all.insert({t[k], t[(k + 1) % 3]});
  std::vector<PlaneEdge> boundary;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      if (!all.contains({t[(k + 1) % 3], t[k]}))
        boundary.push_back({t[k], t[(k + 1) % 3]});
  return boundary;
}

PlaneMesh cut_plane(const PlaneMesh& mesh, std::span<const PlaneEdge> edges) {
  std::set<PlaneEdge> parted;
  for (const PlaneEdge& edge : edges)
    parted.insert(lower_first(edge[0], edge[1]));
  UnionFind corners = corners_that_hang_together(mesh, parted);
  PlaneMesh cut = mesh;
  std::map<std::uint32_t, std::uint32_t> node_of_fan;
  std::vector<char> taken(mesh.nodes.size(), 0);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t node = mesh.triangles[t][k], fan = corners.find(3 * t + k);
      if (!node_of_fan.contains(fan)) {
        node_of_fan[fan] = taken[node] ? static_cast<std::uint32_t>(cut.nodes.size()) : node;
        if (taken[node])
          cut.nodes.push_back(mesh.nodes[node]);
        taken[node] = 1;
      }
      cut.triangles[t][k] = node_of_fan[fan];
    }
  return cut;
}

double mean_side(const PlaneMesh& mesh) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      sum += (mesh.nodes[t[k]] - mesh.nodes[t[(k + 1) % 3]]).norm();
  return sum / (3.0 * static_cast<double>(mesh.triangles.size()));
}

PlaneMesh cut_disc() {
  constexpr std::uint32_t rings = 12, beyond = 5; // 469 nodes, and 17 that the cut doubles
  const PlaneMesh whole = plane_disc(1, rings);
  std::vector<PlaneEdge> cut;
  for (std::uint32_t ring = 0; ring < rings; ++ring)
    cut.push_back({on_ring(ring, 0), on_ring(ring + 1, 0)});
  for (std::uint32_t ring = 0; ring < beyond; ++ring)
    cut.push_back({on_ring(ring, 3 * ring), on_ring(ring + 1, 3 * (ring + 1))});
  PlaneMesh mesh = cut_plane(whole, cut);
  shake(mesh, 0.1 / rings);

  // Around the end of the cut all angles shrink by a twelfth, which opens it.
  const Vec2 end = whole.nodes[on_ring(beyond, 3 * beyond)];
  const std::vector<char> is_above = above(mesh);
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    const Vec2 way = mesh.nodes[i] - end;
    double angle = std::atan2(way.y(), way.x()); // from the cut, to either side
    if (std::abs(angle) < 1e-9)
      angle = is_above[i] ? 0 : 2 * pi;
    else if (angle < 0)
      angle += 2 * pi;
    const double turned = pi + (angle - pi) * 11 / 12;
    mesh.nodes[i] = end + way.norm() * Vec2(std::cos(turned), std::sin(turned));
  }
  return mesh;
}

PlaneMesh cut_rectangle() {
  constexpr std::uint32_t nodes_x = 39, nodes_y = 25, at = 15; // 975 nodes, and 25 that the cut doubles
  PlaneMesh mesh = plane_rectangle({2, 2.0 * (nodes_y - 1) / (nodes_x - 1)}, nodes_x, nodes_y);
  std::vector<PlaneEdge> cut;
  for (std::uint32_t y = 0; y + 1 < nodes_y; ++y)
    cut.push_back({y * nodes_x + at, (y + 1) * nodes_x + at});
  mesh = cut_plane(mesh, cut);
  const double side = 2.0 / (nodes_x - 1), middle = at * side;
  shake(mesh, 0.1 * side);

  // The right part moves away, and both bend upwards.
  std::vector<char> right(mesh.nodes.size(), 0);
  for (const auto& [a, b, c] : mesh.triangles)
    if (mesh.nodes[a].x() + mesh.nodes[b].x() + mesh.nodes[c].x() > 3 * middle)
      right[a] = right[b] = right[c] = 1;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    Vec2& p = mesh.nodes[i];
    p += Vec2(right[i] ? 2 * side : 0, 0.25 * std::sin(3 * p.x()));
  }
  return mesh;
}

} // namespace lamina::papers::m04
