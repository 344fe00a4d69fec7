#pragma once

#include "core/body/nodal_body.h"

namespace lamina {

/// The parts of a particle body: masses joined by springs (design, section 5, bodies). Its particles are
///
///  - those of its file, each joined to its neighbours. The nearest dozen carry the surface; their weights
///    reproduce every affine motion;
///  - or the vertices of its mesh (Division::vertices). They are joined along edges, across them to the
///    opposite corners of the two triangles, and through the solid to what lies behind each vertex;
///  - or the nodes of a lattice around its surface, joined along the edges of its tetrahedra.
///
/// Throws InputError (naming the body) for a mesh that is not closed. Likewise for particles that do not hang
/// together, or do not enclose the surface well enough to carry it.
NodalParts particle_parts(const SceneBody& description);

} // namespace lamina
