#pragma once

#include "core/base/progress.h"
#include "core/io/tet/cell_collector.h"

#include <string_view>

namespace lamina {

/// Reads a Gmsh mesh: MSH 1 (text), 2.x and 4.1 (text and binary of either byte order), as the reference
/// manual describes them. `name` names the file in messages. Throws InputError with line (of text) and
/// reason.
TetFile read_gmsh(std::string_view data, const std::string& name, const Progress& progress = {});

} // namespace lamina
