#pragma once

#include "core/mesh/subdivide_boundary_tets.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <string>

namespace lamina::test {

/// A box about `at`, cut into tetrahedra that all have a node inside; n cells along each side.
inline SceneBody tet_body(const std::string& name, std::uint32_t n, const Vec3& size, BodyKind kind,
                          const Vec3& at) {
  TetMesh tets = subdivide_boundary_tets(tet_box(n, size)).mesh;
  for (Vec3& node : tets.nodes)
    node -= 0.5 * size;
  return body_of_tets(name, tets, {at, Quat::Identity()}, kind);
}

} // namespace lamina::test
