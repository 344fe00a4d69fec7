#pragma once

#include "core/mesh/mesh.h"
#include "tests/papers/table.h"

#include <cstddef>

namespace lamina::papers::t04 {

/// A torus of about so many triangles, twisted around its axis by up to this angle (rad): one state of a
/// mesh that deforms.
TriangleMesh twisted_torus(std::size_t triangles, double angle);

/// T04-refit: refitting against rebuilding by children and triangles, and how many more nodes a search meets.
Table refit_table();

/// T04-update: processor time of a step, update and searches together, by children, motion and searches, of
/// each way to follow a mesh.
Table update_table();

} // namespace lamina::papers::t04
