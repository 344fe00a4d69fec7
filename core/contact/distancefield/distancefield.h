#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Contact by distance fields (T04 section 4: FSG03, BMF03). A body has a field of signed distances in the
/// frame of its mesh, made once (core/field). A soft one keeps that of its shape at rest, and a point is
/// mapped back there by the tetrahedron that it lies in (rest_places): approximate, of first order. Points of
/// the other body are asked for their distance D. Where it is below the offset ε, there is a contact: its
/// measure is the depth ε − D (m), its direction the gradient of the field, and the surface of the other body
/// is pushed the opposite way. A file each: the field of a mesh (rest_field), one body (field_body), the
/// deepest place of an edge or triangle (deepest_point), the points of a side (side_points).
///
/// Points are vertices and, where they lie deeper than their ends, places of edges: the survey's centres of
/// edges are where that search begins. A body without a field also has the deepest place of triangles that
/// others poke into. Two bodies with fields are asked both ways. A contact stands for an area as those of
/// `raytraced` do; within an edge for a sixth of its triangles, within a triangle for a third.
///
/// What deforms without tetrahedra has points and no field, and so has what is in several pieces. Two such
/// bodies do not meet, and none meets itself. Deeper than the band a field says nothing. At the medial axis
/// of a thin plate its direction turns round.
///
/// Detection throws InputError for a field that would be too large. Results are bitwise the same for any
/// number of threads.
std::unique_ptr<ContactMethod> make_distancefield();

/// What the method is like.
MethodTraits distancefield_traits();

} // namespace lamina
