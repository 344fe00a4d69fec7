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

/// What a solid holds.
struct Strength {
  double tensile; ///< Pa: the traction at which a crack begins
  double relief;  ///< m: so far around a crack that is pulled open, no other begins
};

/// The faces inside of a solid that come apart. Their traction counts: the normal component, from the mean of
/// the stresses on both sides. Above the strength a face begins a crack. A crack has fronts, edges where it
/// ends inside of the solid, and goes on from these at half of the strength: cells are too large to show how
/// the load rises towards a front.
///
///          ╱╲       σ₁                                                ╱ φ
///         ╱  ╲                                        split          ╱
///        ────── ↑ n    t = n · ½(σ₁ + σ₂) n      ══════════════════●────── straight on: φ = 0
///         ╲  ╱                                                front
///          ╲╱       σ₂
///
/// - At each front, the face around it with the greatest t cos²φ goes on, if that passes half of the
/// strength.
///   φ is the angle between this face and straight on. So cracks stay flat unless the load turns.
/// - A crack begins at the faces with the greatest t > strength. No other begins within the `relief` from
/// them,
///   nor from fronts where t cos²φ passes a quarter of the strength: what is near waits for the crack that is
///   there. A face with an edge on a crack begins another only above four times the strength. Other pieces of
///   the solid do not count.
///
/// `split` has the faces that are split already, ascending; a cut is a crack as any. Numbers of faces are
/// those of TetNeighbours, ascending. Own formulation; M04 (section 6) breaks solids and does not say by what
/// rule.
std::vector<std::uint32_t> overloaded_faces(const LoadedSolid& solid, const TetNeighbours& neighbours,
                                            std::span<const std::uint32_t> split, const Strength& strength);

} // namespace lamina
