#pragma once

#include "core/mesh/orient.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lamina {

struct ShellTurns {
  std::size_t turned = 0;   ///< shells that faced inwards, or lay inside one that was turned with them
  std::size_t cavities = 0; ///< shells left facing inwards, inside another
};

/// Makes closed shells face outwards, except cavities. What lies inside a turned shell is turned with it, so
/// that a hollow body stored inside out stays hollow. Containment is decided by winding numbers at vertices
/// of the inner shell. All shells must be closed.
ShellTurns turn_shells_outwards(TriangleMesh& mesh, const Patches& shells);

} // namespace lamina
