#pragma once

#include "core/io/load.h"

#include <string>
#include <string_view>

namespace lamina {

/// Reads Geomview OFF text held in memory: OFF and its variants with colours (C), normals (N) and texture
/// coordinates (ST), whose extra numbers are ignored. One vertex or face a line; comments and blank lines
/// anywhere; counts may follow the keyword. Binary OFF and other dimensions are refused.
LoadedFile read_off(std::string_view text, const std::string& name, const Progress& progress = {});

} // namespace lamina
