#include "tests/contact/hashing/hashing_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina::test {
namespace {

constexpr double degrees = 180 / std::numbers::pi;

/// A ball of radius 0.5 whose lowest point is so deep below the plane z = 0.
SolidBody sunk_ball(double depth) {
  SolidBody ball = tet_ball(8, 0.5);
  ball.move([&](const Vec3& p) -> Vec3 { return p + Vec3(0.013, 0.021, 0.5 - depth); });
  return ball;
}

/// How depths and directions differ from those of the nearest place on the faces x = 0 and z = 0 of a box.
struct Differences {
  double depth = 0, angle = 0, deepest = 0; ///< m, degrees: means; m
};

Differences at_the_edge(const PairContacts& found, const Surface& surface) {
  Differences mean;
  const std::vector<VertexContact> contacts = contacts_of(found, 0);
  for (const VertexContact& contact : contacts) {
    const Vec3& at = surface.positions[contact.vertex];
    const bool up = -at.z() < -at.x();
    const Vec3 nearest = up ? Vec3::UnitZ() : Vec3::UnitX();
    const double depth = std::min(-at.z(), -at.x());
    mean.depth += std::abs(contact.depth - depth);
    mean.angle += degrees * std::acos(std::min(1.0, contact.direction.dot(nearest)));
    mean.deepest = std::max(mean.deepest, depth);
  }
  mean.depth /= static_cast<double>(contacts.size());
  mean.angle /= static_cast<double>(contacts.size());
  return mean;
}

TEST(HashingDepths, OfABallInASlabAreExactAtAnyDepth) {
  const SolidBody slab = tet_slab(3, 0.8);
  for (const double depth : {0.01, 0.1, 0.3, 0.5, 0.7, 0.79}) {
    const SolidBody ball = sunk_ball(depth);
    const PairContacts found = hashed(ball, slab);
    const std::vector<VertexContact> contacts = contacts_of(found, 0);
    ASSERT_FALSE(contacts.empty()) << depth;
    for (const VertexContact& contact : contacts) {
      // Weighted means of what is the same everywhere, but for rounding.
      EXPECT_NEAR(contact.depth, -ball.surface.positions[contact.vertex].z(), 1e-12);
      EXPECT_LT((contact.direction - Vec3::UnitZ()).norm(), 1e-12);
    }
    EXPECT_EQ(hash_of(found).no_way_out, 0u);
  }
}

TEST(HashingDepths, NeverTurnRoundAsABallPassesIntoASlab) {
  // The nearest face is the lower one from half way on.
  const SolidBody slab = tet_slab(3, 0.8);
  for (double depth = 0.02; depth < 0.8; depth += 0.02)
    for (const VertexContact& contact : contacts_of(hashed(sunk_ball(depth), slab), 0))
      EXPECT_GT(contact.direction.z(), 0.9) << depth;
}

TEST(HashingDepths, AtAnEdgeAreAlmostThoseOfTheNearestFace) {
  SolidBody box(tet_box(6, Vec3::Constant(1.5)));
  box.move([](const Vec3& p) -> Vec3 { return p - Vec3(1.5, 0.75, 1.5); });
  for (const Vec3& middle :
       {Vec3(-0.1, 0.01, 0.2), Vec3(0.05, 0.01, 0.05), Vec3(0, 0.01, 0), Vec3(-0.1, 0.01, -0.1)}) {
    SolidBody ball = tet_ball(10, 0.5);
    ball.move([&](const Vec3& p) -> Vec3 { return p + middle; });
    for (const bool solid : {true, false}) {
      const Differences mean =
          at_the_edge(solid ? hashed(ball, box) : hashed(ball.surface, box), ball.surface);
      ASSERT_GT(mean.deepest, 0.25);
      // Where both faces are as near, directions go over into one another across an edge of the ball's mesh,
      // a tenth of its width. Measured: up to 0.023 of the deepest and 8.6° with inner nodes, 0.01 and 6.8°
      // along the surface alone.
      EXPECT_LT(mean.depth, 0.03 * mean.deepest) << middle.transpose();
      EXPECT_LT(mean.angle, 10) << middle.transpose();
    }
  }
}

TEST(HashingDepths, FallAsFastAsTheGradientSays) {
  const SolidBody slab = tet_slab(3, 0.8);
  SolidBody ball = sunk_ball(0.2);
  const PairContacts before = hashed(ball, slab);
  const Vec3 way(1e-4, -2e-4, 3e-4);
  ball.move([&](const Vec3& p) -> Vec3 { return p + way; });
  const std::vector<VertexContact> earlier = contacts_of(before, 0),
                                   later = contacts_of(hashed(ball, slab), 0);
  std::size_t compared = 0;
  for (const VertexContact& was : earlier)
    for (const VertexContact& is : later)
      if (is.vertex == was.vertex) {
        // Exact in the slab, whose faces are flat.
        EXPECT_NEAR(is.depth - was.depth, -was.direction.dot(way), 1e-12);
        ++compared;
      }
  EXPECT_GT(compared, 20u);
}

// Below the slab's middle by less than its own radius: nearest is the lower side for all of it.
TEST(HashingDepths, OfABallThatIsWhollyInsideLeadOutTheShortestWay) {
  SolidBody ball = tet_ball(4, 0.1);
  ball.move([](const Vec3& p) -> Vec3 { return p - Vec3(0, 0, 0.45); });
  const PairContacts found = hashed(ball, tet_slab(3, 0.8));
  EXPECT_EQ(hash_of(found).colliding, ball.mesh.nodes.size());
  EXPECT_EQ(hash_of(found).border, 0u);
  EXPECT_EQ(hash_of(found).no_way_out, 0u);
  ASSERT_GT(found.contacts.size(), 20u);
  for (const VertexContact& contact : contacts_of(found, 0)) {
    EXPECT_LT((contact.direction + Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_NEAR(contact.depth, ball.surface.positions[contact.vertex].z() + 0.8, 1e-12);
  }
}

} // namespace
} // namespace lamina::test
