#pragma once

#include "core/base/progress.h"
#include "core/io/tet/cell_collector.h"

#include <string_view>

namespace lamina {

/// Reads an unstructured grid in a VTK XML file (.vtu; VTK file formats, "XML File Formats"). Arrays may be
/// text, base64, or appended as base64 or raw. They may be compressed with zlib, and of either byte order.
/// `name` names the file in messages. Throws InputError with line (of text) and reason.
TetFile read_vtu(std::string_view data, const std::string& name, const Progress& progress = {});

} // namespace lamina
