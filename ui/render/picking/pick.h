#pragma once

#include "core/bvh/box_tree.h"
#include "core/simulation/snapshot.h"
#include "ui/render/bodies/moved_boxes.h"
#include "ui/render/bodies/shown_shape.h"
#include "ui/render/camera/camera.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamina {

/// What a ray meets first.
struct BodyHit {
  std::uint32_t body = 0;     ///< index in the snapshot
  std::uint32_t triangle = 0; ///< index in the body's mesh
  Vec3 point = Vec3::Zero();  ///< world, m
  double distance = 0;        ///< along the ray, m
};

/// Answers what is under the pointer. Keeps a tree per mesh, made at first use, and boxes around what deforms
/// where it is now, so that a question costs far less than drawing. Needs no OpenGL; not shared between
/// threads.
class Picker {
public:
  /// The nearest body along the ray, as the picture shows it: skirts are left out, and so are floors seen
  /// from behind.
  std::optional<BodyHit> body(const Snapshot& snapshot, const Ray& ray);

private:
  const Meshlets& groups_of(const std::shared_ptr<const PreparedMesh>& mesh);

  PerMesh<bvh::BoxTree> trees_;   ///< over the shown triangles of those meshes
  PerMesh<Meshlets> groups_;      ///< of meshes that have none of their own
  std::vector<MovedBoxes> moved_; ///< by body
  ShownShapes shapes_;
};

} // namespace lamina
