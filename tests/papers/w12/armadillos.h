#pragma once

#include "core/bench/models.h"
#include "core/settings/settings.h"
#include "tests/papers/table.h"

namespace lamina::papers::w12 {

/// Detection between two bodies in steady motion.
struct PairDetection {
  double regions_ms = 0, tiles_ms = 0, contacts_ms = 0; ///< medians of steps
  double rays = 0;                                      ///< over three directions
  double volume_m3 = 0, error_bar_m3 = 0, bound_m3 = 0; ///< at first
};
/// By method `adaptive` with these tiles, an error image of 512² where it has one, and one thread; over so
/// many steps, after one that finds how triangles lie beside one another.
PairDetection detect_pair(const bench::MeshPair& pair, TileKind tiles, int steps);

/// W12-fig1d: armadillos of 4.4 million triangles, by how they meet and by kind of tiles. No rows without the
/// scan.
Table colliding_armadillos();
/// W12-tab1: the same by number of triangles, where one hand touches.
Table armadillo_times();

} // namespace lamina::papers::w12
