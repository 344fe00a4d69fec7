#pragma once

#include "core/contact/adaptive/tile.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// By how much the area may be off that a tile adds to the area vector of a pair (own formulation, after
/// W12). In a column at x, let s(x) be the number of intervals of intersection that body a ends above, less
/// those that it ends below. Over an image plane
///
///   ∂V/∂x_a = ∫ s(x) dx
///
/// along the view direction, and a tile takes s(o) at its middle o for all of it. Where faces of one body
/// alone begin or end, both ends of an interval that comes or goes are on that body. So s changes only where
/// faces of both bodies cross, by 1 a line, and
///
///   |∫ s − w h s(o)| ≤ Σ_lines area of Shadow
///
/// Two faces that lie in one plane make the whole tile unknown: there the gradient is not one number.
class AreaBound {
public:
  /// Units². `faces` as for TileWork. Depths are known to within `slack` (m).
  double of(const std::array<const ViewSurface*, 2>& bodies, const Tile& tile, const TileWork::Faces& faces,
            double slack);

private:
  struct Near {
    const Face* face;
    DepthRange range;                    ///< within the tile
    double low_u, high_u, low_v, high_v; ///< units, within the tile
  };
  void list(const ViewSurface& body, const Tile& tile, std::span<const std::uint32_t> faces,
            std::vector<Near>& near);
  double hidden_by(const Face& a, const Face& b, const Tile& tile, double slack) const;

  std::array<std::vector<Near>, 2> near_;
};

} // namespace lamina::adaptive
