#pragma once

#include "core/contact/ldi/vertices/solid_layers.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Cells of a region, and along which directions the layers of a solid say that a place in them may be
/// inside:
///
///        depth ──▶
///       ┌───┬───┬───┬───┐      ▒ holds a part of a stretch of some column that is inside,
///       │   │ ▒ │ ▒ │   │        with the slopes of its ends
///       └───┴───┴───┴───┘      □ all places are outside along this direction
///
/// Most places around a body are told by this alone, and need no column.
class OutsideCells {
public:
  static constexpr int along = 32; ///< cells along each side of the region: bits of a mask

  /// From the layers of all three directions, made for this grid.
  void find(const Grid& grid, const std::array<SolidLayers, 3>& layers);

  /// Whether no direction can say of a place (in the frame of the grid) that it is inside.
  bool outside(const Vec3& in_frame) const {
    const std::array<int, 3> cell = cell_of(in_frame);
    for (std::size_t d = 0; d < 3; ++d) {
      const View view(static_cast<int>(d));
      if (inside_[d][index(cell[static_cast<std::size_t>(view.u)], cell[static_cast<std::size_t>(view.v)])] >>
              cell[d] &
          1)
        return false;
    }
    return true;
  }

private:
  static std::size_t index(int u, int v) { return static_cast<std::size_t>(v * along + u); }
  static int clamped(double cell) {
    return cell > 0 ? static_cast<int>(std::min(cell, static_cast<double>(along - 1))) : 0;
  }
  std::array<int, 3> cell_of(const Vec3& place) const {
    const Vec3 at = (place - minimum_).cwiseProduct(cells_in_metre_);
    return {clamped(at.x()), clamped(at.y()), clamped(at.z())};
  }
  /// Cells along an axis that places from `low` to `high` (m) lie in, and a little more, for rounding.
  std::array<int, 2> cells_between(int axis, double low, double high) const;
  void mark(const SolidLayers& layers, std::size_t direction);

  Vec3 minimum_ = Vec3::Zero(), cells_in_metre_ = Vec3::Zero();
  /// By direction: a mask of cells along it for each cell across it.
  std::array<std::array<std::uint32_t, along * along>, 3> inside_{};
};

} // namespace lamina::ldi
