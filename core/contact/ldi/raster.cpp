#include "core/contact/ldi/raster.h"

#include "core/contact/ldi/rasteriser.h"

#include <algorithm>

namespace lamina::ldi {

void FragmentList::clear(std::size_t columns) {
  stored_ = 0;
  lost_ = 0;
  counts_.assign(columns, 0);
}

bool FragmentList::grow(std::size_t needed) {
  if (needed > most_fragments)
    return false;
  storage_.resize(std::min(most_fragments, std::max<std::size_t>(4096, 2 * needed)));
  return true;
}

void FragmentList::lose(std::uint32_t column) {
  ++lost_;
  counts_[column] |= lost_mark;
}

void clear_image(const PreparedPair& pair, int direction, FragmentList& list) {
  const View view(direction);
  const std::array<int, 3>& pixels = pair.grid.region.pixels;
  list.clear(static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.u)]) *
             static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.v)]));
}

void rasterise(const PreparedPair& pair, int direction, FragmentList& list) {
  const View view(direction);
  clear_image(pair, direction, list);
  Rasteriser rasteriser(pair.grid, direction, list);
  for (int body = 0; body < 2; ++body) {
    const SnappedSurface& surface = pair.bodies[static_cast<std::size_t>(body)];
    for (const std::uint32_t index : surface.triangles[static_cast<std::size_t>(direction)].indices()) {
      const Triangle& t = (*surface.surface->triangles)[index];
      std::array<DrawnCorner, 3> corners;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto& units = surface.units[t[k]];
        corners[k] = {{units[static_cast<std::size_t>(view.u)], units[static_cast<std::size_t>(view.v)]},
                      round_depth(surface.positions[t[k]][view.depth], pair.grid.depth_rounder)};
      }
      rasteriser.draw(corners, index, body);
    }
  }
}

} // namespace lamina::ldi
