#include "core/mesh/tet_check.h"

#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"

#include <gmock/gmock.h>

#include <limits>

namespace lamina {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TetCheck, TakesASoundMeshAsItIs) {
  const TetMesh box = test::tet_box(3);
  const PreparedTets prepared = prepare_tets(box);
  const TetReport& report = prepared.report;
  EXPECT_TRUE(report.accepted) << report.reason;
  EXPECT_TRUE(report.notes.empty());
  EXPECT_EQ(prepared.mesh.nodes, box.nodes);
  EXPECT_EQ(prepared.mesh.tetrahedra, box.tetrahedra);
  EXPECT_EQ(report.nodes, 64u);
  EXPECT_EQ(report.tetrahedra, 162u);
  EXPECT_EQ(report.pieces, 1u);
  EXPECT_EQ(report.surface_triangles, 108u);
  EXPECT_EQ(report.surface_vertices, 56u);
  EXPECT_NEAR(report.volume_m3, 1, 1e-12); // 162 roundings
  EXPECT_EQ(report.bounds.max, Vec3::Ones());
}

TEST(TetCheck, TurnsWhatIsListedInsideOut) {
  TetMesh box = test::tet_box(2);
  for (const std::size_t i : {0u, 7u, 30u})
    std::swap(box.tetrahedra[i][0], box.tetrahedra[i][1]);
  const PreparedTets prepared = prepare_tets(box);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.turned, 3u);
  EXPECT_THAT(prepared.report.notes, ElementsAre("3 tetrahedra were listed inside out and turned"));
  for (const Tetrahedron& t : prepared.mesh.tetrahedra)
    EXPECT_GT(volume(prepared.mesh, t), 0);
}

TEST(TetCheck, RefusesAnElementThatIsInsideOutInItsPlace) {
  // The inner node of a box of eight cells, moved out of the box, turns some of its tetrahedra inside out.
  TetMesh box = test::tet_box(2);
  box.nodes[13] = {0.5, 0.5, 1.4};
  const TetReport report = prepare_tets(box).report;
  EXPECT_FALSE(report.accepted);
  EXPECT_THAT(report.reason, HasSubstr("on the same side of the face that they share"));
  EXPECT_THAT(report.reason, HasSubstr("remesh"));
}

TEST(TetCheck, LeavesOutUnusedNodesEvenIfTheyAreNotFinite) {
  TetMesh mesh = test::two_tetrahedra();
  mesh.nodes.insert(mesh.nodes.begin() + 1, Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0));
  for (Tetrahedron& t : mesh.tetrahedra)
    for (std::uint32_t& node : t)
      node += node > 0;
  const PreparedTets prepared = prepare_tets(mesh);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.unused_nodes, 1u);
  EXPECT_EQ(prepared.mesh.nodes, test::two_tetrahedra().nodes);
  EXPECT_EQ(prepared.mesh.tetrahedra, test::two_tetrahedra().tetrahedra);
}

TEST(TetCheck, UsesRepeatedTetrahedraOnce) {
  TetMesh mesh = test::two_tetrahedra();
  mesh.tetrahedra.push_back({2, 0, 1, 3});
  mesh.tetrahedra.push_back({1, 0, 2, 3});
  const PreparedTets prepared = prepare_tets(mesh);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.duplicates, 2u);
  EXPECT_EQ(prepared.mesh.tetrahedra, test::two_tetrahedra().tetrahedra);
}

TEST(TetCheck, LeavesOutCollapsedTetrahedraAndFlatOnesAtTheSurface) {
  TetMesh mesh = test::two_tetrahedra();
  mesh.nodes.emplace_back(0.5, 0, 0.5);
  mesh.tetrahedra.push_back({0, 1, 3, 5}); // a sliver on the face 0, 1, 3, of that face's plane or nearly so
  mesh.nodes[5] = (mesh.nodes[0] + mesh.nodes[1] + mesh.nodes[3]) / 3;
  mesh.tetrahedra.push_back({0, 0, 1, 2});
  const PreparedTets prepared = prepare_tets(mesh);
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.flat, 2u);
  EXPECT_EQ(prepared.mesh.tetrahedra, test::two_tetrahedra().tetrahedra);
  EXPECT_EQ(prepared.mesh.nodes, test::two_tetrahedra().nodes);
}

TEST(TetCheck, RefusesAFlatTetrahedronInsideTheSolid) {
  // Four tetrahedra around a flat square of nodes 0, 1, 2, 3: it has a neighbour at each of its sides.
  TetMesh mesh;
  mesh.nodes = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}, {0.5, 0.5, -1}};
  mesh.tetrahedra = {{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 2, 3, 4}, {0, 3, 1, 5}, {1, 3, 2, 5}};
  const TetReport report = prepare_tets(mesh).report;
  EXPECT_FALSE(report.accepted);
  EXPECT_THAT(report.reason, HasSubstr("1 tetrahedron inside is flat, the first near (0, 0, 0)"));
}

TEST(TetCheck, CallsFlatWhatItIsAtAnyScale) {
  for (const double scale : {1e-90, 1e-6, 1.0, 1e90}) {
    TetMesh box = test::tet_box(1, Vec3::Constant(scale));
    EXPECT_TRUE(prepare_tets(box).report.accepted) << scale;
    for (Vec3& node : box.nodes)
      node.z() *= 1e-7;
    EXPECT_EQ(prepare_tets(box).report.reason, "all tetrahedra are flat") << scale;
  }
}

TEST(TetCheck, RefusesFacesOfMoreThanTwoTetrahedra) {
  TetMesh mesh = test::two_tetrahedra();
  mesh.nodes.emplace_back(0.3, 0.3, 0.4);
  mesh.tetrahedra.push_back({0, 1, 2, 5});
  const TetReport report = prepare_tets(mesh).report;
  EXPECT_FALSE(report.accepted);
  EXPECT_THAT(report.reason,
              HasSubstr("1 face is shared by more than two tetrahedra, the first near (0, 0, 0)"));
}

TEST(TetCheck, RefusesBadIndicesAndCoordinates) {
  TetMesh mesh = test::two_tetrahedra();
  mesh.tetrahedra[1][2] = 9;
  EXPECT_THAT(prepare_tets(mesh).report.reason, HasSubstr("tetrahedron 1 uses node 9 of 5"));
  mesh = test::two_tetrahedra();
  mesh.nodes[4].y() = std::numeric_limits<double>::infinity();
  EXPECT_THAT(prepare_tets(mesh).report.reason, HasSubstr("node 4 has a coordinate that is not finite"));
  EXPECT_EQ(prepare_tets({}).report.reason, "no tetrahedra");
  mesh = test::tet_box(1, Vec3::Constant(1e120));
  EXPECT_THAT(prepare_tets(mesh).report.reason, HasSubstr("scale it"));
}

TEST(TetCheck, CountsPiecesByTheNodesThatTheyShare) {
  TetMesh mesh = test::two_tetrahedra();
  const TetMesh other = test::tet_box();
  for (Tetrahedron t : other.tetrahedra) {
    for (std::uint32_t& node : t)
      node += 5;
    mesh.tetrahedra.push_back(t);
  }
  for (const Vec3& node : other.nodes)
    mesh.nodes.push_back(node + Vec3(3, 0, 0));
  EXPECT_EQ(prepare_tets(mesh).report.pieces, 2u);
}

} // namespace
} // namespace lamina
