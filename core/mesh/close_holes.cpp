#include "core/mesh/close_holes.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

namespace lamina {

namespace {

/// Vertices around a hole, in the order in which its triangles run along the boundary.
using Loop = std::vector<std::uint32_t>;

/// Edges of the surface by both their ends.
class KnownEdges {
public:
  void insert(std::uint32_t a, std::uint32_t b) { keys_.insert(key(a, b)); }
  bool contains(std::uint32_t a, std::uint32_t b) const { return keys_.contains(key(a, b)); }

private:
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
  }
  std::unordered_set<std::uint64_t> keys_;
};

struct DirectedEdge {
  std::uint32_t from, to;
};

/// The boundary edges as triangles that fill holes run along them, by where they begin.
std::vector<DirectedEdge> hole_edges(const EdgeTable& edges) {
  std::vector<DirectedEdge> open;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const EdgeUse& use = edges.uses(e)[0];
    if (edges.uses(e).size() == 1)
      open.push_back(use.forward ? DirectedEdge{use.high, use.low} : DirectedEdge{use.low, use.high});
  }
  std::stable_sort(open.begin(), open.end(),
                   [](const DirectedEdge& a, const DirectedEdge& b) { return a.from < b.from; });
  return open;
}

/// As many edges begin at each vertex as end there. So a walk along them comes back, and what lies between
/// two visits of a vertex is a loop.
std::vector<Loop> find_loops(const std::vector<DirectedEdge>& edges, std::size_t vertices) {
  std::vector<std::size_t> next(vertices + 1, 0);
  for (const DirectedEdge& edge : edges)
    ++next[edge.from + 1];
  for (std::size_t v = 0; v < vertices; ++v)
    next[v + 1] += next[v];
  const std::vector<std::size_t> begin = next;

  constexpr std::size_t not_on_path = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> place(vertices, not_on_path);
  std::vector<Loop> loops;
  for (const DirectedEdge& first : edges) {
    Loop path{first.from};
    place[first.from] = 0;
    while (next[path.back()] < begin[path.back() + 1]) {
      const std::uint32_t to = edges[next[path.back()]++].to;
      if (place[to] == not_on_path) {
        place[to] = path.size();
        path.push_back(to);
        continue;
      }
      const auto cut = path.begin() + static_cast<std::ptrdiff_t>(place[to]);
      loops.emplace_back(cut, path.end());
      for (auto behind = cut + 1; behind != path.end(); ++behind)
        place[*behind] = not_on_path;
      path.erase(cut + 1, path.end());
    }
    place[first.from] = not_on_path;
  }
  return loops;
}

struct Cost {
  std::uint32_t faults = 0; ///< slivers, and edges that would be shared by more than two triangles
  double area = 0;

  bool operator<(const Cost& other) const {
    return faults != other.faults ? faults < other.faults : area < other.area;
  }
  Cost operator+(const Cost& other) const { return {faults + other.faults, area + other.area}; }
};

Cost triangle_cost(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double area = 0.5 * (b - a).cross(c - a).norm();
  const double ab = (b - a).squaredNorm(), bc = (c - b).squaredNorm(), ca = (a - c).squaredNorm();
  // A rim that is straight but for single precision is lower than this over its length.
  constexpr double flattest = 5e-5;
  // Planar holes have many triangulations of the same area; of them, the one with short edges.
  constexpr double weight_of_sides = 1e-5;
  return {area < flattest * std::max({ab, bc, ca}), area + weight_of_sides * (ab + bc + ca)};
}

void fill_by_area(const Loop& loop, TriangleMesh& mesh, KnownEdges& known) {
  const std::size_t n = loop.size();
  const auto at = [&](std::size_t i) -> const Vec3& { return mesh.vertices[loop[i]]; };

  // Of the part of the loop from i to j, closed by the chord between them: its cost, and its third corner.
  std::vector<Cost> cost(n * n);
  std::vector<std::size_t> third(n * n, 0);
  for (std::size_t length = 2; length < n; ++length)
    for (std::size_t i = 0, j = length; j < n; ++i, ++j) {
      Cost best{std::numeric_limits<std::uint32_t>::max(), 0};
      for (std::size_t k = i + 1; k < j; ++k) {
        const Cost whole = cost[i * n + k] + cost[k * n + j] + triangle_cost(at(i), at(k), at(j));
        if (whole < best) {
          best = whole;
          third[i * n + j] = k;
        }
      }
      const bool chord = length < n - 1;
      best.faults += chord && known.contains(loop[i], loop[j]);
      cost[i * n + j] = best;
    }

  std::vector<std::pair<std::size_t, std::size_t>> parts{{0, n - 1}};
  while (!parts.empty()) {
    const auto [i, j] = parts.back();
    parts.pop_back();
    if (j < i + 2)
      continue;
    const std::size_t k = third[i * n + j];
    mesh.triangles.push_back({loop[i], loop[k], loop[j]});
    known.insert(loop[i], loop[j]);
    parts.push_back({k, j});
    parts.push_back({i, k});
  }
}

void fill_by_fan(const Loop& loop, TriangleMesh& mesh) {
  // The middle of the rim, not of its vertices, which may lie densely in places.
  Vec3 middle = Vec3::Zero();
  double length = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3 &a = mesh.vertices[loop[i]], &b = mesh.vertices[loop[(i + 1) % loop.size()]];
    middle += 0.5 * (b - a).norm() * (a + b);
    length += (b - a).norm();
  }
  const auto centre = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.push_back(middle / length);
  for (std::size_t i = 0; i < loop.size(); ++i)
    mesh.triangles.push_back({loop[i], loop[(i + 1) % loop.size()], centre});
}

} // namespace

ClosedHoles close_holes(TriangleMesh& mesh, const EdgeTable& edges) {
  ClosedHoles closed;
  const EdgeCounts counts = count_edges(edges);
  if (counts.boundary == 0 || counts.boundary != counts.unbalanced)
    return closed;

  const std::vector<DirectedEdge> open = hole_edges(edges);
  std::vector<bool> on_rim(mesh.vertices.size(), false);
  for (const DirectedEdge& edge : open)
    on_rim[edge.from] = true;
  KnownEdges known;
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (const EdgeUse& use = edges.uses(e)[0]; on_rim[use.low] && on_rim[use.high])
      known.insert(use.low, use.high);

  for (const Loop& loop : find_loops(open, mesh.vertices.size())) {
    Box box;
    for (const std::uint32_t v : loop)
      box.include(mesh.vertices[v]);
    closed.largest = std::max(closed.largest, box.size().maxCoeff());
    ++closed.count;
    if (loop.size() <= most_edges_without_fan)
      fill_by_area(loop, mesh, known);
    else
      fill_by_fan(loop, mesh);
  }
  return closed;
}

} // namespace lamina
