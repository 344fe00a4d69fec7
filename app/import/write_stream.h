#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/rig.h"

#include <string>
#include <vector>

namespace lamina {

/// Writes meshes (and the bones that carry them, if there are any), or a message, to standard output in the
/// form of core/io/import_stream.h. Returns false if the reader has gone away.
bool write_meshes(const std::vector<TriangleMesh>& meshes, double metres_per_unit,
                  const std::vector<std::string>& notes, const Rig* rig);
bool write_message(const std::string& message);

} // namespace lamina
