#pragma once

#include "core/mesh/orient.h"

namespace lamina {

struct Thickening {
  std::size_t shells = 0; ///< that were open and are solids now
  std::size_t folded = 0; ///< triangles of their two sides that turned over or inside out
};

/// Makes each open shell a solid of the given thickness (m, > 0): its surface is moved to both sides along
/// its vertex normals, by half of that each, and a band joins the two along the boundary. Normals are
/// weighted by angle. Where faces meet at an angle a vertex moves farther, at most twice as far, so that the
/// faces around it lie as far apart as asked on average. Closed shells stay as they are; what they share with
/// open ones is doubled. Every edge that does not balance must belong to one triangle.
Thickening give_thickness(TriangleMesh& mesh, const Patches& shells, double thickness);

} // namespace lamina
