#pragma once

#include "core/mesh/mesh.h"

#include <span>

namespace lamina::stuffing {

/// How far points lie from a surface, m.
struct Deviation {
  double largest = 0, mean = 0;
};

/// The exact distance of each point to the nearest triangle; the surface must have triangles. Time is about
/// n log m for n points and m triangles.
Deviation deviation(std::span<const Vec3> points, const TriangleMesh& surface, int threads);

} // namespace lamina::stuffing
