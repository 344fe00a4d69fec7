#include "core/contact/ldi/image/raster.h"

#include "core/contact/ldi/image/rasteriser.h"

#include <algorithm>

namespace lamina::ldi {

void FragmentList::clear(std::size_t columns) {
  stored_ = 0;
  lost_ = 0;
  met_ = nullptr;
  columns_ = columns;
  for (std::vector<std::uint32_t>& counts : counts_)
    counts.assign(columns + spare, 0);
}

bool FragmentList::grow(std::size_t needed) {
  if (needed > most_fragments)
    return false;
  storage_.resize(std::min(most_fragments, std::max<std::size_t>(4096, 2 * needed)));
  return true;
}

void FragmentList::lose(std::uint32_t column, int body) {
  if (!wants(column))
    return;
  ++lost_;
  counts_[static_cast<std::size_t>(body)][column] |= lost_mark;
}

void clear_image(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  const View view(direction);
  const std::array<int, 3>& pixels = pair.grid.region.pixels;
  list.clear(static_cast<std::size_t>(pixels[static_cast<std::size_t>(view.u)]) *
             static_cast<std::size_t>(rows.count()));
}

void rasterise(const PreparedPair& pair, int direction, Rows rows, FragmentList& list) {
  const View view(direction);
  clear_image(pair, direction, rows, list);
  Rasteriser rasteriser(pair.grid, direction, rows, list);
  draw_bodies(pair, direction, list, [&](const SnappedSurface& surface, int body) {
    const VertexPositions positions = surface.surface->vertex_positions();
    const std::size_t d = static_cast<std::size_t>(direction);
    for (const Part part : {within, surface.triangles[d].beyond()})
      for (const std::uint32_t triangle : surface.strips[0].plain[d][part]) {
        const Triangle& t = (*surface.surface->triangles)[triangle];
        std::array<DrawnCorner, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
          const auto& units = surface.units[t[k]];
          const double depth = pair.grid.frame.along(positions, t[k], view.depth);
          corners[k] = {{units[static_cast<std::size_t>(view.u)], units[static_cast<std::size_t>(view.v)]},
                        round_depth(depth, pair.grid.depth_rounder)};
        }
        rasteriser.draw(corners, triangle, body);
      }
  });
}

} // namespace lamina::ldi
