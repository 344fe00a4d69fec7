#include "core/mesh/subdivide_boundary_tets.h"

#include "core/mesh/tet_faces.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina {
namespace {

TEST(SubdivideBoundaryTets, LeavesNoTetrahedronWithoutAnInnerNode) {
  for (const std::uint32_t n : {1u, 2u, 3u, 5u}) {
    const TetMesh box = test::tet_box(n, {2, 3, 0.5});
    const SubdividedTets divided = subdivide_boundary_tets(box);
    std::vector<std::uint32_t> boundary;
    boundary_surface(divided.mesh, boundary);
    for (const Tetrahedron& t : divided.mesh.tetrahedra) {
      const auto on_boundary = std::count_if(t.begin(), t.end(), [&](std::uint32_t node) {
        return std::binary_search(boundary.begin(), boundary.end(), node);
      });
      EXPECT_LT(on_boundary, 4);
      EXPECT_GT(volume(divided.mesh, t), 0);
    }
    // Of Kuhn's box of one cell every tetrahedron has all its nodes on the boundary.
    if (n == 1) {
      EXPECT_EQ(divided.subdivided, 6u);
    }
    EXPECT_EQ(divided.mesh.nodes.size(), box.nodes.size() + divided.subdivided);
    EXPECT_EQ(divided.mesh.tetrahedra.size(), box.tetrahedra.size() + 3 * divided.subdivided);
    EXPECT_NEAR(total_volume(divided.mesh), 3, 1e-12); // sums of some hundred terms
  }
}

TEST(SubdivideBoundaryTets, KeepsTheSurfaceAndWhatNeedsNothing) {
  const TetMesh box = test::tet_box(3);
  const SubdividedTets once = subdivide_boundary_tets(box);
  std::vector<std::uint32_t> before, after;
  const TriangleMesh surface = boundary_surface(box, before), same = boundary_surface(once.mesh, after);
  EXPECT_EQ(before, after);
  EXPECT_EQ(surface.vertices, same.vertices);
  EXPECT_GT(once.subdivided, 0u);

  const SubdividedTets twice = subdivide_boundary_tets(once.mesh);
  EXPECT_EQ(twice.subdivided, 0u);
  EXPECT_EQ(twice.mesh.tetrahedra, once.mesh.tetrahedra);
  EXPECT_EQ(subdivide_boundary_tets({}).subdivided, 0u);
}

} // namespace
} // namespace lamina
