#pragma once

#include "core/io/load.h"
#include "core/mesh/tet_check.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// A solid of tetrahedra, in file units, and sentences on what was mended or passed over.
struct LoadedTetFile {
  TetMesh mesh;
  std::vector<std::string> notes;
};

/// Reads a tetrahedral file and checks it with prepare_tets(): Gmsh 1, 2 and 4.1 (.msh), Medit (.mesh),
/// TetGen
/// (.node or .ele; the other one is found beside it), legacy VTK and VTU unstructured grids. Hexahedra,
/// prisms and pyramids are cut into tetrahedra and elements of higher order are reduced to their corners,
/// with notes. Throws InputError naming file, line where there is one, reason and the way out; Cancelled if
/// the progress asks for it.
LoadedTetFile load_tet_file(const std::filesystem::path& file, const LoadOptions& options = {});

/// The same without the check: what the file lists, whose indices are valid.
LoadedTetFile read_tet_file(const std::filesystem::path& file, const LoadOptions& options = {});

/// Whether a file is one of these formats: by its extension, and by its first bytes where that says nothing.
/// It need not hold a solid. Never throws.
bool is_tet_file(const std::filesystem::path& file);

/// Extensions (lower case, with the dot) of these formats, for file dialogs and messages.
const std::vector<std::string>& tet_extensions();

} // namespace lamina
