#pragma once

#include "core/bvh/ray.h"
#include "core/mesh/prepare.h"

#include <memory>
#include <vector>

namespace lamina {

/// Boxes around a surface that deforms, where it is now: one around all of it, and one around each group of
/// its triangles. Each is measured when a ray first needs it, and again only once the surface has moved. So a
/// ray that misses the body costs a look at its vertices a move, and nothing while the body stands.
class MovedBoxes {
public:
  using Positions = std::shared_ptr<const std::vector<Vec3>>; ///< world, m, one a vertex; never changed

  /// The nearest hit on the shown triangles. `groups` are those of the mesh.
  bvh::Hit first_hit(const PreparedMesh& mesh, const Meshlets& groups, const Positions& positions,
                     const bvh::Ray& ray);

private:
  void measure(const Positions& positions);
  void measure_groups(const Meshlets& groups, const std::vector<Vec3>& positions);

  std::weak_ptr<const std::vector<Vec3>> measured_; ///< what the boxes are of
  Box whole_;
  std::vector<Box> groups_; ///< empty until a ray needs them
};

} // namespace lamina
