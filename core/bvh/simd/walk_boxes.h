#pragma once

#include "core/bvh/box_node.h"
#include "core/bvh/ray.h"
#include "core/bvh/tree_frame.h"
#include "core/mesh/mesh.h"

#include <span>

namespace lamina::bvh {

/// A tree of boxes over triangles, to be walked through. The boxes are in the frame's coordinates.
struct BoxesOfTriangles {
  static constexpr int children = 16;
  using Node = BoxNode<children>;

  std::span<const Node> nodes; ///< the root first; leaves are triangles
  std::span<const Triangle> triangles;
  std::span<const Vec3> positions;
  const TreeFrame& frame;
};

/// What a ray meets first. Asks triangles in the order of their boxes along the ray, with the widest
/// instructions that the processor has; which they are makes no difference to the hit.
Hit walk_boxes(const BoxesOfTriangles& boxes, const Ray& ray);

/// Whether a ray meets any of them: walks as walk_boxes() does, and ends at the first triangle that is met.
bool meets_any(const BoxesOfTriangles& boxes, const Ray& ray);

} // namespace lamina::bvh
