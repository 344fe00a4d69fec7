#pragma once

#include "core/io/load.h"

#include <string>
#include <string_view>

namespace lamina {

/// Reads a PLY file held in memory, text or binary of either byte order. It takes `vertex` elements with x, y
/// and z of any type, and `face` elements with a list vertex_indices (or vertex_index). It also takes
/// `tristrips` with restarts by negative indices. Other elements and properties are skipped.
LoadedFile read_ply(std::string_view data, const std::string& name, const Progress& progress = {});

} // namespace lamina
