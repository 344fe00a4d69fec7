#pragma once

#include "core/base/progress.h"
#include "core/io/tet/cell_collector.h"

#include <string_view>

namespace lamina {

/// Reads a Medit mesh in text (.mesh; Frey, "MEDIT: An interactive mesh visualization software", INRIA
/// RT-0253, 2001). Keywords may be written in any case. `name` names the file in messages. Throws InputError
/// with line and reason.
TetFile read_medit(std::string_view text, const std::string& name, const Progress& progress = {});

} // namespace lamina
