#include "core/contact/adaptive/tile_gradient.h"

namespace lamina::adaptive {

void TileGradient::finish(const std::array<const Surface*, 2>& surfaces, const Mat3& axes,
                          std::vector<VertexGradient>& gradient, std::vector<Range>& ranges) {
  const std::size_t groups = 2 * contacts_;
  ends_.assign(groups + 1, 0);
  for (const Share& share : shares_)
    ++ends_[share.group + 1];
  for (std::size_t group = 0; group < groups; ++group)
    ends_[group + 1] += ends_[group];
  order_.resize(shares_.size());
  for (std::uint32_t i = 0; i < shares_.size(); ++i)
    order_[ends_[shares_[i].group]++] = i;

  ranges.clear();
  std::size_t next = 0;
  for (std::size_t group = 0; group < groups; ++group) {
    const Surface& surface = *surfaces[group % 2];
    if (sums_.size() < surface.vertex_positions().size())
      sums_.resize(surface.vertex_positions().size());
    vertices_.clear();
    for (; next < ends_[group]; ++next) {
      const Share& share = shares_[order_[next]];
      const auto [b1, b2] = share.barycentric;
      const std::array<double, 3> parts{1 - b1 - b2, b1, b2};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t vertex = (*surface.triangles)[share.triangle][k];
        Sum& sum = sums_[vertex];
        if (!sum.used)
          vertices_.push_back(vertex);
        sum.used = true;
        sum.value[share.axis] += share.amount * parts[k];
      }
    }
    const auto begin = static_cast<std::uint32_t>(gradient.size());
    for (const std::uint32_t vertex : vertices_) {
      gradient.push_back({vertex, axes * sums_[vertex].value});
      sums_[vertex] = {};
    }
    ranges.push_back({begin, static_cast<std::uint32_t>(gradient.size())});
  }
}

} // namespace lamina::adaptive
