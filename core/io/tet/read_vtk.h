#pragma once

#include "core/base/progress.h"
#include "core/io/tet/cell_collector.h"

#include <string_view>

namespace lamina {

/// Reads an unstructured grid in a legacy VTK file (VTK file formats, "Simple Legacy Formats"), text or
/// big-endian binary. Cells come as one list or, from version 5, as offsets and connectivity. `name` names
/// the file in messages. Throws InputError with line (of text) and reason.
TetFile read_vtk(std::string_view data, const std::string& name, const Progress& progress = {});

} // namespace lamina
