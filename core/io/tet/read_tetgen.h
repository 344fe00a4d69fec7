#pragma once

#include "core/base/progress.h"
#include "core/io/tet/cell_collector.h"

#include <string_view>

namespace lamina {

/// Reads the pair of files that TetGen writes (TetGen manual, section 5.2): nodes, counted from 0 or 1, and
/// tetrahedra of 4 or 10 nodes. The names are those of the files in messages. Throws InputError with file,
/// line and reason.
TetFile read_tetgen(std::string_view node_text, const std::string& node_name, std::string_view element_text,
                    const std::string& element_name, const Progress& progress = {});

} // namespace lamina
