#include "core/mesh/lattice.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace lamina {
namespace {

double volume(const TetMesh& mesh, const std::vector<double>& share) {
  double sum = 0;
  for (std::size_t e = 0; e < mesh.tetrahedra.size(); ++e) {
    const Tetrahedron& t = mesh.tetrahedra[e];
    const Vec3& o = mesh.nodes[t[0]];
    const double own = (mesh.nodes[t[1]] - o).cross(mesh.nodes[t[2]] - o).dot(mesh.nodes[t[3]] - o) / 6;
    EXPECT_GT(own, 0);
    sum += own * (share.empty() ? 1 : share[e]);
  }
  return sum;
}

/// Every face belongs to one tetrahedron, or to two that see it from its two sides.
void expect_conforming(const TetMesh& mesh) {
  std::map<std::array<std::uint32_t, 3>, int> faces;
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (std::size_t skip = 0; skip < 4; ++skip) {
      std::array<std::uint32_t, 3> face{};
      for (std::size_t k = 0, at = 0; k < 4; ++k)
        if (k != skip)
          face[at++] = t[k];
      std::sort(face.begin(), face.end());
      ++faces[face];
    }
  for (const auto& [face, count] : faces)
    EXPECT_LE(count, 2);
}

void expect_vertices_found(const TriangleMesh& surface, const Lattice& lattice) {
  ASSERT_EQ(lattice.positions.size(), surface.vertices.size());
  for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
    const Lattice::Place& place = lattice.positions[v];
    Vec3 sum = Vec3::Zero();
    double total = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      sum += place.weights[k] * lattice.mesh.nodes[lattice.mesh.tetrahedra[place.tetrahedron][k]];
      total += place.weights[k];
      EXPECT_GT(place.weights[k], -1e-7);
    }
    EXPECT_NEAR(total, 1, 1e-12);
    EXPECT_NEAR((sum - surface.vertices[v]).norm(), 0, 1e-9);
  }
}

TEST(Lattice, FillsABoxExactly) {
  const TriangleMesh box = make_box({1, 1, 1});
  const Lattice lattice = build_lattice(box, 4);
  // The lattice is a millionth larger than the box.
  EXPECT_NEAR(volume(lattice.mesh, lattice.filled), 1, 1e-5);
  EXPECT_EQ(lattice.cells, 64u);
  expect_conforming(lattice.mesh);
  expect_vertices_found(box, lattice);
  EXPECT_EQ(lattice.glued_cells, 0u);
  EXPECT_EQ(describe_gluing(lattice), "");
}

TEST(Lattice, FilledVolumeApproachesThatOfTheSolid) {
  const TriangleMesh torus = make_torus(1, 0.4, 4000);
  const double exact = mass_properties(torus).volume;
  // Sixteen columns a cell that the surface crosses, and at least a twentieth of each such cell: both errors
  // shrink with the cells' share of the solid.
  for (const auto& [cells, tolerance] : {std::pair(8, 0.04), std::pair(16, 0.02), std::pair(32, 0.01)}) {
    const Lattice lattice = build_lattice(torus, cells);
    expect_vertices_found(torus, lattice);
    EXPECT_NEAR(volume(lattice.mesh, lattice.filled) / exact, 1, tolerance) << cells;
  }
}

TEST(Lattice, KeepsThePartsThatAreThinnerThanACell) {
  const TriangleMesh plate = make_box({1, 1, 0.001});
  const Lattice lattice = build_lattice(plate, 10);
  expect_vertices_found(plate, lattice);
  expect_conforming(lattice.mesh);
  EXPECT_GE(lattice.cells, 100u);
}

TEST(Lattice, ACavityStaysEmpty) {
  TriangleMesh hollow = make_box({1, 1, 1});
  const TriangleMesh hole = make_box({0.6, 0.6, 0.6});
  const auto shift = static_cast<std::uint32_t>(hollow.vertices.size());
  hollow.vertices.insert(hollow.vertices.end(), hole.vertices.begin(), hole.vertices.end());
  for (const Triangle& t : hole.triangles)
    hollow.triangles.push_back({t[0] + shift, t[2] + shift, t[1] + shift});
  const Lattice lattice = build_lattice(hollow, 20);
  EXPECT_NEAR(volume(lattice.mesh, lattice.filled), 1 - 0.216, 0.1);
}

TEST(Lattice, SaysWhereAGapLiesWithinACell) {
  TriangleMesh pair = make_box({1, 1, 0.5});
  const std::size_t count = pair.vertices.size();
  const auto triangles = pair.triangles;
  for (std::size_t v = 0; v < count; ++v)
    pair.vertices.push_back(pair.vertices[v] + Vec3(0, 0, 0.51));
  for (const Triangle& t : triangles)
    pair.triangles.push_back({t[0] + static_cast<std::uint32_t>(count),
                              t[1] + static_cast<std::uint32_t>(count),
                              t[2] + static_cast<std::uint32_t>(count)});
  const Lattice coarse = build_lattice(pair, 7);
  EXPECT_GT(coarse.glued_cells, 0u);
  EXPECT_NE(describe_gluing(coarse).find("lattice_cells"), std::string::npos);
  EXPECT_EQ(build_lattice(make_box({1, 1, 0.02}), 7).glued_cells, 0u) << "a thin wall is no gap";
}

} // namespace
} // namespace lamina
