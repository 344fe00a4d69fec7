#include "core/bvh/median_builder.h"

#include "core/bvh/build_nodes.h"

namespace lamina::bvh {

namespace {

/// The largest part is halved: no part of a small set is left empty while another has several items.
struct MedianCutting {
  using Item = CentredItem;
  static constexpr std::size_t singles = 1;

  static double weight(std::span<const Item> items, std::size_t) { return static_cast<double>(items.size()); }
  static std::size_t cut(std::span<Item> items, std::size_t) {
    return halve(items, centre_bounds<Item>(items));
  }
};

} // namespace

std::vector<CentredItem> triangle_items(std::span<const Triangle> triangles,
                                        std::span<const Vec3> positions) {
  std::vector<CentredItem> items;
  items.reserve(triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    const Vec3 centroid = (positions[a] + positions[b] + positions[c]) / 3;
    items.push_back({centroid.allFinite() ? centroid : Vec3(Vec3::Zero()), t});
  }
  return items;
}

template <int N>
void build_by_median(std::span<CentredItem> items, std::vector<BoxNode<N>>& nodes) {
  if (!items.empty())
    build_nodes<N, MedianCutting>(items, 0, nodes);
}

template void build_by_median<2>(std::span<CentredItem>, std::vector<BoxNode<2>>&);
template void build_by_median<4>(std::span<CentredItem>, std::vector<BoxNode<4>>&);
template void build_by_median<8>(std::span<CentredItem>, std::vector<BoxNode<8>>&);
template void build_by_median<16>(std::span<CentredItem>, std::vector<BoxNode<16>>&);

} // namespace lamina::bvh
