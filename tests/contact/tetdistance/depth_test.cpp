#include "core/contact/tetdistance/depth_in_tet.h"
#include "core/mesh/tet_faces.h"
#include "tests/contact/tetdistance/solids.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using namespace tetdistance;
using test::shaken_ball;
using test::SolidBody;
using tetrahedra::TetFrame;

/// The depth at a place, taken to be in one tetrahedron of a solid.
double depth_at(const SolidBody& body, std::uint32_t tetrahedron, const Vec3& place) {
  DistanceField field;
  const Solid solid = body.solid();
  field.update(solid, {});
  return DepthInTet(solid, field, tetrahedron)
      .depth(TetFrame(solid.nodes, solid.tetrahedra[tetrahedron]).weights(place));
}

Vec3 middle_of(const SolidBody& body, const Tetrahedron& t) {
  // Not the centroid, so that no two weights are alike.
  return 0.1 * body.mesh.nodes[t[0]] + 0.2 * body.mesh.nodes[t[1]] + 0.3 * body.mesh.nodes[t[2]] +
         0.4 * body.mesh.nodes[t[3]];
}

TEST(DepthInTet, IsContinuousWhereAPlaceCrossesAFace) {
  const SolidBody ball = shaken_ball(6, 1);
  const Solid solid = ball.solid();
  DistanceField field;
  field.update(solid, {});
  const FaceTable faces(ball.mesh);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto uses = faces.uses(f);
    if (uses.size() != 2)
      continue;
    const auto& nodes = uses[0].nodes;
    const Vec3 place =
        0.2 * ball.mesh.nodes[nodes[0]] + 0.5 * ball.mesh.nodes[nodes[1]] + 0.3 * ball.mesh.nodes[nodes[2]];
    std::array<double, 2> depth{};
    for (std::size_t k = 0; k < 2; ++k)
      depth[k] = DepthInTet(solid, field, uses[k].tetrahedron)
                     .depth(TetFrame(solid.nodes, solid.tetrahedra[uses[k].tetrahedron]).weights(place));
    // Weights of a place of the size of the ball are rounded.
    EXPECT_NEAR(depth[0], depth[1], 1e-13);
  }
}

TEST(DepthInTet, HasTheGradientThatFiniteDifferencesSay) {
  SolidBody ball = shaken_ball(6, 1);
  const double h = 1e-6;
  int looked_at = 0;
  for (std::uint32_t t = 0; t < ball.mesh.tetrahedra.size(); t += 131) {
    const Vec3 place = middle_of(ball, ball.mesh.tetrahedra[t]);
    DistanceField field;
    field.update(ball.solid(), {});
    const Solid solid = ball.solid();
    const DepthInTet inside(solid, field, t);
    ASSERT_TRUE(inside.usable());
    if (inside.gradient().norm() < 0.5)
      continue; // there the direction is that of the closest place
    std::vector<AtNode> at_nodes;
    const Vec3 push = inside.push(place, TetFrame(solid.nodes, solid.tetrahedra[t]).weights(place), 1,
                                  TetReaction::boundary, at_nodes);
    std::map<std::uint32_t, Vec3> expected;
    for (const std::uint32_t node : ball.mesh.tetrahedra[t])
      expected.emplace(node, Vec3::Zero());
    for (const AtNode& at : at_nodes)
      expected.emplace(at.node, Vec3::Zero()).first->second += at.value;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 step = h * Vec3::Unit(axis);
      // The second derivative over a cell of a third of a metre, times h², and rounding over h.
      EXPECT_NEAR((depth_at(ball, t, place + step) - depth_at(ball, t, place - step)) / (2 * h), push[axis],
                  1e-8);
      for (const auto& [node, value] : expected) {
        const Vec3 was = ball.mesh.nodes[node];
        ball.mesh.nodes[node] = was + step;
        const double above = depth_at(ball, t, place);
        ball.mesh.nodes[node] = was - step;
        const double below = depth_at(ball, t, place);
        ball.mesh.nodes[node] = was;
        EXPECT_NEAR((above - below) / (2 * h), value[axis], 1e-7) << "tetrahedron " << t << " node " << node;
        ++looked_at;
      }
    }
  }
  EXPECT_GT(looked_at, 100);
}

TEST(DepthInTet, PushesNothingAndTurnsNothingInAll) {
  const SolidBody ball = shaken_ball(6, 1);
  const Solid solid = ball.solid();
  DistanceField field;
  field.update(solid, {});
  for (const TetReaction reaction : {TetReaction::boundary, TetReaction::tetrahedron})
    for (std::uint32_t t = 0; t < ball.mesh.tetrahedra.size(); ++t) {
      const Vec3 place = middle_of(ball, ball.mesh.tetrahedra[t]);
      std::vector<AtNode> at_nodes;
      const DepthInTet inside(solid, field, t);
      const Vec3 push = inside.push(place, TetFrame(solid.nodes, solid.tetrahedra[t]).weights(place), 1,
                                    reaction, at_nodes);
      Vec3 force = push, torque = place.cross(push);
      for (const AtNode& at : at_nodes) {
        force += at.value;
        torque += solid.nodes[at.node].cross(at.value);
      }
      // Parts of unit size, rounded; closest places at a metre's distance along their directions too.
      EXPECT_LT(force.norm(), 1e-13) << t;
      EXPECT_LT(torque.norm(), 1e-13) << t;
    }
}

TEST(DepthInTet, PushesAcrossASlabOnBothSidesOfItsMiddle) {
  // Four cells across: nodes of the middle layer are as far from the top as from the bottom.
  SolidBody slab(test::tet_box(4, {4, 4, 1}));
  // Closest triangles of the middle are at the bottom or top, by rounding: shaken so that they alternate.
  test::Dice dice(9);
  for (Vec3& node : slab.mesh.nodes)
    if (node.z() > 0.1 && node.z() < 0.9)
      node.z() += dice.within(-0.01, 0.01);
  const Solid solid = slab.solid();
  DistanceField field;
  field.update(solid, {});
  for (std::uint32_t t = 0; t < slab.mesh.tetrahedra.size(); ++t) {
    const Vec3 place = middle_of(slab, slab.mesh.tetrahedra[t]);
    if ((place - Vec3(2, 2, 0.5)).cwiseAbs().head<2>().maxCoeff() > 1)
      continue; // nearer to a side
    std::vector<AtNode> at_nodes;
    const DepthInTet inside(solid, field, t);
    const Vec3 push = inside.push(place, TetFrame(solid.nodes, solid.tetrahedra[t]).weights(place), 1,
                                  TetReaction::boundary, at_nodes);
    EXPECT_GT(push.norm(), 0.5);
    EXPECT_GT(std::abs(push.z()), 0.9 * push.norm()) << "never along the slab";
    if (std::abs(place.z() - 0.5) > 0.26) {
      EXPECT_EQ(push.z() < 0, place.z() > 0.5) << "depth grows towards the middle";
    }
  }
}

TEST(DepthInTet, OfAFlatTetrahedronIsNotUsed) {
  SolidBody ball = shaken_ball(4, 1);
  Tetrahedron& t = ball.mesh.tetrahedra.front();
  ball.mesh.nodes[t[3]] = (ball.mesh.nodes[t[0]] + ball.mesh.nodes[t[1]] + ball.mesh.nodes[t[2]]) / 3;
  const Solid solid = ball.solid();
  DistanceField field;
  field.update(solid, {});
  EXPECT_FALSE(DepthInTet(solid, field, 0).usable());
}

} // namespace
} // namespace lamina
