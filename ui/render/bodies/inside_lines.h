#pragma once

#include "ui/render/overlay/line_painter.h"

#include <vector>

namespace lamina {

/// What is inside of bodies that deform: edges of lattices and tetrahedra, springs, and bones with their
/// joints as dots; particles as dots too. Bodies whose inside the snapshot does not carry have none.
std::vector<Line> inside_lines(const Snapshot& snapshot, bool dark);

} // namespace lamina
