#include "core/mesh/near_vertices.h"

#include "core/mesh/hash_position.h"
#include "core/mesh/weld.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace lamina {

namespace {

/// Vertices nearly coincide if they are nearer than this share of the shortest edge at them.
constexpr double near_share = 0.2;

/// Points by the cube of a grid that they lie in; every cube is as wide as points are looked for around one.
/// Cubes that share a hash are searched together, which costs time only.
class PointGrid {
public:
  explicit PointGrid(double width) : width_(width) {}

  void add(const Vec3& point, std::uint32_t number) {
    const auto [first, is_new] = first_.try_emplace(hash_position(cube_of(point)), none);
    points_.push_back({point, number, first->second});
    first->second = static_cast<std::uint32_t>(points_.size() - 1);
  }

  /// Calls visit(point, number) for the points within a cube's width, and some others.
  template <class Visit>
  void visit_near(const Vec3& at, const Visit& visit) const {
    const Vec3 middle = cube_of(at);
    for (int k = 0; k < 27; ++k) {
      const Vec3 cube = middle + Vec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
      const auto first = first_.find(hash_position(cube));
      if (first == first_.end())
        continue;
      for (std::uint32_t i = first->second; i != none; i = points_[i].next)
        visit(points_[i].position, points_[i].number);
    }
  }

private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  struct Point {
    Vec3 position;
    std::uint32_t number, next;
  };

  Vec3 cube_of(const Vec3& point) const { return (point / width_).array().floor(); }
  double width_;
  std::unordered_map<std::uint64_t, std::uint32_t> first_;
  std::vector<Point> points_;
};

/// Vertices of edges that one triangle uses, each once, and the length of the shortest such edge at it.
struct Rim {
  std::vector<std::uint32_t> vertices;
  std::vector<double> shortest;
};

Rim rim_of(const TriangleMesh& mesh, const EdgeTable& edges) {
  std::vector<double> shortest(mesh.vertices.size(), std::numeric_limits<double>::infinity());
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    if (uses.size() != 1)
      continue;
    const double length = (mesh.vertices[uses[0].low] - mesh.vertices[uses[0].high]).norm();
    for (const std::uint32_t v : {uses[0].low, uses[0].high})
      shortest[v] = std::min(shortest[v], length);
  }
  Rim rim;
  for (std::uint32_t v = 0; v < shortest.size(); ++v)
    if (std::isfinite(shortest[v])) {
      rim.vertices.push_back(v);
      rim.shortest.push_back(shortest[v]);
    }
  return rim;
}

/// The greatest distance from a vertex of the rim to the next one, of those that nearly coincide.
double widest_gap(const TriangleMesh& mesh, const Rim& rim) {
  const double reach = near_share * *std::max_element(rim.shortest.begin(), rim.shortest.end());
  if (!(reach > 0))
    return 0;
  PointGrid grid(reach);
  for (const std::uint32_t v : rim.vertices)
    grid.add(mesh.vertices[v], v);
  double widest = 0;
  for (std::size_t i = 0; i < rim.vertices.size(); ++i) {
    const std::uint32_t own = rim.vertices[i];
    double nearest = std::numeric_limits<double>::infinity();
    grid.visit_near(mesh.vertices[own], [&](const Vec3& point, std::uint32_t v) {
      if (v != own)
        nearest = std::min(nearest, (point - mesh.vertices[own]).norm());
    });
    if (nearest <= near_share * rim.shortest[i])
      widest = std::max(widest, nearest);
  }
  return widest;
}

double rounded_up(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::ceil(1.01 * value / unit) * unit;
}

} // namespace

std::size_t join_near_positions(std::vector<Vec3>& positions, double distance) {
  PointGrid kept(distance);
  std::size_t moved = 0;
  for (std::uint32_t i = 0; i < positions.size(); ++i) {
    Vec3& position = positions[i];
    if (!position.allFinite())
      continue;
    std::uint32_t first = i;
    kept.visit_near(position, [&](const Vec3& point, std::uint32_t number) {
      if (number < first && (point - position).squaredNorm() <= distance * distance)
        first = number;
    });
    if (first == i) {
      kept.add(position, i);
      continue;
    }
    moved += position != positions[first];
    position = positions[first];
  }
  return moved;
}

double closing_distance(const TriangleMesh& mesh, const EdgeTable& edges) {
  const Rim rim = rim_of(mesh, edges);
  const double gap = rim.vertices.empty() ? 0 : widest_gap(mesh, rim);
  if (!(gap > 0))
    return 0;
  // Several vertices may lie around one place, where the next one is nearer than the farthest.
  for (const double factor : {1.0, 2.0, 4.0}) {
    const double distance = rounded_up(factor * gap);
    TriangleMesh joined = mesh;
    join_near_positions(joined.vertices, distance);
    weld(joined);
    if (!joined.triangles.empty() && count_edges(EdgeTable(joined)).boundary == 0)
      return distance;
  }
  return 0;
}

} // namespace lamina
