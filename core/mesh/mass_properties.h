#pragma once

#include "core/mesh/mesh.h"

namespace lamina {

/// Exact integrals over the solid bounded by a closed mesh, for unit density.
struct MassProperties {
  double volume = 0;           ///< m³, positive when faces look outwards
  Vec3 centre = Vec3::Zero();  ///< centre of mass, m
  Mat3 inertia = Mat3::Zero(); ///< about the centre, m⁵ (times density: kg·m²)
};

/// Divergence theorem over the triangles, relative to the centre of the bounds to keep cancellation small.
/// Cavities count negatively. The mesh must be closed.
MassProperties mass_properties(const TriangleMesh& mesh);

/// Sum of the triangles' areas, m².
double surface_area(const TriangleMesh& mesh);

} // namespace lamina
