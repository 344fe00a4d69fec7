#include "core/contact/bvh/box_nodes.h"

#include <array>

namespace lamina::bvh {

namespace {

int longest_side(std::span<const std::uint32_t> items, std::span<const Vec3> centroids) {
  Box box;
  for (const std::uint32_t item : items)
    box.include(centroids[item]);
  int axis = 0;
  box.size().maxCoeff(&axis);
  return axis;
}

/// Brings the lower half of the items along the longest side to the front; equal ones stay in order of their
/// numbers, so that the tree is the same everywhere. Centroids must be numbers.
std::size_t halve(std::span<std::uint32_t> items, std::span<const Vec3> centroids) {
  const int axis = longest_side(items, centroids);
  const std::size_t half = (items.size() + 1) / 2;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     const double at_a = centroids[a][axis], at_b = centroids[b][axis];
                     return at_a != at_b ? at_a < at_b : a < b;
                   });
  return half;
}

} // namespace

template <int N>
void build_nodes(std::span<std::uint32_t> items, std::span<const Vec3> centroids,
                 std::vector<BoxNode<N>>& nodes) {
  if (items.empty())
    return;
  std::array<std::span<std::uint32_t>, N> parts;
  std::size_t count = 1;
  parts[0] = items;
  while (count < N) {
    // The largest part is halved: no part of a small set is left empty while another has several items.
    const auto largest = std::max_element(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(count),
                                          [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (largest->size() <= 1)
      break;
    const std::size_t half = halve(*largest, centroids);
    parts[count++] = largest->subspan(half);
    *largest = largest->first(half);
  }

  const std::size_t index = nodes.size();
  nodes.emplace_back();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (int slot = 0; slot < N; ++slot)
    nodes[index].put(slot, {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}});
  for (std::size_t slot = 0; slot < N; ++slot) {
    std::uint32_t child = BoxNode<N>::nothing;
    if (slot < count && parts[slot].size() == 1) {
      child = BoxNode<N>::leaf | parts[slot][0];
    } else if (slot < count) {
      child = static_cast<std::uint32_t>(nodes.size());
      build_nodes<N>(parts[slot], centroids, nodes);
    }
    nodes[index].child[slot] = child;
  }
}

template void build_nodes<2>(std::span<std::uint32_t>, std::span<const Vec3>, std::vector<BoxNode<2>>&);
template void build_nodes<4>(std::span<std::uint32_t>, std::span<const Vec3>, std::vector<BoxNode<4>>&);
template void build_nodes<8>(std::span<std::uint32_t>, std::span<const Vec3>, std::vector<BoxNode<8>>&);

} // namespace lamina::bvh
