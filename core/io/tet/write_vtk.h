#pragma once

#include "core/mesh/tet_mesh.h"

#include <string>

namespace lamina {

/// A solid as a legacy VTK file, version 3.0, text: an unstructured grid of tetrahedra. Coordinates read back
/// as the same numbers.
std::string vtk_text(const TetMesh& mesh);

} // namespace lamina
