#pragma once

#include "core/body/nodal_body.h"
#include "core/mesh/tet_mesh.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lamina {

/// A body's solid in tetrahedra, in the mesh's frame.
struct DividedSolid {
  TetMesh mesh;
  std::vector<double> filled; ///< share of each tetrahedron that is material; none: all of each
  std::vector<double> masses; ///< kg a node, adding up to the body's
  NodeMapping mapping;        ///< of the surface
  std::shared_ptr<const PreparedMesh> surface;     ///< as in NodalParts
  double node_spacing = 0;                         ///< m
  std::vector<std::array<std::uint32_t, 8>> cells; ///< of a lattice, as in Lattice::cell_corners
};

/// The body's own tetrahedra if its file holds some, otherwise a lattice around its surface. Each node weighs
/// a quarter of what fills its tetrahedra. Throws InputError (naming the body) if its mesh is not closed.
DividedSolid divide_solid(const SceneBody& description);

/// The mass of a solid of tetrahedra (kg), spread over its nodes: a quarter of each tetrahedron's to each of
/// its corners.
std::vector<double> node_masses(const TetMesh& mesh, double mass);

/// A quarter of the volume of each tetrahedron for each of its corners, m³.
std::vector<double> node_volumes(const TetMesh& mesh);
/// What a tetrahedron adds to node_volumes() at each of its corners, m³.
double corner_volume(const TetMesh& mesh, const Tetrahedron& tetrahedron);

/// The same numbers with another sum.
void scale_to(double sum, std::vector<double>& numbers);

/// kg, as given or from the density; `volume` in m³.
double mass_of(const SceneBody& description, double volume);

/// The parts of a soft body: corotational linear tetrahedra (design, section 5, bodies).
NodalParts soft_parts(const SceneBody& description);

} // namespace lamina
