#include "ui/render/picking/mesh_bvh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lamina {
namespace {

constexpr std::uint32_t leaf_size = 4;

} // namespace

double box_entry(const Box& box, const Vec3& origin, const Vec3& inverse) {
  double enter = 0, leave = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    if (!std::isfinite(inverse[k])) {
      // The ray runs along this pair of sides: it is between them all the way, or never.
      if (origin[k] < box.min[k] || origin[k] > box.max[k])
        return std::numeric_limits<double>::infinity();
      continue;
    }
    const double near = (box.min[k] - origin[k]) * inverse[k];
    const double far = (box.max[k] - origin[k]) * inverse[k];
    enter = std::max(enter, std::min(near, far));
    leave = std::min(leave, std::max(near, far));
  }
  return enter <= leave * (1 + 1e-12) ? enter : std::numeric_limits<double>::infinity();
}

std::optional<double> ray_triangle(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c,
                                   bool front_only) {
  const Vec3 ab = b - a, ac = c - a;
  const Vec3 p = ray.direction.cross(ac);
  const double determinant = ab.dot(p);
  if (determinant == 0 || (front_only && determinant < 0))
    return std::nullopt;

  // Barycentric coordinates may miss the edge by rounding, so that no ray slips between neighbours.
  constexpr double slack = 1e-12;
  const Vec3 from_a = ray.origin - a;
  const double u = from_a.dot(p) / determinant;
  const Vec3 q = from_a.cross(ab);
  const double v = ray.direction.dot(q) / determinant;
  if (!(u >= -slack && v >= -slack && u + v <= 1 + slack))
    return std::nullopt;
  const double distance = ac.dot(q) / determinant;
  return distance >= 0 ? std::optional(distance) : std::nullopt;
}

MeshBvh::MeshBvh(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  order_.resize(triangles.size());
  std::iota(order_.begin(), order_.end(), 0u);
  if (triangles.empty())
    return;
  std::vector<Vec3> centres;
  centres.reserve(triangles.size());
  for (const Triangle& t : triangles)
    centres.push_back((vertices[t[0]] + vertices[t[1]] + vertices[t[2]]) / 3);
  nodes_.reserve(2 * (triangles.size() / (leaf_size / 2) + 1));
  build(0, static_cast<std::uint32_t>(triangles.size()), centres, vertices, triangles);
  corners_.reserve(triangles.size());
  for (const std::uint32_t t : order_)
    corners_.push_back({vertices[triangles[t][0]], vertices[triangles[t][1]], vertices[triangles[t][2]]});
}

std::uint32_t MeshBvh::build(std::uint32_t begin, std::uint32_t end, std::vector<Vec3>& centres,
                             std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, begin, end});
  if (end - begin <= leaf_size) {
    for (std::uint32_t i = begin; i < end; ++i)
      for (const std::uint32_t vertex : triangles[order_[i]])
        nodes_[index].box.include(vertices[vertex]);
    return index;
  }

  // Halves by count along the longest side of the centres, which bounds the depth of the tree.
  Box spread;
  for (std::uint32_t i = begin; i < end; ++i)
    spread.include(centres[order_[i]]);
  int axis = 0;
  spread.size().maxCoeff(&axis);
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) { return centres[a][axis] < centres[b][axis]; });
  const std::uint32_t left = build(begin, middle, centres, vertices, triangles);
  const std::uint32_t right = build(middle, end, centres, vertices, triangles);
  nodes_[index].box.include(nodes_[left].box);
  nodes_[index].box.include(nodes_[right].box);
  nodes_[index].begin = right;
  nodes_[index].end = 0;
  return index;
}

std::optional<RayHit> MeshBvh::nearest(const Ray& ray, bool front_only, double limit) const {
  std::optional<RayHit> best;
  if (nodes_.empty())
    return best;
  const Vec3 inverse = ray.direction.cwiseInverse();
  std::array<std::uint32_t, 64> stack; // a tree split by count over 32-bit indices is at most 32 deep
  int waiting = 0;
  stack[waiting++] = 0;
  while (waiting > 0) {
    const std::uint32_t index = stack[--waiting];
    const Node& node = nodes_[index];
    if (!(box_entry(node.box, ray.origin, inverse) < limit))
      continue;
    if (node.end == 0) {
      // The child that the ray enters first is looked at first.
      std::uint32_t first = index + 1, second = node.begin;
      if (box_entry(nodes_[second].box, ray.origin, inverse) <
          box_entry(nodes_[first].box, ray.origin, inverse))
        std::swap(first, second);
      stack[waiting++] = second;
      stack[waiting++] = first;
      continue;
    }
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
      const auto distance = ray_triangle(ray, corners_[i].a, corners_[i].b, corners_[i].c, front_only);
      if (distance && *distance < limit) {
        limit = *distance;
        best = RayHit{*distance, order_[i]};
      }
    }
  }
  return best;
}

} // namespace lamina
