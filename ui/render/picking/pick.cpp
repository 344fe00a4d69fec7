#include "ui/render/picking/pick.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {
namespace {

/// A tree over what is shown of a mesh, which must outlive it.
bvh::BoxTree shown_tree(const PreparedMesh& prepared) {
  const auto triangles = std::span(prepared.mesh.triangles).first(shown_triangles(prepared));
  bvh::BoxTree tree(bvh::BoxTree::Cutting::by_median);
  tree.build(triangles, prepared.mesh.vertices, bvh::corner_bounds(triangles, prepared.mesh.vertices));
  return tree;
}

} // namespace

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
    bvh::Ray asked{ray.origin, ray.direction};
    asked.before = limit;
    asked.front_only = shapes_.of(mesh).front_only();
    bvh::Hit hit;
    if (state.positions) {
      hit = moved_[i].first_hit(*mesh, groups_of(mesh), state.positions, asked);
    } else {
      asked.origin = state.mesh_pose.to_local(ray.origin);
      asked.direction = state.mesh_pose.orientation.conjugate() * ray.direction;
      hit = trees_.of(mesh, shown_tree).first_hit(asked);
    }
    // Of bodies that are met at one place the first is taken.
    if (!(hit.distance < limit))
      continue;
    limit = hit.distance;
    best = BodyHit{static_cast<std::uint32_t>(i), hit.triangle, ray.at(limit), limit};
  }
  return best;
}

} // namespace lamina
