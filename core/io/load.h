#pragma once

#include "core/base/progress.h"
#include "core/mesh/mesh.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

struct Rig;

struct LoadOptions {
  bool split_pieces = false; ///< each connected piece becomes a mesh of its own
  double time_limit_s = 60;  ///< for formats read in a child process
  Progress progress;
};

/// What a mesh file holds: one mesh per object, in file units and file vertex order, and sentences on
/// oddities (a missing material file, ignored texture indices). Objects are `o` in OBJ, solids in text STL
/// and nodes in glTF and its like. OBJ objects and STL solids whose open edges meet are patches of one
/// surface, and make one mesh.
struct LoadedFile {
  std::vector<TriangleMesh> meshes;
  std::vector<std::string> notes;
  double metres_per_unit = 0; ///< 1 where the format fixes metres (glTF); 0 where the file does not say
  std::string unit;           ///< the same in words: "metres, as glTF has it"; empty where it does not say
  /// Bones of a skinned file, which carry the vertices of all meshes one after the other; none if it has none
  /// or was split into pieces.
  std::shared_ptr<const Rig> rig;
};

/// Reads a mesh file by its content and extension. Own strict readers take OBJ, PLY, OFF and STL, in double
/// precision. Assimp takes everything else, in a child process (lamina-import) with a time and a memory
/// limit. Throws InputError naming file, line and reason; Cancelled if the progress callback asks for it. A
/// file without any triangle is an error ("no triangles").
LoadedFile load_mesh_file(const std::filesystem::path& file, const LoadOptions& options = {});

/// Extensions (lower case, with the dot) that can be opened, own readers first, for file dialogs and
/// messages.
const std::vector<std::string>& mesh_extensions();

} // namespace lamina
