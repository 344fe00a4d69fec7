#include "core/mesh/original_surface.h"

#include "core/base/parallel.h"
#include "core/mesh/nearest_triangle.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace lamina {

namespace {

constexpr std::size_t vertices_a_block = 256;

/// A triangle's corner, edges from it, and axes: along the first edge, across it, and its normal. A triangle
/// without area has axes of zero.
struct TriangleFrame {
  Vec3 corner, first, second;
  Mat3 axes;

  TriangleFrame(const Triangle& t, std::span<const Vec3> positions)
      : corner(positions[t[0]]), first(positions[t[1]] - corner), second(positions[t[2]] - corner) {
    const Vec3 along = first.normalized(), normal = first.cross(second).normalized();
    axes << along, normal.cross(along), normal;
  }
  Vec3 at(const Eigen::Vector2d& barycentric) const {
    return corner + barycentric[0] * first + barycentric[1] * second;
  }
};

} // namespace

std::shared_ptr<const OriginalSurface> fix_original(std::shared_ptr<const PreparedMesh> original,
                                                    const TriangleMesh& boundary, double reach, int threads) {
  const NearestTriangle nearest(boundary);
  const std::vector<Vec3>& vertices = original->mesh.vertices;
  auto fixed = std::make_shared<OriginalSurface>();
  fixed->holds.resize(vertices.size());
  std::atomic<bool> too_far = false;
  const std::size_t blocks = (vertices.size() + vertices_a_block - 1) / vertices_a_block;
  parallel_for(blocks, threads, [&](std::size_t block) {
    const std::size_t end = std::min(vertices.size(), (block + 1) * vertices_a_block);
    for (std::size_t v = block * vertices_a_block; v < end && !too_far; ++v) {
      const NearestTriangle::Found found = nearest.to(vertices[v]);
      if (!(found.squared_distance <= reach * reach))
        too_far = true;
      const TriangleFrame frame(boundary.triangles[found.triangle], boundary.vertices);
      const Vec3 away = frame.axes.transpose() * (vertices[v] - frame.at(found.barycentric));
      fixed->holds[v] = {found.triangle, found.barycentric, away};
    }
  });
  if (too_far)
    return nullptr;
  for (const OriginalSurface::Hold& hold : fixed->holds)
    fixed->farthest = std::max(fixed->farthest, hold.away.norm());
  fixed->mesh = std::move(original);
  return fixed;
}

std::vector<Vec3> carried(const OriginalSurface& original, const TriangleMesh& boundary,
                          std::span<const Vec3> positions) {
  std::vector<Vec3> places;
  if (positions.size() != boundary.vertices.size())
    return places;
  places.reserve(original.holds.size());
  for (const OriginalSurface::Hold& hold : original.holds) {
    const TriangleFrame frame(boundary.triangles[hold.triangle], positions);
    places.push_back(frame.at(hold.barycentric) + frame.axes * hold.away);
  }
  return places;
}

} // namespace lamina
