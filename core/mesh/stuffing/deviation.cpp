#include "core/mesh/stuffing/deviation.h"

#include "core/base/parallel.h"
#include "core/mesh/nearest_on_triangle.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

namespace lamina::stuffing {

namespace {

constexpr std::uint32_t triangles_a_leaf = 4;
constexpr std::size_t points_a_block = 256;

double squared_distance(const Box& box, const Vec3& p) {
  return (box.min - p).cwiseMax(p - box.max).cwiseMax(0.0).squaredNorm();
}

/// Boxes around the triangles of a surface, each halved at the median until few triangles are left. Boxes of
/// a node's halves: the first follows it, the second is named.
class TriangleBoxes {
public:
  explicit TriangleBoxes(const TriangleMesh& mesh) : mesh_(mesh), order_(mesh.triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    boxes_.reserve(order_.size());
    build(0, static_cast<std::uint32_t>(order_.size()));
  }

  /// Lowers `least` to the squared distance of the nearest triangle, if that is less.
  void lower(const Vec3& p, double& least, std::uint32_t node = 0) const {
    const Node& here = boxes_[node];
    if (here.second == 0) {
      for (std::uint32_t i = here.begin; i < here.end; ++i)
        least = std::min(least, squared_distance_to(order_[i], p));
      return;
    }
    const double first = squared_distance(boxes_[node + 1].box, p);
    const double second = squared_distance(boxes_[here.second].box, p);
    const bool first_is_nearer = first <= second;
    if (std::min(first, second) < least)
      lower(p, least, first_is_nearer ? node + 1 : here.second);
    if (std::max(first, second) < least)
      lower(p, least, first_is_nearer ? here.second : node + 1);
  }

private:
  struct Node {
    Box box;
    std::uint32_t begin = 0, end = 0;
    std::uint32_t second = 0; ///< 0: a leaf
  };

  Vec3 centre(std::uint32_t triangle) const {
    const Triangle& t = mesh_.triangles[triangle];
    return mesh_.vertices[t[0]] + mesh_.vertices[t[1]] + mesh_.vertices[t[2]];
  }

  double squared_distance_to(std::uint32_t triangle, const Vec3& p) const {
    const Triangle& t = mesh_.triangles[triangle];
    const Vec3 &a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
    const Eigen::Vector2d weights = nearest_on_triangle(p, a, b, c).barycentric;
    return (a + weights[0] * (b - a) + weights[1] * (c - a) - p).squaredNorm();
  }

  void build(std::uint32_t begin, std::uint32_t end) {
    const std::size_t node = boxes_.size();
    boxes_.push_back({{}, begin, end, 0});
    Box centres;
    for (std::uint32_t i = begin; i < end; ++i) {
      centres.include(centre(order_[i]));
      for (const std::uint32_t vertex : mesh_.triangles[order_[i]])
        boxes_[node].box.include(mesh_.vertices[vertex]);
    }
    if (end - begin <= triangles_a_leaf)
      return;
    int axis = 0;
    centres.size().maxCoeff(&axis);
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t a, std::uint32_t b) { return centre(a)[axis] < centre(b)[axis]; });
    build(begin, middle);
    boxes_[node].second = static_cast<std::uint32_t>(boxes_.size());
    build(middle, end);
  }

  const TriangleMesh& mesh_;
  std::vector<std::uint32_t> order_;
  std::vector<Node> boxes_;
};

} // namespace

Deviation deviation(std::span<const Vec3> points, const TriangleMesh& surface, int threads) {
  const TriangleBoxes boxes(surface);
  std::vector<Deviation> blocks((points.size() + points_a_block - 1) / points_a_block);
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    const std::size_t end = std::min(points.size(), (block + 1) * points_a_block);
    for (std::size_t i = block * points_a_block; i < end; ++i) {
      double least = std::numeric_limits<double>::infinity();
      boxes.lower(points[i], least);
      blocks[block].largest = std::max(blocks[block].largest, std::sqrt(least));
      blocks[block].mean += std::sqrt(least) / static_cast<double>(points.size());
    }
  });
  Deviation all;
  for (const Deviation& block : blocks)
    all = {std::max(all.largest, block.largest), all.mean + block.mean};
  return all;
}

} // namespace lamina::stuffing
