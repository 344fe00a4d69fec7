#pragma once

#include "core/contact/adaptive/surface_part.h"
#include "core/contact/adaptive/tile_tree.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lamina::adaptive {

/// What a body overlaps itself by: ∫ overlap_of(w) over space, w its winding number, with a bound and an
/// error bar (SelfTile). It is seen along one direction, which is no axis of the world or of a body: faces
/// along the direction would say nothing. Memory is reused.
class SelfVolume {
public:
  static constexpr int tiles_at_first = 64;
  /// Begins with a surface, which must stay, and a few tiles.
  const ViewVolume& begin(const Surface& surface);
  /// Splits tiles until there are so many, or the error bar is within `tolerance` (m³).
  const ViewVolume& refine(std::size_t most_tiles, double tolerance);
  /// Infinite bounds where nothing is known: of surfaces that are not closed, or not finite.
  const ViewVolume& found() const { return found_; }

private:
  std::shared_ptr<const std::vector<Triangle>> triangles_; ///< of the part
  SurfacePart part_;
  ViewPlane plane_;
  ViewSurface seen_;
  TileTree tree_;
  ViewVolume found_;
  double rounding_ = 0; ///< m³: what corners are moved by
  bool finite_ = false; ///< all of its vertices are
};

} // namespace lamina::adaptive
