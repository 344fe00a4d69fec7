#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/rig.h"

#include <vector>

namespace lamina {

/// The part of a solid that a bone carries.
struct BoneMass {
  double mass = 0;             ///< kg, positive
  Vec3 centre = Vec3::Zero();  ///< of mass, at rest, in the mesh's frame, m
  Mat3 inertia = Mat3::Zero(); ///< about the centre, kg·m², positive definite
};

/// Shares the solid inside a closed mesh out among the bones, by the weights of the skin. It does so on a
/// lattice of cubes around the mesh. A cube has the mean weights of the vertices in it, or else of the cubes
/// beside it that are nearer to the skin. A bone that carries (next to) nothing gets a ten-thousandth of the
/// mass, as a ball about its own middle. The masses add up to `mass` (kg).
std::vector<BoneMass> bone_masses(const Rig& rig, const TriangleMesh& mesh, double mass);

} // namespace lamina
