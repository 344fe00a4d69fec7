#pragma once

#include "core/mesh/tet_mesh.h"

#include <array>
#include <cstdint>

namespace lamina::test {

/// A box from the origin of n cells along each axis, each cell cut into six tetrahedra around its diagonal
/// (Kuhn's subdivision), which fits its neighbours. All volumes are positive.
inline TetMesh tet_box(std::uint32_t n = 1, const Vec3& size = Vec3::Ones()) {
  TetMesh mesh;
  for (std::uint32_t z = 0; z <= n; ++z)
    for (std::uint32_t y = 0; y <= n; ++y)
      for (std::uint32_t x = 0; x <= n; ++x)
        mesh.nodes.push_back(Vec3(x, y, z).cwiseProduct(size) / n);

  const std::uint32_t step[3] = {1, n + 1, (n + 1) * (n + 1)};
  constexpr std::array<std::array<int, 3>, 6> orders = {
      {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
  for (std::uint32_t z = 0; z < n; ++z)
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t x = 0; x < n; ++x)
        for (std::size_t k = 0; k < orders.size(); ++k) {
          Tetrahedron t{x * step[0] + y * step[1] + z * step[2], 0, 0, 0};
          for (std::size_t i = 0; i < 3; ++i)
            t[i + 1] = t[i] + step[orders[k][i]];
          if (k >= 3)
            std::swap(t[2], t[3]);
          mesh.tetrahedra.push_back(t);
        }
  return mesh;
}

/// Two tetrahedra that share the face 0, 1, 2.
inline TetMesh two_tetrahedra() {
  TetMesh mesh;
  mesh.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 1}, {0.1, 0.2, -0.7}};
  mesh.tetrahedra = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  return mesh;
}

} // namespace lamina::test
