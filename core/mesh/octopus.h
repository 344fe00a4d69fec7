#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/rig.h"

#include <cstddef>

namespace lamina {

/// The measures of an octopus: a mantle with a ring of arms around it, y up, the arms' roots about the
/// origin.
struct OctopusShape {
  double radius = 0.15;    ///< m, of the mantle where the arms grow out of it
  double arm_length = 0.5; ///< m, from root to tip
  int arms = 8;            ///< at least 3
  int bones = 6;           ///< an arm, at least 2
  std::size_t triangles = 6000;
};

/// An octopus and its bones: bone 0 is the mantle, then come the arms one after the other, from root to tip.
struct Octopus {
  TriangleMesh mesh; ///< one closed surface
  Rig rig;           ///< carries each vertex of the mesh
};

/// The nearest count of triangles that the pattern allows is made, at least its coarsest form.
Octopus make_octopus(const OctopusShape& shape);

} // namespace lamina
