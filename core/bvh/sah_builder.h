#pragma once

#include "core/bvh/simd/walk_boxes.h"

#include <span>
#include <vector>

namespace lamina::bvh {

/// Makes the shape of a tree for rays: its boxes are still to be fitted. Sets of triangles are cut by the
/// surface-area heuristic, until no more are left than a node has children. Sources: Goldsmith and Salmon,
/// Automatic creation of object hierarchies for ray tracing, 1987; in bins after Wald, On fast construction
/// of SAH-based bounding volume hierarchies, 2007. The root comes first, and every node before those under
/// it; no node for no triangles. Triangles with a corner that is no number may be anywhere.
void build_by_area(std::span<const Triangle> triangles, std::span<const Vec3> positions,
                   std::vector<BoxesOfTriangles::Node>& nodes);

/// No tree is deeper, whatever the triangles.
inline constexpr std::size_t most_box_levels = 20;

} // namespace lamina::bvh
