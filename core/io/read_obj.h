#pragma once

#include "core/io/load.h"

#include <string>
#include <string_view>

namespace lamina {

/// Reads Wavefront OBJ text held in memory; `name` is the file's name in messages. Objects (`o`) become
/// meshes; groups, materials, texture coordinates and normals are read over; points and lines are ignored. A
/// mesh holds the vertices its faces use and those stated in its section that no face uses, in file order.
/// `mtllib` files are named in `material_files` (as written), for the caller to look for.
LoadedFile read_obj(std::string_view text, const std::string& name, const Progress& progress = {},
                    std::vector<std::string>* material_files = nullptr);

} // namespace lamina
