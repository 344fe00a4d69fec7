#include "core/contact/point_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/raytraced/raytraced_support.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

/// Two bodies that overlap askew, with contacts of rays from both.
struct Askew {
  Surface ring = surface_of(make_torus(0.5, 0.2, 800), {{0.3, 0.1, 0.05}, Dice(3).turn()});
  Surface box = surface_of(make_box({1, 0.6, 0.8}, 600), {{-0.2, 0.05, 0.1}, Dice(8).turn()});
  PairContacts found;
  explicit Askew(RayForce force = RayForce::ray)
      : found(detect(ring, box, rays(RayTree::bvh, RayArea::vertex, force))) {}
};

class RaytracedForcesAlong : public testing::TestWithParam<RayForce> {};
INSTANTIATE_TEST_SUITE_P(Lines, RaytracedForcesAlong, testing::Values(RayForce::ray, RayForce::normal),
                         [](const auto& parameter) {
                           return parameter.param == RayForce::ray ? "ray" : "normal";
                         });

TEST_P(RaytracedForcesAlong, AreGradientsOfTheDistanceBetweenVertexAndHit) {
  const Askew askew(GetParam());
  std::array<std::size_t, 2> from{};
  for (std::size_t i = 0; i < askew.found.contacts.size(); ++i) {
    const Contact& contact = askew.found.contacts[i];
    const ContactPointPair& pair = points_of(askew.found).points[i];
    const std::size_t side = pair.body[0];
    ++from[side];
    const Surface& own = side == 0 ? askew.ring : askew.box;
    const Surface& other = side == 0 ? askew.box : askew.ring;
    ASSERT_EQ(contact.gradient[side].size(), 1u);
    ASSERT_EQ(contact.gradient[1 - side].size(), 3u);
    const VertexGradient* ends = askew.found.gradient.data();
    const VertexGradient& start = ends[contact.gradient[side].begin];
    const VertexGradient* hit = ends + contact.gradient[1 - side].begin;
    EXPECT_NEAR(start.value.norm(), 1, 1e-12);

    // The vertex and the same place of the other's material, as their surfaces move.
    std::array<double, 3> share;
    std::array<Vec3, 4> p{own.positions[start.vertex]};
    for (std::size_t k = 0; k < 3; ++k) {
      share[k] = -hit[k].value.dot(start.value);
      p[k + 1] = other.positions[hit[k].vertex];
    }
    const auto distance = [&] { return (share[0] * p[1] + share[1] * p[2] + share[2] * p[3] - p[0]).norm(); };
    EXPECT_NEAR(distance(), contact.measure, 1e-12);
    for (std::size_t k = 0; k < 4; ++k)
      for (int axis = 0; axis < 3; ++axis) {
        const double step = 1e-5 * contact.measure, before = p[k][axis];
        p[k][axis] = before + step;
        const double more = distance();
        p[k][axis] = before - step;
        const double less = distance();
        p[k][axis] = before;
        const Vec3& gradient = k == 0 ? start.value : hit[k - 1].value;
        // Central differences err by step², over the distance squared, and by rounding over the step.
        EXPECT_NEAR((more - less) / (2 * step), gradient[axis], 1e-8);
      }
  }
  EXPECT_GT(from[0], 20u);
  EXPECT_GT(from[1], 20u);
}

TEST(RaytracedForces, ShrinkTheDepthByAsMuchAsTheBodyMovesAlongTheRay) {
  const Askew askew;
  for (std::size_t i = 0; i < askew.found.contacts.size(); i += 7) {
    const ContactPointPair& pair = points_of(askew.found).points[i];
    if (pair.body[0] != 0)
      continue;
    const double depth = askew.found.contacts[i].measure, step = 1e-3 * depth;
    const Vec3 move = step * (pair.position[1] - pair.position[0]).normalized();
    Surface moved = askew.ring;
    for (Vec3& p : moved.positions)
      p += move;
    moved.bounds = {moved.bounds.min + move, moved.bounds.max + move};
    const PairContacts found = detect(moved, askew.box, rays());
    double now = 0;
    for (std::size_t k = 0; k < points_of(found).points.size(); ++k)
      if (points_of(found).points[k].body[0] == 0 &&
          (points_of(found).points[k].position[0] - pair.position[0] - move).norm() < 1e-9)
        now = found.contacts[k].measure;
    EXPECT_NEAR(depth - now, step, 1e-9 * depth + 1e-12);
  }
}

TEST_P(RaytracedForcesAlong, CancelAndLieOnOneLine) {
  const Askew askew(GetParam());
  const Wrench on_ring = wrench_on(askew.found, 0, askew.ring), on_box = wrench_on(askew.found, 1, askew.box);
  // Rounding of a few hundred sums; arms are below a metre.
  EXPECT_LT((on_ring.force + on_box.force).norm(), 1e-13 * on_ring.sum_of_norms);
  EXPECT_LT((on_ring.torque + on_box.torque).norm(), 1e-13 * on_ring.sum_of_norms);
}

// A box askew on a floor: from a vertex the ray leaves the floor at an angle α to its normal. Weighted by cos
// α the force across is κ times the true depth times the area across.
TEST(RaytracedForces, AreWeightedByTheAngleToTheCollidedSurface) {
  const Surface box = surface_of(make_box({1, 1, 1}), {{0, 0.55, 0}, Dice(2).turn()});
  const Surface floor = surface_of(make_box({50, 1, 50}), {{0, -0.5, 0}, Quat::Identity()});
  const PairContacts found = detect(box, floor, rays());
  ASSERT_FALSE(found.contacts.empty());
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const double depth = -points_of(found).points[i].position[0].y();
    EXPECT_NEAR(found.contacts[i].measure * found.contacts[i].weight, depth, 1e-12);
    EXPECT_NEAR(points_of(found).points[i].area, found.contacts[i].area * found.contacts[i].weight, 1e-15);
  }

  // Along the floor's normal the depth is that itself, and nothing pushes sideways; what is pushed up is the
  // same.
  const PairContacts across = detect(box, floor, rays(RayTree::bvh, RayArea::vertex, RayForce::normal));
  ASSERT_EQ(across.contacts.size(), found.contacts.size());
  for (std::size_t i = 0; i < across.contacts.size(); ++i) {
    EXPECT_NEAR(across.contacts[i].measure, -points_of(across).points[i].position[0].y(), 1e-12);
    EXPECT_NEAR(across.contacts[i].weight, 1, 1e-12);
  }
  const Wrench leaning = wrench_on(found, 0, box), upright = wrench_on(across, 0, box);
  EXPECT_NEAR(upright.force.y(), leaning.force.y(), 1e-3 * leaning.force.y()); // areas about another place
  EXPECT_LT(std::hypot(upright.force.x(), upright.force.z()), 1e-12 * upright.force.y());
}

} // namespace
} // namespace lamina::test
