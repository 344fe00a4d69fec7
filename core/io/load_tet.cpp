#include "core/io/load_tet.h"

#include "core/base/error.h"
#include "core/io/file_bytes.h"
#include "core/io/read_vtk_surface.h"
#include "core/io/tet/read_gmsh.h"
#include "core/io/tet/read_medit.h"
#include "core/io/tet/read_tetgen.h"
#include "core/io/tet/read_vtk.h"
#include "core/io/tet/read_vtu.h"
#include "core/io/text_scanner.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

namespace lamina {

namespace {

enum class TetFormat { gmsh, medit, tetgen, vtk, vtu };

std::optional<TetFormat> format_by_extension(const std::filesystem::path& file) {
  const std::string extension = extension_of(file);
  if (extension == ".msh")
    return TetFormat::gmsh;
  if (extension == ".mesh")
    return TetFormat::medit;
  if (extension == ".node" || extension == ".ele")
    return TetFormat::tetgen;
  if (extension == ".vtk")
    return TetFormat::vtk;
  if (extension == ".vtu")
    return TetFormat::vtu;
  return std::nullopt;
}

/// By how the file begins, which is certain for all but TetGen's.
std::optional<TetFormat> format_by_content(std::string_view start) {
  if (start.starts_with("\xef\xbb\xbf"))
    start.remove_prefix(3);
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  start.remove_prefix(std::min(first, start.size()));
  if (start.starts_with("# vtk DataFile"))
    return TetFormat::vtk;
  if (start.starts_with("<VTKFile") || (start.starts_with("<?xml") && start.find("<VTKFile") != start.npos))
    return TetFormat::vtu;
  if (start.starts_with("$MeshFormat") || start.starts_with("$NOD") || start.starts_with("$Comments"))
    return TetFormat::gmsh;
  if (start.starts_with("MeshVersionFormatted"))
    return TetFormat::medit;
  return std::nullopt;
}

constexpr std::size_t start_size = 1024;

std::string start_of(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error))
    return {};
  std::string start(start_size, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  return start;
}

/// Files that are known only to say what they are.
void refuse_others(std::string_view data, const std::string& name) {
  constexpr std::array<std::string_view, 2> binary_medit = {std::string_view("\1\0\0\0", 4),
                                                            std::string_view("\0\0\0\1", 4)};
  for (const std::string_view start : binary_medit)
    if (data.starts_with(start))
      throw InputError(name, 0, "is a binary Medit file, which cannot be read; save it as text (.mesh)");
  if (data.starts_with("MFEM "))
    throw InputError(name, 0, "is an MFEM mesh, which cannot be read; save it as Gmsh 2.2 or VTK");
}

TetFile read_pair(const std::filesystem::path& file, const LoadOptions& options) {
  std::filesystem::path nodes = file, elements = file;
  const bool capitals = file.extension() == ".NODE" || file.extension() == ".ELE";
  nodes.replace_extension(capitals ? ".NODE" : ".node");
  elements.replace_extension(capitals ? ".ELE" : ".ele");
  for (const std::filesystem::path& one : {nodes, elements})
    if (std::error_code error; one != file && !std::filesystem::exists(one, error))
      throw InputError(file.string(), 0,
                       "needs the other file of the pair, \"" + one.filename().string() + "\", beside it");
  const FileBytes node_bytes(nodes, options.progress), element_bytes(elements, options.progress);
  return read_tetgen(node_bytes.view(), nodes.string(), element_bytes.view(), elements.string(),
                     options.progress);
}

TetFile read(const std::filesystem::path& file, const LoadOptions& options) {
  if (format_by_extension(file) == TetFormat::tetgen)
    return read_pair(file, options);
  const FileBytes bytes(file, options.progress);
  const std::string name = file.string();
  std::optional<TetFormat> format = format_by_content(bytes.view().substr(0, start_size));
  if (!format)
    format = format_by_extension(file);
  if (!format) {
    std::string list;
    for (const std::string& extension : tet_extensions())
      list += (list.empty() ? "" : " ") + extension;
    throw InputError(name, 0, "is no tetrahedral file that can be opened; known are " + list);
  }
  switch (*format) {
  case TetFormat::gmsh:
    return read_gmsh(bytes.view(), name, options.progress);
  case TetFormat::vtk:
    return read_vtk(bytes.view(), name, options.progress);
  case TetFormat::vtu:
    return read_vtu(bytes.view(), name, options.progress);
  default:
    refuse_others(bytes.view(), name);
    return read_medit(bytes.view(), name, options.progress);
  }
}

} // namespace

LoadedTetFile read_tet_file(const std::filesystem::path& file, const LoadOptions& options) {
  TetFile result = read(file, options);
  return {std::move(result.mesh), std::move(result.notes)};
}

LoadedTetFile load_tet_file(const std::filesystem::path& file, const LoadOptions& options) {
  LoadedTetFile loaded = read_tet_file(file, options);
  PreparedTets prepared = prepare_tets(std::move(loaded.mesh));
  if (!prepared.report.accepted)
    throw InputError(file.string(), 0, prepared.report.reason);
  loaded.mesh = std::move(prepared.mesh);
  loaded.notes.insert(loaded.notes.end(), prepared.report.notes.begin(), prepared.report.notes.end());
  return loaded;
}

bool is_tet_file(const std::filesystem::path& file) {
  const std::string start = start_of(file);
  return !is_vtk_surface(start) && (format_by_extension(file) || format_by_content(start));
}

const std::vector<std::string>& tet_extensions() {
  static const std::vector<std::string> extensions = {".msh", ".mesh", ".node", ".ele", ".vtk", ".vtu"};
  return extensions;
}

} // namespace lamina
