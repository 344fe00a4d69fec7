#pragma once

#include "core/mesh/mesh.h"

#include <string>
#include <vector>

namespace lamina {

/// Writes meshes, or a message, to standard output in the form of core/io/import_stream.h. Returns false if
/// the reader has gone away.
bool write_meshes(const std::vector<TriangleMesh>& meshes, double metres_per_unit,
                  const std::vector<std::string>& notes);
bool write_message(const std::string& message);

} // namespace lamina
