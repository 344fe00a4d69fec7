#include "ui/render/bodies/moved_boxes.h"

#include "ui/render/bodies/shown_shape.h"

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

std::optional<RayHit> MovedBoxes::nearest(const PreparedMesh& mesh, const Meshlets& groups,
                                          const Positions& positions, const Ray& ray, bool front_only,
                                          double limit) {
  if (positions->size() != mesh.mesh.vertices.size())
    return std::nullopt;
  if (measured_.lock() != positions)
    measure(positions);
  const Vec3 inverse = ray.direction.cwiseInverse();
  if (!(box_entry(whole_, ray.origin, inverse) < limit))
    return std::nullopt;
  if (groups_.empty())
    measure_groups(groups, *positions);

  std::optional<RayHit> best;
  const std::size_t shown = shown_triangles(mesh);
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!(box_entry(groups_[g], ray.origin, inverse) < limit))
      continue;
    for (const std::uint32_t t : groups.triangles(g)) {
      const Triangle& corners = mesh.mesh.triangles[t];
      const auto distance = ray_triangle(ray, (*positions)[corners[0]], (*positions)[corners[1]],
                                         (*positions)[corners[2]], front_only);
      if (t < shown && distance && *distance < limit) {
        limit = *distance;
        best = RayHit{*distance, t};
      }
    }
  }
  return best;
}

} // namespace lamina
