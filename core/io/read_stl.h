#pragma once

#include "core/io/load.h"

#include <string>
#include <string_view>

namespace lamina {

/// Reads an STL file held in memory, text or binary; which of the two is decided by its size and content, not
/// by its first word. Three vertices a triangle, in file order; stored normals are ignored. Each solid of a
/// text file becomes a mesh; solids whose open edges meet are one (assemble.h).
LoadedFile read_stl(std::string_view data, const std::string& name, const Progress& progress = {});

} // namespace lamina
