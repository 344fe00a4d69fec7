#pragma once

#include "core/contact/adaptive/w12/ray_tiles.h"
#include "core/mesh/mesh.h"

#include <cstddef>
#include <vector>

namespace lamina::papers::w12 {

/// One tile, m from the lower corner of the region.
struct CastTile {
  double u, v, width, height, length; ///< length: of the intersection along its ray
};

/// What tiles of W12 found along one direction.
struct Found {
  std::size_t rays = 0;                      ///< tiles, of which each has one
  double volume = 0, printed = 0, bound = 0; ///< m³; printed: the error as W12 has it
  std::vector<CastTile> tiles;               ///< if they are asked for
};

struct Ask {
  adaptive::w12::RayTilesOptions options;
  double tolerance = 0; ///< m³
  std::size_t most_rays = 4'000'000;
  bool list = false;
  double margin = 0; ///< of the region around the overlap of the boxes, over its size
};

/// The intersection of two meshes along an axis of the world, 0 to 2.
Found cast(const TriangleMesh& a, const TriangleMesh& b, int direction, const Ask& ask);

/// A box around everything, so far away that no transient edge is feared: what is in it is a body alone.
TriangleMesh around();
/// A mesh turned about the origin.
TriangleMesh turned(TriangleMesh mesh, const Vec3& axis, double degrees);

} // namespace lamina::papers::w12
