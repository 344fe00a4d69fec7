#pragma once

#include "core/mesh/orient.h"

namespace lamina {

/// Closes each open shell into a thick solid. It adds the shell's triangles again, turned and moved by
/// `thickness` (m) against the mean normal (weighted by area), and a skirt along the boundary. The added
/// triangles follow those of the mesh. Returns false, leaving the mesh as it is, if an open shell has no mean
/// normal.
bool close_sheets(TriangleMesh& mesh, const EdgeTable& edges, const Patches& shells, double thickness);

} // namespace lamina
