// Cells of several sizes: that their tetrahedra fit each other, and what they keep of thin walls.

#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "core/mesh/stuffing/graded_cubes.h"
#include "core/mesh/tet_faces.h"
#include "tests/mesh/stuffing_support.h"

#include <map>
#include <random>

namespace lamina {
namespace {

using test::expect_sound;
using test::stuffed;

Box box_of(const Vec3& size) {
  Box box;
  box.include(Vec3::Zero());
  box.include(size);
  return box;
}

/// All tetrahedra of a lattice, with nodes at their places.
TetMesh all_tetrahedra(const stuffing::GradedCubes& cubes) {
  const stuffing::BccLattice& lattice = cubes.lattice();
  const std::array<int, 3>& n = lattice.cubes();
  const std::vector<char> all(static_cast<std::size_t>(n[0] * n[1] * n[2]), 1);
  std::vector<Tetrahedron> tetrahedra;
  for (int z = 0; z < n[2]; ++z)
    cubes.add_tetrahedra(z, all, tetrahedra);
  TetMesh mesh;
  std::map<std::uint32_t, std::uint32_t> number;
  for (Tetrahedron t : tetrahedra) {
    for (std::uint32_t& node : t) {
      const auto [known, is_new] = number.emplace(node, static_cast<std::uint32_t>(mesh.nodes.size()));
      if (is_new)
        mesh.nodes.push_back(lattice.position(node));
      node = known->second;
    }
    mesh.tetrahedra.push_back(t);
  }
  return mesh;
}

/// Cubes at random places are divided to random levels. At the rim of the lattice a cube has tetrahedra only
/// towards its neighbours, so the boundary is pyramids short of the box; inside nothing may be missing.
TEST(GradedCubes, TetrahedraFitEachOtherWhereverCubesAreDivided) {
  std::mt19937 random(3);
  const auto number = [&] { return static_cast<double>(random()) / 4294967296.0; };
  for (int run = 0; run < 12; ++run) {
    SCOPED_TRACE(run);
    const stuffing::BccLattice lattice(box_of({1, 0.7, 0.5}), 3, 3);
    stuffing::GradedCubes cubes(lattice);
    // Away from the rim, whose cubes then stay whole.
    const Vec3 low = lattice.to_place(Vec3(0.1, 0.1, 0.1)), high = lattice.to_place(Vec3(0.9, 0.6, 0.4));
    for (int k = 0; k < 1 + run / 2; ++k)
      cubes.divide(low + Vec3(number(), number(), number()).cwiseProduct(high - low),
                   1 + static_cast<int>(random() % 3));
    const TetMesh mesh = all_tetrahedra(cubes);
    for (const Tetrahedron& t : mesh.tetrahedra)
      ASSERT_GT(volume(mesh, t), 0);
    const FaceTable faces(mesh);
    for (std::size_t f = 0; f < faces.size(); ++f)
      ASSERT_LE(faces.uses(f).size(), 2u);

    // From both of its ends a side between cubes spans a pyramid of a sixth of a cube.
    const std::array<int, 3>& n = lattice.cubes();
    const double cube = lattice.cube() * lattice.cube() * lattice.cube();
    const int inner_sides = (n[0] - 1) * n[1] * n[2] + n[0] * (n[1] - 1) * n[2] + n[0] * n[1] * (n[2] - 1);
    EXPECT_NEAR(total_volume(mesh), cube * inner_sides / 3, 1e-12);
    std::vector<std::uint32_t> node_of_vertex;
    EXPECT_TRUE(test::is_closed_manifold(boundary_surface(mesh, node_of_vertex)));
  }
}

TEST(StuffingWalls, AreKeptByFinerCells) {
  // The wall is 0.4 cells thick.
  const TriangleMesh bowl = make_bowl(1, 0.8, 0.05, 8000);
  const StuffedSolid solid = stuffed(bowl, 16, 2);
  expect_sound(solid);
  EXPECT_EQ(test::count_fans(solid.surface), solid.surface.vertices.size());
  EXPECT_EQ(solid.report.finest_cell_m, solid.report.cell_m / 4);
  EXPECT_LT(solid.report.lost_volume, 0.03);
  // It is a bowl still: a sphere, by its Euler characteristic.
  EXPECT_EQ(test::euler_characteristic(solid.surface), 2);
  EXPECT_LT(solid.report.largest_deviation_m, 0.5 * solid.report.cell_m);
}

/// A ball with a fin: cells are finer at the fin alone.
TEST(StuffingWalls, AreTheOnlyPlacesWithFinerCells) {
  TriangleMesh fin = make_box(Vec3(1.2, 0.04, 0.5));
  const Quat askew = Quat(0.9, 0.2, -0.3, 0.15).normalized();
  for (Vec3& vertex : fin.vertices)
    vertex = askew * (vertex + Vec3(0.9, 0, 0));
  const TriangleMesh finned = test::joined(make_sphere(0.7, 8000), fin);
  const StuffedSolid solid = stuffed(finned, 16, 2);
  expect_sound(solid);
  EXPECT_GT(solid.report.divided_cubes, 0u);
  EXPECT_LT(solid.report.lost_volume, 0.02);
  EXPECT_EQ(test::euler_characteristic(solid.surface), 2);
  const StuffedSolid fine = stuffed(finned, 4 * 16);
  EXPECT_LT(10 * solid.report.tetrahedra, fine.report.tetrahedra);
}

TEST(StuffingWalls, SolidsWithoutAnyHaveCellsOfOneSize) {
  for (const TriangleMesh& mesh : {make_sphere(1, 4000), make_torus(1, 0.4, 4000)}) {
    const StuffedSolid finer = stuffed(mesh, 16, 2), alike = stuffed(mesh, 16);
    EXPECT_EQ(finer.report.divided_cubes, 0u);
    EXPECT_EQ(finer.mesh.tetrahedra, alike.mesh.tetrahedra);
    EXPECT_EQ(finer.mesh.nodes, alike.mesh.nodes);
  }
}

} // namespace
} // namespace lamina
