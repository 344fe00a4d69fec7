#pragma once

#include "core/mesh/stuffing/stuffing.h"
#include "core/mesh/tet_check.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/mesh_support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina::test {

/// All cells alike, unless they may be halved.
inline StuffedSolid stuffed(const TriangleMesh& mesh, int cells, int finer_levels = 0) {
  StuffingOptions options;
  options.cells = cells;
  options.finer_levels = finer_levels;
  options.threads = 2;
  return stuff(mesh, options);
}

/// What holds of every stuffed solid, whatever the surface: the promises of core/mesh/stuffing/stuffing.h.
inline void expect_sound(const StuffedSolid& solid) {
  for (const Tetrahedron& t : solid.mesh.tetrahedra)
    ASSERT_GT(volume(solid.mesh, t), 0);
  EXPECT_GE(solid.report.least_dihedral_deg, 9.5);
  EXPECT_LE(solid.report.greatest_dihedral_deg, 165);
  EXPECT_EQ(solid.report.all_on_boundary, 0u);
  EXPECT_TRUE(is_closed_manifold(solid.surface));

  std::vector<std::uint32_t> node_of_vertex;
  const TriangleMesh boundary = boundary_surface(solid.mesh, node_of_vertex);
  EXPECT_EQ(boundary.triangles, solid.surface.triangles);
  EXPECT_EQ(node_of_vertex, solid.node_of_vertex);

  const TetReport checked = prepare_tets(solid.mesh).report;
  EXPECT_TRUE(checked.accepted) << checked.reason;
  EXPECT_EQ(checked.turned + checked.flat + checked.duplicates + checked.unused_nodes, 0u);
  EXPECT_NEAR(checked.volume_m3, solid.report.volume_m3, 1e-12 * checked.volume_m3);
}

/// Fans of triangles around the vertices of a surface: as many as vertices where each has one fan.
inline std::size_t count_fans(const TriangleMesh& surface) {
  // In a fan the triangle that leaves a vertex towards b is followed by the one that comes from b.
  std::vector<std::array<std::uint32_t, 3>> spokes; // vertex, to, from
  for (const Triangle& t : surface.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      spokes.push_back({t[k], t[(k + 1) % 3], t[(k + 2) % 3]});
  std::sort(spokes.begin(), spokes.end());
  std::vector<char> seen(spokes.size(), 0);
  std::size_t fans = 0;
  for (std::size_t i = 0; i < spokes.size(); ++i) {
    if (seen[i])
      continue;
    ++fans;
    for (std::size_t at = i; !seen[at];) {
      seen[at] = 1;
      const std::array<std::uint32_t, 3> next{spokes[at][0], spokes[at][2], 0};
      at = static_cast<std::size_t>(std::lower_bound(spokes.begin(), spokes.end(), next) - spokes.begin());
    }
  }
  return fans;
}

} // namespace lamina::test
