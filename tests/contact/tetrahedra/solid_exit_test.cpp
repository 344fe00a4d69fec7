#include "core/contact/tetrahedra/neighbours.h"
#include "core/contact/tetrahedra/solid_exit.h"
#include "tests/contact/tetrahedra/solid_body.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace lamina::test {

using namespace tetrahedra;

namespace {

SolidFaces faces_of(const SolidBody& body) {
  return {body.mesh.tetrahedra, body.mesh.nodes.size(), *body.surface.triangles, body.node_of_vertex};
}

/// The first tetrahedron that holds a point.
std::uint32_t holder(const SolidBody& body, const Vec3& point) {
  for (std::uint32_t t = 0; t < body.mesh.tetrahedra.size(); ++t)
    if (is_inside(TetFrame(body.mesh.nodes, body.mesh.tetrahedra[t]).weights(point)))
      return t;
  ADD_FAILURE() << "no tetrahedron holds " << point.transpose();
  return 0;
}

Vec3 in_box(Dice& dice) {
  return {dice.within(0, 1), dice.within(0, 1), dice.within(0, 1)};
}

} // namespace

TEST(SolidExit, IsWhereTheWayOutCrossesTheBox) {
  const SolidBody box(tet_box(5));
  const SolidFaces faces = faces_of(box);
  Dice dice(1);
  for (int k = 0; k < 500; ++k) {
    const Vec3 from = in_box(dice), way = dice.vector(1);
    const Vec3 to = from + 4 * way / way.norm();
    const SolidWay found =
        follow_way(box.mesh.nodes, box.mesh.tetrahedra, faces, holder(box, from), from, to);
    ASSERT_TRUE(found.exit.has_value());
    EXPECT_FALSE(found.end.has_value());
    double share = 1;
    for (int axis = 0; axis < 3; ++axis)
      share = std::min(share, ((to[axis] > from[axis] ? 1 : 0) - from[axis]) / (to[axis] - from[axis]));
    // Rounding, of places within a metre.
    EXPECT_LT((found.exit->position - (from + share * (to - from))).norm(), 1e-12);
    Vec3 place = Vec3::Zero();
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t corner = (*box.surface.triangles)[found.exit->triangle][c];
      const auto at =
          std::find(found.exit->nodes.begin(), found.exit->nodes.end(), box.node_of_vertex[corner]);
      ASSERT_NE(at, found.exit->nodes.end()) << "another triangle";
      place += found.exit->weights[static_cast<std::size_t>(at - found.exit->nodes.begin())] *
               box.surface.positions[corner];
    }
    EXPECT_LT((place - found.exit->position).norm(), 1e-12);
  }
}

TEST(SolidExit, IsNoneOfAWayThatEndsInside) {
  const SolidBody box(tet_box(5));
  const SolidFaces faces = faces_of(box);
  Dice dice(2);
  for (int k = 0; k < 500; ++k) {
    const Vec3 from = in_box(dice), to = in_box(dice);
    const SolidWay found =
        follow_way(box.mesh.nodes, box.mesh.tetrahedra, faces, holder(box, from), from, to);
    ASSERT_TRUE(found.end.has_value());
    EXPECT_FALSE(found.exit.has_value());
    EXPECT_TRUE(is_inside(TetFrame(box.mesh.nodes, box.mesh.tetrahedra[*found.end]).weights(to)));
  }
}

TEST(SolidExit, OfAWayAlongEdgesAndThroughNodesEndsSomewhere) {
  // From node to node of the lattice: every way goes through nodes, edges or faces.
  const SolidBody box(tet_box(3));
  const SolidFaces faces = faces_of(box);
  for (const Vec3& from : box.mesh.nodes)
    for (const Vec3& to : {Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(2, 2, 2), Vec3(-1, 1, 0), Vec3(0.5, 0.5, 3)}) {
      const SolidWay found =
          follow_way(box.mesh.nodes, box.mesh.tetrahedra, faces, holder(box, from), from, to);
      EXPECT_TRUE(found.exit || found.end);
      const bool inside = (to.array() >= 0).all() && (to.array() <= 1).all();
      EXPECT_TRUE(inside || found.exit);
    }
}

TEST(SolidExit, LeadsNowhereThroughWhatIsUnusable) {
  SolidBody box(tet_box(3));
  const SolidFaces faces = faces_of(box);
  const Vec3 from(0.1, 0.15, 0.12);
  const std::uint32_t start = holder(box, from);
  const double infinity = std::numeric_limits<double>::infinity();
  const auto leads = [&](const Vec3& to) {
    const SolidWay way = follow_way(box.mesh.nodes, box.mesh.tetrahedra, faces, start, from, to);
    return way.exit || way.end;
  };
  EXPECT_FALSE(leads({infinity, 0, 0}));
  EXPECT_TRUE(leads({3, 0.15, 0.12}));
  for (Vec3& node : box.mesh.nodes)
    if (node.x() > 0.5)
      node.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(leads({3, 0.15, 0.12}));
}

TEST(Neighbours, AreThoseThatShareAnEdge) {
  const TetMesh mesh = tet_box(3);
  std::vector<std::set<std::uint32_t>> expected(mesh.nodes.size());
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const std::uint32_t a : t)
      for (const std::uint32_t b : t)
        if (a != b)
          expected[a].insert(b);
  const tetrahedra::Neighbours neighbours(std::span<const Tetrahedron>(mesh.tetrahedra), mesh.nodes.size());
  for (std::uint32_t n = 0; n < mesh.nodes.size(); ++n) {
    const auto found = neighbours.of(n);
    EXPECT_EQ(std::vector<std::uint32_t>(found.begin(), found.end()),
              std::vector<std::uint32_t>(expected[n].begin(), expected[n].end()));
  }
}

} // namespace lamina::test
