#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Contact by spatial hashing (T04 section 6: THM03) with consistent penetration depths (HTK04). The vertices
/// of each body, and the nodes inside of it, are looked for in the tetrahedra of the other. Each of those
/// found gets a depth and a direction outwards from the surface that the edges about it cross. A vertex makes
/// a contact. Its measure is its depth (m). Its gradient is the direction against the vertex, and the same
/// along it at the nodes of the tetrahedron, by the weights of the vertex: both forces act at one place. A
/// file each: cells (core/contact/tetrahedra/tet_hash), one body (hashed_body), depths (consistent_depth),
/// contacts (side_contacts).
///
/// A contact stands for the surface of its vertex that is seen along the direction; where vertices of both
/// bodies make contacts, for the part that is its own (core/contact/raytraced/raytraced.h).
///
/// Surfaces without tetrahedra take part with their vertices alone, against bodies that have some. So do
/// bodies of a lattice, which reaches beyond its surface. A body or piece that lies within another as a whole
/// has no edge that leads outside. All of it is pushed out the shortest way (core/contact/enclosed). Edges
/// that cross are not seen where no vertex is inside.
///
/// Results are bitwise the same for any number of threads and any size of cells.
std::unique_ptr<ContactMethod> make_hashing();

/// What the method is like.
MethodTraits hashing_traits();

} // namespace lamina
