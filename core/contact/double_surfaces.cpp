#include "core/contact/double_surfaces.h"

#include <utility>

namespace lamina {

namespace {

void copy_in_double(const Surface& surface, Surface& copy) {
  std::vector<Vec3> memory = std::move(copy.positions);
  copy = surface;
  copy.positions = std::move(memory);
  copy.single_positions.clear();
  const VertexPositions positions = surface.vertex_positions();
  copy.positions.resize(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i)
    copy.positions[i] = positions[i];
}

} // namespace

std::span<const Surface* const> DoubleSurfaces::of(std::span<const Surface* const> surfaces) {
  copies_.resize(surfaces.size());
  pointers_.assign(surfaces.begin(), surfaces.end());
  for (std::size_t i = 0; i < surfaces.size(); ++i)
    if (surfaces[i]->vertex_positions().single()) {
      copy_in_double(*surfaces[i], copies_[i]);
      pointers_[i] = &copies_[i];
    }
  return pointers_;
}

} // namespace lamina
