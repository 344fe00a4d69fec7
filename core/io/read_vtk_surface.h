#pragma once

#include "core/io/load.h"

#include <string>
#include <string_view>

namespace lamina {

/// Whether a file that begins so is a legacy VTK file of a surface (DATASET POLYDATA).
bool is_vtk_surface(std::string_view start);

/// Reads the polygons and triangle strips of a legacy VTK file of a surface, as one mesh. Points and lines
/// are left out with a note; what data there are of points and cells is not looked at. Throws InputError with
/// file and line, and Cancelled.
LoadedFile read_vtk_surface(std::string_view data, const std::string& name, const Progress& progress);

} // namespace lamina
