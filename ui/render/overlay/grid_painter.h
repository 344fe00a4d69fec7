#pragma once

#include "ui/render/frame.h"

namespace lamina {

/// Distance of the finer lines of the ground grid: the smallest of 1, 2, 5 times a power of ten that is at
/// least 24 pixels wide at the camera's target; m. Every tenth one (every fifth for twos) is drawn stronger.
double grid_spacing(double metres_per_pixel);
double major_grid_spacing(double spacing);

/// The ground grid where no floor lies: world-anchored lines in the level plane through Frame::floor_point,
/// fading out with distance.
class GridPainter {
public:
  void setup();
  /// `below_floor`: a floor in the grid's plane has drawn its part of the grid.
  void render(bool below_floor) const;

private:
  GlObject program_, vertex_array_;
};

} // namespace lamina
