#include "ui/render/bodies/moved_boxes.h"

#include "core/bvh/slabs.h"
#include "ui/render/bodies/shown_shape.h"

#include <algorithm>

namespace lamina {

void MovedBoxes::measure(const Positions& positions) {
  measured_ = positions;
  groups_.clear();
  whole_ = {};
  for (const Vec3& position : *positions)
    whole_.include(position);
}

void MovedBoxes::measure_groups(const Meshlets& groups, const std::vector<Vec3>& positions) {
  groups_.resize(groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::uint32_t vertex : groups.vertices(g))
      groups_[g].include(positions[vertex]);
}

bvh::Hit MovedBoxes::first_hit(const PreparedMesh& mesh, const Meshlets& groups, const Positions& positions,
                               const bvh::Ray& ray) {
  bvh::Hit hit;
  if (positions->size() != mesh.mesh.vertices.size())
    return hit;
  if (measured_.lock() != positions)
    measure(positions);
  const bvh::Slabs slabs(ray);
  if (!slabs.may_meet(whole_, ray.before))
    return hit;
  if (groups_.empty())
    measure_groups(groups, *positions);

  const bvh::RayTest test(ray);
  const std::size_t shown = shown_triangles(mesh);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!slabs.may_meet(groups_[g], std::min(ray.before, hit.distance)))
      continue;
    for (const std::uint32_t t : groups.triangles(g)) {
      const Triangle& corners = mesh.mesh.triangles[t];
      if (t < shown)
        test.take((*positions)[corners[0]], (*positions)[corners[1]], (*positions)[corners[2]], t, hit);
    }
  }
  return hit;
}

} // namespace lamina
