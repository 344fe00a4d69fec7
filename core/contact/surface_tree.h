#pragma once

#include "core/bvh/hit_tree.h"
#include "core/math/rigid_pose.h"

#include <memory>
#include <vector>

namespace lamina {

/// The tree for rays that a method searches a surface with, and what it was fitted to
/// (ContactMethod::surface_tree). Never changes once it was handed out, so any thread may ask it.
struct SurfaceTree {
  std::shared_ptr<const std::vector<Triangle>> triangles;
  std::vector<Vec3> positions;        ///< world, m, when it was fitted; not those of now
  std::shared_ptr<const void> device; ///< that the tree lives in, if any: goes after it
  std::unique_ptr<bvh::HitTree> tree;
  /// Of a rigid body: its vertices in its own frame, and how this frame lay in the world (Surface::rest). So
  /// rays brought there see the body wherever it is now. Null of what deforms, which must be refitted.
  std::shared_ptr<const std::vector<Vec3>> rest;
  RigidPose place{};
};

} // namespace lamina
