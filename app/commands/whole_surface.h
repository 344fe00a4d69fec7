#pragma once

#include "core/mesh/prepare.h"

#include <string>
#include <vector>

namespace lamina {

/// All objects of a mesh file as one, in the file's units, and how many metres these are; 0 if it does not
/// say. Notes go to standard error. Throws InputError and Cancelled.
struct WholeSurface {
  TriangleMesh mesh;
  double metres_per_unit = 0;
};
WholeSurface load_whole_surface(const std::string& file);

/// Says on standard error what a file gave rise to.
void print_file_notes(const std::string& file, const std::vector<std::string>& notes);

} // namespace lamina
