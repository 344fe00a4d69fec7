#include "core/contact/ldi/image/raster.h"

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

void draw_triangle(const Grid& grid, int direction, Rows rows, const SeenTriangle& seen,
                   std::uint32_t triangle, int body, FragmentList& list) {
  const View view(direction);
  const int width = grid.region.pixels[static_cast<std::size_t>(view.u)];
  const std::uint32_t before = static_cast<std::uint32_t>(rows.first * width);
  const Span own = rows_of(seen, rows.first, rows.last);
  cover(seen, width, grid.row_shifts[static_cast<std::size_t>(view.v)].data(), own.first, own.last, 1,
        [&](std::uint32_t of_image, double b1, double b2, bool faces_up) {
          const std::uint32_t column = of_image - before;
          if (!list.wants(column))
            return;
          if (!list.reserve(1)) {
            list.lose(column, body);
            return;
          }
          Fragment* const out = list.end();
          *out = {interpolate_depth(seen.depth[0], seen.depth[1], seen.depth[2], b1, b2), b1, b2, triangle,
                  fragment_place(column, body, !faces_up)};
          list.commit(out + 1);
          ++list.column_counts(body)[column];
        });
}

} // namespace lamina::ldi
