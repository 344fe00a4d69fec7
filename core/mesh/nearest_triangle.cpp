#include "core/mesh/nearest_triangle.h"

#include "core/math/box_distance.h"
#include "core/mesh/nearest_on_triangle.h"

#include <algorithm>
#include <numeric>

namespace lamina {

namespace {

constexpr std::uint32_t triangles_a_leaf = 4;

} // namespace

NearestTriangle::NearestTriangle(const TriangleMesh& mesh) : mesh_(mesh), order_(mesh.triangles.size()) {
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.reserve(order_.size());
  build(0, static_cast<std::uint32_t>(order_.size()));
}

Vec3 NearestTriangle::centre(std::uint32_t triangle) const {
  const Triangle& t = mesh_.triangles[triangle];
  return mesh_.vertices[t[0]] + mesh_.vertices[t[1]] + mesh_.vertices[t[2]];
}

void NearestTriangle::build(std::uint32_t begin, std::uint32_t end) {
  const std::size_t node = nodes_.size();
  nodes_.push_back({{}, begin, end, 0});
  Box centres;
  for (std::uint32_t i = begin; i < end; ++i) {
    centres.include(centre(order_[i]));
    for (const std::uint32_t vertex : mesh_.triangles[order_[i]])
      nodes_[node].box.include(mesh_.vertices[vertex]);
  }
  if (end - begin <= triangles_a_leaf)
    return;
  int axis = 0;
  centres.size().maxCoeff(&axis);
  const std::uint32_t middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](std::uint32_t a, std::uint32_t b) { return centre(a)[axis] < centre(b)[axis]; });
  build(begin, middle);
  nodes_[node].second = static_cast<std::uint32_t>(nodes_.size());
  build(middle, end);
}

void NearestTriangle::test(std::uint32_t triangle, const Vec3& p, Found& found) const {
  const Triangle& t = mesh_.triangles[triangle];
  const Vec3 &a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
  const Eigen::Vector2d weights = nearest_on_triangle(p, a, b, c).barycentric;
  const double squared = (a + weights[0] * (b - a) + weights[1] * (c - a) - p).squaredNorm();
  if (squared < found.squared_distance)
    found = {squared, triangle, weights};
}

void NearestTriangle::search(const Vec3& p, std::uint32_t node, Found& found) const {
  const Node& here = nodes_[node];
  if (here.second == 0) {
    for (std::uint32_t i = here.begin; i < here.end; ++i)
      test(order_[i], p, found);
    return;
  }
  const double first = squared_distance(nodes_[node + 1].box, p);
  const double second = squared_distance(nodes_[here.second].box, p);
  const bool first_is_nearer = first <= second;
  if (std::min(first, second) < found.squared_distance)
    search(p, first_is_nearer ? node + 1 : here.second, found);
  if (std::max(first, second) < found.squared_distance)
    search(p, first_is_nearer ? here.second : node + 1, found);
}

NearestTriangle::Found NearestTriangle::to(const Vec3& point) const {
  Found found;
  search(point, 0, found);
  return found;
}

} // namespace lamina
