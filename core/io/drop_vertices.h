#pragma once

#include "core/mesh/mesh.h"

#include <string>
#include <vector>

namespace lamina {

/// Leaves out vertices that are not finite and that no triangle uses, with a note. Throws InputError, naming
/// the file and the vertex, if a triangle uses one. For binary formats, where no line can be named.
void drop_unused_vertices_not_finite(TriangleMesh& mesh, const std::string& file,
                                     std::vector<std::string>& notes);

} // namespace lamina
