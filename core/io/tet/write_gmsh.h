#pragma once

#include "core/mesh/tet_mesh.h"

#include <string>

namespace lamina {

/// A solid as a Gmsh file, version 2.2, text: nodes numbered from 1 in their order, then tetrahedra, all of
/// one volume. Coordinates read back as the same numbers.
std::string gmsh_text(const TetMesh& mesh);

} // namespace lamina
