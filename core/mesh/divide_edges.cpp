#include "core/mesh/divide_edges.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lamina {

namespace {

/// New vertices in the middle of long edges.
class Halves {
public:
  Halves(std::vector<Vec3>& vertices, double length) : vertices_(vertices), longest_(length * length) {}

  bool is_long(std::uint32_t a, std::uint32_t b) const {
    return (vertices_[a] - vertices_[b]).squaredNorm() > longest_;
  }

  std::uint32_t middle(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t edge = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    const auto [known, is_new] = middles_.try_emplace(edge, static_cast<std::uint32_t>(vertices_.size()));
    if (is_new)
      vertices_.push_back(0.5 * (vertices_[a] + vertices_[b]));
    return known->second;
  }

private:
  std::vector<Vec3>& vertices_;
  double longest_;
  std::unordered_map<std::uint64_t, std::uint32_t> middles_;
};

/// Cuts a triangle at the middles of its long edges; edge k runs from corner k to the next.
void divide(const Triangle& t, Halves& halves, std::vector<Triangle>& out) {
  std::array<bool, 3> cut{};
  for (std::size_t k = 0; k < 3; ++k)
    cut[k] = halves.is_long(t[k], t[(k + 1) % 3]);
  const int count = cut[0] + cut[1] + cut[2];
  if (count == 0) {
    out.push_back(t);
    return;
  }
  // Turned so that the first edge is cut, and the last is not unless all are.
  std::size_t first = 0;
  while (!cut[first] || (count == 2 && cut[(first + 2) % 3]))
    ++first;
  const std::uint32_t a = t[first], b = t[(first + 1) % 3], c = t[(first + 2) % 3];
  const std::uint32_t ab = halves.middle(a, b);
  if (count == 1) {
    out.push_back({a, ab, c});
    out.push_back({ab, b, c});
    return;
  }
  const std::uint32_t bc = halves.middle(b, c);
  out.push_back({ab, b, bc});
  if (count == 2) {
    out.push_back({a, ab, bc});
    out.push_back({a, bc, c});
    return;
  }
  const std::uint32_t ca = halves.middle(c, a);
  out.push_back({a, ab, ca});
  out.push_back({ca, bc, c});
  out.push_back({ab, bc, ca});
}

} // namespace

bool has_edge_above(const TriangleMesh& mesh, double length) {
  const double longest = length * length;
  return std::any_of(mesh.triangles.begin(), mesh.triangles.end(), [&](const Triangle& t) {
    for (std::size_t k = 0; k < 3; ++k)
      if ((mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]).squaredNorm() > longest)
        return true;
    return false;
  });
}

TriangleMesh divide_edges(TriangleMesh mesh, double length, std::size_t most_triangles) {
  while (mesh.triangles.size() <= most_triangles / 4 && has_edge_above(mesh, length)) {
    Halves halves(mesh.vertices, length);
    std::vector<Triangle> divided;
    divided.reserve(2 * mesh.triangles.size());
    for (const Triangle& t : mesh.triangles)
      divide(t, halves, divided);
    mesh.triangles = std::move(divided);
  }
  return mesh;
}

} // namespace lamina
