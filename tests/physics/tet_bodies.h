#pragma once

#include "core/mesh/subdivide_boundary_tets.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <algorithm>

namespace lamina::test {

/// A body cut into tetrahedra, whose surface is their boundary; n cells along each side.
inline SceneBody tet_body(const std::string& name, std::uint32_t n, const Vec3& size, BodyKind kind,
                          const Vec3& at) {
  TetMesh tets = subdivide_boundary_tets(tet_box(n, size)).mesh;
  for (Vec3& node : tets.nodes)
    node -= 0.5 * size;
  std::vector<std::uint32_t> unused;
  SceneBody body = body_of(name, boundary_surface(tets, unused), kind, {at, Quat::Identity()});
  // Preparation gives vertices another order.
  std::vector<std::uint32_t> nodes;
  for (const Vec3& vertex : body.mesh->mesh.vertices)
    nodes.push_back(static_cast<std::uint32_t>(std::find(tets.nodes.begin(), tets.nodes.end(), vertex) -
                                               tets.nodes.begin()));
  body.tetrahedra = std::make_shared<const TetMesh>(std::move(tets));
  body.mesh_nodes = std::make_shared<const std::vector<std::uint32_t>>(std::move(nodes));
  return body;
}

} // namespace lamina::test
