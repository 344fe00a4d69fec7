#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Contact by the distance to the boundary inside of tetrahedra (M04). Each node of a solid has a distance,
/// which is marched inwards from the boundary whenever nodes have moved; between nodes depth is interpolated.
/// What lies in a tetrahedron is pushed along the gradient of depth, and the closest boundary the other way.
/// A file each: rings of nodes (solid_rings), the march (distance_field, with ring_fronts, fan_search,
/// heap_march, needed_nodes), depth in one tetrahedron (depth_in_tet), edges in tetrahedra (edge_search),
/// contacts (pair_contacts).
///
/// TetDistanceSettings::response says what is pushed. Points: each vertex in a tetrahedron, by its depth
/// d̃ (m). Segments: the pieces of each edge within, by φ = ½ (d̄₁ + d̄₂) |x₁x₂| (m²), which also sees edges
/// that cross while no vertex is within. The paper prints the weights of the ends the wrong way round.
///
/// Each contact stands for an area of surface, so that p = κ·depth as for volumes; the paper has none.
///
/// Bodies whose surface is not the boundary of their tetrahedra, or that have none, are pushed out of others
/// and receive nothing: two of these do not meet. A body may meet itself where vertices or edges lie in
/// tetrahedra that they have no node of.
///
/// Results are bitwise the same for any number of threads.
std::unique_ptr<ContactMethod> make_tetdistance();

/// What the method is like.
MethodTraits tetdistance_traits();

} // namespace lamina
