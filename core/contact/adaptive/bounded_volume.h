#pragma once

#include "core/base/progress.h"
#include "core/shape/surface.h"

#include <cstddef>

namespace lamina::adaptive {

/// How exactly a volume has to be known.
struct VolumeTolerance {
  double relative = 1e-3;                        ///< of the volume itself
  bool rigorous = false;                         ///< the bound has to be within it, else the error bar
  std::size_t most_tiles = std::size_t{1} << 20; ///< beyond which it is left as it is
};

/// An intersection volume, and by how much it may be off.
struct BoundedVolume {
  double volume = 0;     ///< m³
  double bound = 0;      ///< m³: the error is no larger
  double error_bar = 0;  ///< m³: the error is below three times this in 99 of 100 pairs
  int direction = 0;     ///< axis of the world that the rays run along
  std::size_t tiles = 0; ///< of that direction
  std::size_t rays = 0;  ///< cast in all, one a tile that was looked at
  bool reached = true;   ///< the tolerance was met
};

/// The intersection volume of two closed surfaces, by tiles that are refined where they may be wrong (W12,
/// with an own bound: TileWork). Rays run along the axis of the world that has the smallest bound after a few
/// tiles. A surface that overlaps itself, as a ray has seen, costs more tiles. `progress` is asked now and
/// then. Throws Cancelled.
BoundedVolume bounded_volume(const Surface& a, const Surface& b, const VolumeTolerance& tolerance,
                             const Progress& progress = {});

} // namespace lamina::adaptive
