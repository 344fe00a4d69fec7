#include "ui/render/picking/pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {

const Meshlets& Picker::groups_of(const std::shared_ptr<const PreparedMesh>& mesh) {
  if (mesh->meshlets.size() > 0)
    return mesh->meshlets;
  return groups_.of(mesh, [](const PreparedMesh& prepared) { return Meshlets(prepared.mesh); });
}

std::optional<BodyHit> Picker::body(const Snapshot& snapshot, const Ray& ray) {
  std::optional<BodyHit> best;
  if (!snapshot.infos)
    return best;
  trees_.prune();
  groups_.prune();
  shapes_.prune();
  moved_.resize(snapshot.bodies.size());
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(snapshot.infos->size(), snapshot.bodies.size()); ++i) {
    const std::shared_ptr<const PreparedMesh>& mesh = (*snapshot.infos)[i].mesh;
    if (!mesh)
      continue;
    const BodyState& state = snapshot.bodies[i];
    const bool front_only = shapes_.of(mesh).front_only();
    std::optional<RayHit> hit;
    if (state.positions) {
      hit = moved_[i].nearest(*mesh, groups_of(mesh), state.positions, ray, front_only, limit);
    } else {
      const MeshBvh& tree = trees_.of(mesh, [](const PreparedMesh& prepared) {
        return MeshBvh(prepared.mesh.vertices,
                       std::span(prepared.mesh.triangles).first(shown_triangles(prepared)));
      });
      const Ray local{state.mesh_pose.to_local(ray.origin),
                      state.mesh_pose.orientation.conjugate() * ray.direction};
      hit = tree.nearest(local, front_only, limit);
    }
    if (!hit)
      continue;
    limit = hit->distance;
    best = BodyHit{static_cast<std::uint32_t>(i), hit->triangle, ray.at(limit), limit};
  }
  return best;
}

} // namespace lamina
