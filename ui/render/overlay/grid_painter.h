#pragma once

#include "ui/render/frame.h"

namespace lamina {

/// Distance of the finer lines of the ground grid: the smallest of 1, 2, 5 times a power of ten that is at
/// least 24 pixels wide at the camera's target; m. Every tenth one (every fifth for twos) is drawn stronger.
double grid_spacing(double metres_per_pixel);
double major_grid_spacing(double spacing);

/// Where the grid counts as being in depth. `over_surfaces`: before any surface in its plane. `below_floors`:
/// behind those, since floors have drawn their part of it. `exact`: before floors that are see-through,
/// behind all else.
enum class GridDepth { over_surfaces, below_floors, exact };

/// The ground grid where no floor lies: world-anchored lines in the level plane through Frame::floor_point,
/// fading out with distance.
class GridPainter {
public:
  void setup();
  void render(GridDepth place) const;

private:
  GlObject program_, vertex_array_;
};

} // namespace lamina
