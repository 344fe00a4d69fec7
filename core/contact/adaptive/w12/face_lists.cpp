#include "core/contact/adaptive/w12/face_lists.h"

namespace lamina::adaptive::w12 {

FaceLists::Of FaceLists::begin(const std::array<const ViewSurface*, 2>& bodies) {
  bodies_ = bodies;
  Of all;
  for (std::size_t body = 0; body < 2; ++body) {
    lists_[body] = bodies[body]->near;
    all.count[body] = lists_[body].size();
  }
  return all;
}

FaceLists::Of FaceLists::over(const Of& list, const Tile& tile) {
  const TileBorders borders(tile);
  Of found;
  for (std::size_t body = 0; body < 2; ++body) {
    std::vector<std::uint32_t>& faces = lists_[body];
    found.first[body] = faces.size();
    for (std::size_t i = 0; i < list.count[body]; ++i) {
      const std::uint32_t face = faces[list.first[body] + i];
      if (may_lie_over(bodies_[body]->faces[face], borders))
        faces.push_back(face);
    }
    found.count[body] = faces.size() - found.first[body];
  }
  return found;
}

std::array<std::span<const std::uint32_t>, 2> FaceLists::of(const Of& list) const {
  return {std::span(lists_[0]).subspan(list.first[0], list.count[0]),
          std::span(lists_[1]).subspan(list.first[1], list.count[1])};
}

void FaceLists::cut(const std::array<std::size_t, 2>& sizes) {
  for (std::size_t body = 0; body < 2; ++body)
    lists_[body].resize(sizes[body]);
}

} // namespace lamina::adaptive::w12
