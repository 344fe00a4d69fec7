#include "core/io/load.h"

#include "core/base/error.h"
#include "core/base/length_units.h"
#include "core/io/file_bytes.h"
#include "core/io/import_file.h"
#include "core/io/read_obj.h"
#include "core/io/read_off.h"
#include "core/io/read_ply.h"
#include "core/io/read_stl.h"
#include "core/io/read_vtk_surface.h"
#include "core/io/text_scanner.h"
#include "core/mesh/prepare.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace lamina {

namespace {

enum class Format { obj, ply, off, stl, vtk, imported };

struct Signature {
  std::string_view start;
  std::string_view meaning;
};

/// Files that are recognised only to say what they are.
constexpr std::array<Signature, 8> unreadable = {{
    {"<VTKFile", "a VTK XML file"},
    {"# vtk DataFile", "a legacy VTK file"},
    {"$MeshFormat", "a Gmsh file"},
    {"$NOD", "a Gmsh file"},
    {"MeshVersionFormatted", "a Medit file"},
    {"HIERARCHY", "a BVH motion file"},
    {"\x89PNG", "a picture"},
    {"%PDF", "a PDF document"},
}};

std::string known_extensions() {
  std::string list;
  for (const std::string& extension : mesh_extensions())
    list += (list.empty() ? "" : " ") + extension;
  return list;
}

/// The format by content where that is certain, otherwise by extension.
Format recognise(std::string_view data, const std::filesystem::path& file) {
  const std::string name = file.string(), extension = extension_of(file);
  if (is_vtk_surface(data.substr(0, 1024)))
    return Format::vtk;
  for (const auto& [start, meaning] : unreadable)
    if (data.starts_with(start) || (data.starts_with("<?xml") && start.starts_with("<") &&
                                    data.substr(0, 1024).find(start) != data.npos))
      throw InputError(name, 0,
                       "is " + std::string(meaning) + ", which cannot be opened; convert it to one of " +
                           known_extensions());
  if (data.starts_with("ply\n") || data.starts_with("ply\r") || data.starts_with("ply "))
    return Format::ply;
  if (data.starts_with("glTF") || data.starts_with("Kaydara FBX Binary"))
    return Format::imported;

  if (extension == ".obj")
    return Format::obj;
  if (extension == ".ply")
    return Format::ply;
  if (extension == ".off" || extension == ".coff" || extension == ".noff")
    return Format::off;
  if (extension == ".stl")
    return Format::stl;
  const auto& known = mesh_extensions();
  if (std::find(known.begin(), known.end(), extension) != known.end())
    return Format::imported;
  throw InputError(name, 0,
                   (extension.empty() ? std::string("a file without extension")
                                      : "files of kind \"" + printable(extension) + "\"") +
                       " cannot be opened; known are " + known_extensions());
}

/// Materials do not matter to us, but a missing file often tells that a model was copied in part.
void look_for_materials(const std::filesystem::path& file, const std::vector<std::string>& material_files,
                        std::vector<std::string>& notes) {
  for (const std::string& material : material_files) {
    std::error_code error;
    if (!std::filesystem::exists(file.parent_path() / material, error))
      notes.push_back("material file \"" + printable(material) + "\" is missing; materials are not used");
  }
}

void split_into_pieces(LoadedFile& loaded) {
  std::vector<TriangleMesh> pieces;
  for (const TriangleMesh& mesh : loaded.meshes)
    for (TriangleMesh& piece : split_pieces(mesh))
      pieces.push_back(std::move(piece));
  loaded.meshes = std::move(pieces);
  loaded.rig = nullptr;
}

LoadedFile read(std::string_view data, Format format, const std::filesystem::path& file,
                const LoadOptions& options) {
  const std::string name = file.string();
  switch (format) {
  case Format::ply:
    return read_ply(data, name, options.progress);
  case Format::off:
    return read_off(data, name, options.progress);
  case Format::stl:
    return read_stl(data, name, options.progress);
  case Format::vtk:
    return read_vtk_surface(data, name, options.progress);
  case Format::obj: {
    std::vector<std::string> material_files;
    LoadedFile loaded = read_obj(data, name, options.progress, &material_files);
    look_for_materials(file, material_files, loaded.notes);
    return loaded;
  }
  case Format::imported:
    break;
  }
  return import_file(file, options);
}

/// What a file says of its unit, in words.
std::string unit_in_words(double metres_per_unit, const std::filesystem::path& file) {
  if (!(metres_per_unit > 0))
    return {};
  const std::string extension = extension_of(file);
  if (extension == ".gltf" || extension == ".glb")
    return "metres, as glTF has it";
  if (const LengthUnit* unit = length_unit(metres_per_unit))
    return std::string(unit->name) + ", as the file says";
  char text[40];
  std::snprintf(text, sizeof text, "units of %.6g m", metres_per_unit);
  return text + std::string(", as the file says");
}

} // namespace

LoadedFile load_mesh_file(const std::filesystem::path& file, const LoadOptions& options) {
  LoadedFile loaded;
  {
    const FileBytes bytes(file, options.progress);
    const Format format = recognise(bytes.view(), file);
    loaded = read(bytes.view(), format, file, options);
  }
  loaded.unit = unit_in_words(loaded.metres_per_unit, file);
  if (options.split_pieces)
    split_into_pieces(loaded);
  return loaded;
}

const std::vector<std::string>& mesh_extensions() {
  static const std::vector<std::string> extensions = {".obj", ".ply", ".off", ".stl", ".gltf",
                                                      ".glb", ".fbx", ".dae", ".3mf", ".3ds",
                                                      ".amf", ".x3d", ".lwo", ".ac",  ".x"};
  return extensions;
}

} // namespace lamina
