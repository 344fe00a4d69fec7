#include "tests/contact/raytraced/raytraced_support.h"
#include "tests/contact/same_contacts.h"
#include "tests/contact/stochastic/stochastic_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lamina::test {
namespace {

double longest_edge(const TriangleMesh& mesh) {
  double longest = 0;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k)
      longest = std::max(longest, (mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]).norm());
  return longest;
}

PairContacts found_after(StepByStep& bodies, int steps) {
  for (int i = 1; i < steps; ++i)
    bodies.step();
  return bodies.step();
}

Pose at(const Vec3& position, const Quat& turn = Quat::Identity()) {
  return {position, turn};
}

} // namespace

TEST(StochasticContacts, OfTwoSpheresAreAllThatAreDeepEachAsDeepAsItLies) {
  const TriangleMesh small = make_sphere(0.5, 2000), large = make_sphere(0.8, 3000);
  const Vec3 apart(0.7, -0.6, 0.85);
  StepByStep bodies{surface_of(small, at({0, 0, 0}, Dice(2).turn())),
                    surface_of(large, at(apart, Dice(5).turn())), by_chance()};
  const PairContacts found = found_after(bodies, 3);
  // A chord of a sphere lies below it by its squared half over twice the radius, at most; in the middle of an
  // equal-sided triangle by a third of its squared side over that.
  const double edge = std::max(longest_edge(small), longest_edge(large));
  const double below = edge * edge / 3 / (2 * 0.5);
  std::size_t deep = 0;
  const std::set<VertexOf> touch = touching(found);
  for (std::size_t side = 0; side < 2; ++side)
    for (std::uint32_t v = 0; v < bodies.surface(side).positions.size(); ++v) {
      const double depth =
          side == 0 ? 0.8 - (bodies.a.positions[v] - apart).norm() : 0.5 - bodies.b.positions[v].norm();
      deep += depth > below;
      if (depth > below) {
        EXPECT_TRUE(touch.contains({side, v})) << depth;
      } else if (depth < 0) {
        EXPECT_FALSE(touch.contains({side, v})) << depth;
      }
    }
  EXPECT_GE(deep, 40u);
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const ContactPointPair& points = points_of(found).points[i];
    const double depth =
        points.body[0] == 0 ? 0.8 - (points.position[0] - apart).norm() : 0.5 - points.position[0].norm();
    EXPECT_LE(found.contacts[i].measure, depth + 1e-12);
    EXPECT_GE(found.contacts[i].measure, depth - below);
  }
  // Both together stand for the lens once: its rim has a radius r with a = (d² + R² − s²)/2d along the line
  // of centres. The areas of both caps lie between the disc and the larger cap.
  const double d = apart.norm(), a = (d * d + 0.64 - 0.25) / (2 * d), rim = std::sqrt(0.64 - a * a);
  const double disc = std::numbers::pi * rim * rim, cap = 2 * std::numbers::pi * 0.5 * (0.5 - (d - a));
  EXPECT_GT(found.area, 0.9 * disc);
  EXPECT_LT(found.area, 1.05 * cap);
}

TEST(StochasticContacts, AreTrueDepthsOfAllVerticesWithinBumpyBodies) {
  const TriangleMesh one = make_blob({1, 0.8, 0.9}, 0.12, 24, 3, 3000),
                     other = make_blob({0.9, 1, 0.8}, 0.12, 24, 8, 2000);
  for (const unsigned seed : {1u, 2u, 3u}) {
    StepByStep bodies{surface_of(one, at({0, 0, 0}, Dice(seed).turn())),
                      surface_of(other, at({0.7, 0.2, 0.1}, Dice(seed + 10).turn())), by_chance(64, 1 << 15)};
    const PairContacts found = found_after(bodies, 2);
    const std::set<VertexOf> touch = touching(found);
    const auto distances = true_distances(bodies.a, bodies.b, 0);
    std::size_t inside = 0, missed = 0, wrong = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      const Surface &own = bodies.surface(side), &other = bodies.surface(1 - side);
      const VertexFans fans(*own.triangles, own.positions.size());
      for (std::uint32_t v = 0; v < distances[side].size(); ++v) {
        const Vec3& p = own.positions[v];
        wrong += distances[side][v] > 0 && touch.contains({side, v});
        if (!(distances[side][v] < 0) ||
            fans.area_vector(v, own.positions).dot(enclosed::nearest_place({other}, p)->position - p) >= 0)
          continue;
        ++inside;
        missed += !touch.contains({side, v});
      }
    }
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < found.contacts.size(); ++i) {
      const auto& [from, to] = points_of(found).points[i].position;
      const double truth = -true_distance(bodies.surface(1 - points_of(found).points[i].body[0]), from);
      nearest += std::abs(found.contacts[i].measure - truth) < 1e-9;
      EXPECT_GE(found.contacts[i].measure, truth - 1e-9)
          << "no place of the surface is nearer than the nearest";
    }
    EXPECT_GT(inside, 60u);
    EXPECT_EQ(missed, 0u) << "spreading comes to all that look back at the nearest place of the other";
    EXPECT_EQ(wrong, 0u);
    // Half way between two hills the walk may end at the farther one; measured 0.94 to 0.99.
    EXPECT_GE(nearest, found.contacts.size() * 9 / 10);
  }
}

TEST(StochasticContacts, KeepMomentumAndAngularMomentum) {
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    const Surface ring = surface_of(make_torus(0.5, 0.2, 800), at({0.85, 0.1, 0.05}, Dice(seed).turn()));
    const Surface box =
        surface_of(make_box({1, 0.6, 0.8}, 600), at({-0.2, 0.05, 0.1}, Dice(seed + 5).turn()));
    const PairContacts found = detect(ring, box, by_chance());
    ASSERT_GT(found.contacts.size(), 10u);
    const Wrench on_ring = wrench_on(found, 0, ring), on_box = wrench_on(found, 1, box);
    // Rounding of a few hundred sums; arms are below a metre.
    EXPECT_LT((on_ring.force + on_box.force).norm(), 1e-13 * on_ring.sum_of_norms);
    EXPECT_LT((on_ring.torque + on_box.torque).norm(), 1e-12 * on_ring.sum_of_norms);
  }
}

TEST(StochasticContacts, HaveTheGradientOfTheirDepth) {
  StepByStep bodies{surface_of(make_blob({1, 0.8, 0.9}, 0.1, 9, 3, 400), at({0, 0, 0})),
                    surface_of(make_box({0.7, 0.8, 0.6}, 12), at({0.72, 0.1, 0.05}, Dice(4).turn())),
                    by_chance()};
  const PairContacts found = found_after(bodies, 2);
  ASSERT_GT(found.contacts.size(), 5u);
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const Contact& contact = found.contacts[i];
    const ContactPointPair& points = points_of(found).points[i];
    const std::size_t side = points.body[0];
    const VertexGradient& vertex = found.gradient[contact.gradient[side].begin];
    Surface& other = side == 0 ? bodies.b : bodies.a;
    Vec3 sum = vertex.value;
    for (std::uint32_t k = contact.gradient[1 - side].begin; k < contact.gradient[1 - side].end; ++k)
      sum += found.gradient[k].value;
    EXPECT_LT(sum.norm(), 1e-14);
    // As the vertex moves, and as each corner does: the distance from the nearest place of all triangles,
    // whose centred differences err by the square of the step over the distances of features.
    const double step = 1e-6;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 way = step * Vec3::Unit(axis);
      const double slope =
          (true_distance(other, points.position[0] - way) - true_distance(other, points.position[0] + way)) /
          (2 * step);
      EXPECT_NEAR(slope, vertex.value[axis], 1e-4);
      for (std::uint32_t k = contact.gradient[1 - side].begin; k < contact.gradient[1 - side].end; ++k) {
        Vec3& corner = other.positions[found.gradient[k].vertex];
        const Vec3 before = corner;
        corner = before + way;
        const double more = -true_distance(other, points.position[0]);
        corner = before - way;
        const double less = -true_distance(other, points.position[0]);
        corner = before;
        EXPECT_NEAR((more - less) / (2 * step), found.gradient[k].value[axis], 1e-4);
      }
    }
  }
}

TEST(StochasticContacts, OfACoarseBoxOnACoarseFloorAreItsCorners) {
  // Four corners stand for the face, whichever of the two is first and however far the floor reaches.
  const Surface floor = surface_of(make_box({100, 1, 100}), at({3, -0.5, 1}));
  const Surface box =
      surface_of(make_box({1, 1, 1}), at({0, 0.49, 0}, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()))));
  for (const bool first : {true, false}) {
    const PairContacts found = first ? detect(box, floor, by_chance()) : detect(floor, box, by_chance());
    ASSERT_EQ(found.contacts.size(), 4u);
    for (const Contact& contact : found.contacts)
      EXPECT_NEAR(contact.measure, 0.01, 1e-12);
    // A corner of the floor stands for 2,500 m², of which a ten-thousandth of the box's area is taken off.
    EXPECT_NEAR(found.area, 1, 2e-4);
  }
}

TEST(StochasticContacts, OfARoundBodyOnACoarseFloorAreFoundFromFarAway) {
  const Surface floor = surface_of(make_box({100, 1, 100}), at({3, -0.5, 1}));
  const Surface ball = surface_of(make_sphere(0.5, 5000), at({0, 0.49, 0}, Dice(3).turn()));
  const PairContacts found = detect(ball, floor, by_chance());
  std::size_t below = 0;
  for (const Vec3& p : ball.positions)
    below += p.y() < 0;
  EXPECT_EQ(found.contacts.size(), below);
  EXPECT_GT(below, 20u);
}

TEST(StochasticContacts, AreNoneBeyondTheFarSideOfABody) {
  // The foot of a vertex above a plate may first be sought on the lower side, from where it looks deep.
  const Surface plate = surface_of(make_box({2, 0.05, 2}, 300), at({0, 0, 0}, Dice(1).turn()));
  const Vec3 up = *plate.axes * Vec3::UnitY();
  const Surface ball = surface_of(make_sphere(0.3, 600), at((0.325 + 0.004) * up));
  const Surface bar = surface_of(make_box({0.1, 0.4, 0.1}, 200), at(Vec3(0.229 * up), Quat(*plate.axes)));
  for (const Surface* body : {&ball, &bar}) {
    StepByStep bodies{plate, *body, by_chance(128, 1 << 14)};
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(bodies.step().contacts.empty());
  }
}

TEST(StochasticContacts, OfOneBodyWithItselfAreNone) {
  const PairContacts found =
      detect_self(surface_of(together({make_sphere(0.5, 300), make_sphere(0.4, 300)})), by_chance());
  EXPECT_TRUE(found.contacts.empty());
}

TEST(StochasticContacts, AreNoneBeforeAWallWhoseFarSideIsNearerThanItIsWide) {
  // A foot on the far side of the wall is the nearest place of its neighbourhood, and the vertices that look
  // away from the wall look back at it.
  std::size_t drawn = 0;
  for (unsigned i = 0; i < 30; ++i) {
    StepByStep bodies{
        surface_of(make_bowl(1.6, 1.1, 0.15, 1500)),
        surface_of(make_gear(0.2, 0.16, 0.06, 0.12, 10, 500), at({0.65, 0.65, 0.3}, Dice(i).turn())),
        by_chance()};
    for (int step = 0; step < 10; ++step) {
      EXPECT_TRUE(bodies.step().contacts.empty()) << "gear " << i << ", step " << step;
      drawn += stochastic_of(bodies.results[0]).drawn;
    }
  }
  EXPECT_GT(drawn, 1000u);
}

} // namespace lamina::test
