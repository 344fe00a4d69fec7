#include "core/mesh/divide_edges.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, (mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]).norm());
  return longest;
}

/// The surface is the same: volume, centre and area are, and it is closed.
TEST(DivideEdges, KeepsTheSurfaceAndNoEdgeIsLonger) {
  for (const TriangleMesh& mesh : {make_box({1, 0.2, 0.05}), make_torus(0.5, 0.2, 60), make_sphere(0.3, 100)})
    for (const double length : {0.3, 0.11, 0.04}) {
      const TriangleMesh fine = divide_edges(mesh, length, 1'000'000);
      EXPECT_LE(longest_edge(fine), length);
      const PreparedMesh prepared = prepare_mesh(fine);
      EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
      EXPECT_EQ(prepared.report.misoriented_edges, 0u);
      const double volume = mass_properties(mesh).volume;
      EXPECT_NEAR(mass_properties(fine).volume, volume, 1e-12 * volume);
      EXPECT_NEAR(surface_area(fine), surface_area(mesh), 1e-12 * surface_area(mesh));
    }
}

TEST(DivideEdges, LeavesAFineSurfaceAndStopsAtItsLimit) {
  const TriangleMesh box = make_box({1, 1, 1});
  EXPECT_EQ(divide_edges(box, 2, 1000).triangles, box.triangles);
  EXPECT_LE(divide_edges(box, 1e-3, 1000).triangles.size(), 1000u);
}

} // namespace
} // namespace lamina
