#pragma once

#include <cstddef>

namespace lamina {

/// The scales of a picture, for its legend. Skin and arrows: zero where none is shown.
struct ShownScales {
  double skin_top = 0;          ///< at the upper end of the colours, in their unit; the lower end is 0
  double metres_per_newton = 0; ///< of force arrows
  double grid = 0;              ///< m between the finer lines of the ground grid
  double grid_strong = 0;       ///< m between its stronger lines
  double depth_top = 0;         ///< m, at the upper end of the colours of contact points
  std::size_t layers = 0;       ///< of the direction shown that a pair has at most; 0 unless layers are shown
};

} // namespace lamina
