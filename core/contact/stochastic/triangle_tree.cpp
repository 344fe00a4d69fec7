#include "core/contact/stochastic/triangle_tree.h"

#include <algorithm>
#include <cmath>

namespace lamina::stochastic {

namespace {

constexpr double steps_of_curve = 1023; ///< along each axis

/// Ten bits of each coordinate in turn. `share` is from 0 to 1 along each.
std::uint32_t morton_code(const Vec3& share) {
  std::uint32_t code = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const double along = share[axis] > 0 ? std::min(share[axis], 1.0) : 0;
    const auto step = static_cast<std::uint32_t>(steps_of_curve * along);
    for (std::uint32_t bit = 0; bit < 10; ++bit)
      code |= (step >> bit & 1) << (3 * bit + static_cast<std::uint32_t>(axis));
  }
  return code;
}

Box box_of(const SearchedSurface& surface, std::uint32_t triangle) {
  Box box;
  for (const std::uint32_t corner : surface.triangle(triangle))
    box.include(surface.position(corner));
  return box;
}

} // namespace

void TriangleTree::make(const SearchedSurface& surface) {
  order_.clear();
  nodes_.clear();
  mean_area_ = 0;
  const Box& bounds = surface.bounds();
  const Vec3 size = bounds.size().cwiseMax(1e-300);
  for (std::uint32_t t = 0; t < surface.triangle_count(); ++t) {
    const auto& [i, j, k] = surface.triangle(t);
    const Vec3 &a = surface.position(i), &b = surface.position(j), &c = surface.position(k);
    const double twice_area = (b - a).cross(c - a).norm();
    if (!std::isfinite(twice_area))
      continue; // what is no number meets nothing
    mean_area_ += 0.5 * twice_area;
    order_.push_back({morton_code(((a + b + c) / 3 - bounds.min).cwiseQuotient(size)), t});
  }
  if (order_.empty())
    return;
  mean_area_ /= static_cast<double>(order_.size());
  std::sort(order_.begin(), order_.end());
  add(surface, 0, static_cast<std::uint32_t>(order_.size()));
}

std::uint32_t TriangleTree::add(const SearchedSurface& surface, std::uint32_t begin, std::uint32_t end) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, begin, end, 0});
  if (end - begin == 1) {
    nodes_[index].box = box_of(surface, order_[begin].triangle);
    return index;
  }
  const std::uint32_t middle = begin + (end - begin) / 2;
  const std::uint32_t first = add(surface, begin, middle), second = add(surface, middle, end);
  Box around = nodes_[first].box;
  around.include(nodes_[second].box);
  nodes_[index].box = around;
  nodes_[index].second = second;
  return index;
}

} // namespace lamina::stochastic
