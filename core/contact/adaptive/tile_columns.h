#pragma once

#include "core/contact/adaptive/tile.h"
#include "core/contact/ldi/arithmetic/interval.h"
#include "core/contact/ldi/arithmetic/winding.h"
#include "core/contact/ldi/region/grid.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// The columns of one tile, and the intervals of intersection in them. Faces are drawn one by one, each into
/// the columns that it covers:
///
///     v[1] ─┼────┼────┼──     columns stand where lines of u and v cross
///     v[0] ─┼────┼────┼──
///         u[0]  u[1] u[2]
///
/// Memory is reused.
class TileColumns {
public:
  /// Keeps the pointers. `grid`: how depths are rounded.
  void begin(const std::array<const ViewSurface*, 2>& bodies, const ViewPlane& plane, const ldi::Grid& grid);
  /// Draws what may lie over a tile. `u`, `v`: units from the region's lower corner, ascending.
  void draw(std::span<const std::int64_t> u, std::span<const std::int64_t> v, const TileWork::Faces& faces);
  /// Finds the intervals of the column at u[i], v[j], lower ones first. False if a surface that is not closed
  /// leaves it with another winding number than it came with: then there are none.
  bool walk(std::size_t i, std::size_t j);
  /// Of the last column; their pixels are not set.
  std::span<const ldi::Interval> intervals() const { return intervals_; }
  /// Bodies that a column was within twice, since begin().
  const std::array<bool, 2>& seen_twice() const { return seen_twice_; }
  /// Crossings of that column with both surfaces.
  std::size_t crossings() const { return crossings_.size(); }

private:
  /// A face over a column, and where it covers it.
  struct Hit {
    std::uint32_t column, face;
    CoveredPoint at;
    std::uint8_t body;
  };
  void draw_face(std::uint8_t body, std::uint32_t index);
  void cross(const Hit& hit, bool enters);
  void note_overlaps(const int (&winding)[2]);

  std::array<const ViewSurface*, 2> bodies_{};
  const ViewPlane* plane_ = nullptr;
  const ldi::Grid* grid_ = nullptr;
  std::array<std::span<const std::int64_t>, 2> lines_;
  std::array<std::span<const KnownTurn>, 2> turns_;
  std::vector<Hit> hits_;
  std::vector<std::uint32_t> ends_, order_; ///< per column, where its hits end in the order of columns
  std::vector<ldi::Fragment> fragments_;    ///< of the last column
  std::vector<ldi::Crossing> crossings_;
  std::vector<ldi::Interval> intervals_;
  std::array<bool, 2> seen_twice_{};
};

} // namespace lamina::adaptive
