#pragma once

#include <cstddef>
#include <cstdint>

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
  double distance_top = 0;      ///< m, at the upper end of the colours of distances inside; 0 without any
  double way_top = 0;           ///< m, at the upper end of the colours of ways out
  double way_factor = 1;        ///< so many times as long as they are these are drawn
  std::uint32_t candidates_top = 0;  ///< of a cell, at the upper end of their colours
  bool skin_top_is_strength = false; ///< of stress: the weakest body breaks there
};

} // namespace lamina
