#pragma once

#include "core/contact/adaptive/w12/edge_error.h"
#include "core/contact/adaptive/w12/face_lists.h"

#include <cstddef>
#include <vector>

namespace lamina::adaptive::w12 {

/// The error bound polynomial image of a region (W12, section 4.2), and its pyramid: 1, 2², 4² … pixels. All
/// edges of both bodies over the region are added up in its finest pixels; a coarser one is the sum of its
/// four children. Memory is reused.
class ErrorImage {
public:
  struct Pixel {
    Tile tile;
    ErrorSums sums;
    FaceLists::Of faces;
    std::size_t first_child = 0, children = 0;
    Vec2 size() const { return {tile.width(), tile.height()}; }
  };

  /// `resolution`: pixels along each side of the region, rounded up to a power of two. Pixels that nothing
  /// lies over have no children, unless `complete`. The pointers are kept.
  void begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, int resolution,
             bool complete);
  /// Parents before their children; the first one is the region. None if the region has no area.
  const std::vector<Pixel>& pixels() const { return pixels_; }
  /// Size of the finest pixels, units.
  const Vec2& finest() const { return finest_; }
  FaceLists& lists() { return lists_; }
  const FaceLists& lists() const { return lists_; }

private:
  void add_children(std::size_t parent);

  std::vector<Pixel> pixels_;
  FaceLists lists_;
  Vec2 finest_ = Vec2::Zero();
};

/// Cuts a tile into count[0] × count[1] parts, whose borders are even numbers of units; calls visit(part) for
/// those that have an area, rows of v after one another.
template <class Visit>
void cut_tile(const Tile& tile, const std::array<std::int64_t, 2>& count, const Visit& visit) {
  const auto line = [&](std::size_t k, std::int64_t i) {
    const double share = static_cast<double>(i) / static_cast<double>(count[k]);
    const auto pairs = static_cast<double>((tile.high[k] - tile.low[k]) / 2);
    return tile.low[k] + 2 * static_cast<std::int64_t>(share * pairs + 0.5);
  };
  for (std::int64_t v = 0; v < count[1]; ++v)
    for (std::int64_t u = 0; u < count[0]; ++u) {
      const Tile part{{line(0, u), line(1, v)}, {line(0, u + 1), line(1, v + 1)}};
      if (part.high[0] > part.low[0] && part.high[1] > part.low[1])
        visit(part);
    }
}

} // namespace lamina::adaptive::w12
