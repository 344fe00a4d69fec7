#pragma once

#include "core/body/nodal_body.h"

namespace lamina {

/// The parts of a soft body: its own tetrahedra if its file holds some, otherwise a lattice around its
/// surface (design, section 5, bodies). Masses follow from how much of each tetrahedron is filled and add up
/// to the body's. Throws InputError for a description without a closed mesh.
NodalParts soft_parts(const SceneBody& description);

} // namespace lamina
