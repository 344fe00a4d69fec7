#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Ray-traced contact (H08): from every vertex in the overlap of two bounding boxes a ray is cast into the
/// vertex's body. Where it leaves the other body, while still within its own, vertex and hit are pushed apart
/// along the ray. That is one contact. Its measure is the depth |p₁p₂| (m), and its weight cos α between ray
/// and collided surface. Its gradient is a unit vector at the vertex, and the opposite on the corners of the
/// hit triangle. Bodies may meet themselves in the same way. A file each: surface and its trees
/// (cast_surface, with a tree of core/bvh), one ray (cast_ray), the rays of a pair
/// (pair_rays).
///
/// The paper gives every vertex the same force. Here a contact stands for an area, so that p = κ·depth as for
/// volumes. A vertex has the area vector α_v of its share of the triangles around it. Since both surfaces may
/// cast, its contact stands for α_v α_w / (α_v + α_w), with α_w that of the vertices about the hit. Where
/// both surfaces are sampled alike that is half of either; where one is much finer, its vertices count alone.
/// The areas of a face then add up to the true one once, whichever side casts, and nothing jumps when the
/// other side begins to. RaytracedSettings::area takes for α the mean of the surface instead, which makes all
/// contacts of a pair alike, as in the paper.
///
/// What it does not see, as the paper says: bodies one within the other, overlaps whose rays leave their own
/// body first, edge across edge. Rays are counted by fate (RayEvidence::fates), and bodies that seem to be
/// within another are marked.
///
/// Each piece of a body is a surface of its own (PieceSurfaces). The paper has none. A splinter that seems to
/// be within another surface as a whole is pushed out the shortest way (core/contact/enclosed).
///
/// RaytracedSettings::force says along what a contact's force acts; by default that is not the paper's ray
/// (cast_ray.h says why).
///
/// Detection throws std::runtime_error if Embree is wanted and does not start.
///
/// Rays are cast side by side on read-only trees; results are bitwise the same for any number of threads and
/// every tree.
std::unique_ptr<ContactMethod> make_raytraced();

/// What the method is like.
MethodTraits raytraced_traits();

} // namespace lamina
