#pragma once

#include "core/mesh/face_splits.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// What a solid is loaded with: its tetrahedra where their nodes are (world, m) and the Cauchy stress in each
/// (Pa, world), by tetrahedron.
struct LoadedSolid {
  std::span<const Tetrahedron> tetrahedra;
  std::span<const Vec3> nodes;
  std::span<const Mat3> stresses;
};

/// The faces inside of a solid that pull apart with more than `strength` (Pa): by the normal component of the
/// traction, from the mean of the stresses on both sides.
///
///          ╱╲       σ₁
///         ╱  ╲            traction on the face: t = n · ½(σ₁ + σ₂) n
///        ────── ↑ n       it splits where t > strength
///         ╲  ╱
///          ╲╱       σ₂
///
/// A crack relieves what is around it: of overloaded faces whose tetrahedra have a node in common, only the
/// one with the greatest traction, so that stresses are found anew before its neighbours are judged. Without
/// this a body that is loaded all over falls to dust in one step. `split` has the faces that are split
/// already, ascending. Numbers of faces are those of TetNeighbours, ascending. Own formulation; M04 (section
/// 6) breaks solids and does not say by what rule.
std::vector<std::uint32_t> overloaded_faces(const LoadedSolid& solid, const TetNeighbours& neighbours,
                                            std::span<const std::uint32_t> split, double strength);

} // namespace lamina
