#pragma once

#include <cstddef>

namespace lamina {

/// The ends of a logarithmic scale of the sizes of contact pixels, or of their tiles: sides of squares of the
/// same area, m. A few may be smaller. Zero without any.
struct PixelSizes {
  double smallest = 0, largest = 0;
  bool operator==(const PixelSizes&) const = default;
};

/// The scales of a picture, for its legend. Skin and arrows: zero where none is shown.
struct ShownScales {
  double skin_top = 0;          ///< at the upper end of the colours, in their unit; the lower end is 0
  double metres_per_newton = 0; ///< of force arrows
  double grid = 0;              ///< m between the finer lines of the ground grid
  double grid_strong = 0;       ///< m between its stronger lines
  double depth_top = 0;         ///< m, at the upper end of the colours of contact points
  std::size_t layers = 0;       ///< of the direction shown that a pair has at most; 0 unless layers are shown
  PixelSizes pixel_sizes = {};  ///< at the ends of the colours of contact pixels by size
  bool skin_top_is_strength = false; ///< of stress: the weakest body breaks there
};

} // namespace lamina
