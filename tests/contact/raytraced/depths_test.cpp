#include "core/contact/point_evidence.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/raytraced/raytraced_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina::test {
namespace {

class Depths : public testing::TestWithParam<RayTree> {
protected:
  Settings settings(RayArea area = RayArea::vertex) const { return rays(GetParam(), area); }
};

INSTANTIATE_TEST_SUITE_P(Trees, Depths, testing::ValuesIn(every_ray_tree), [](const auto& parameter) {
  return std::string(ChoiceNames<RayTree>::names[static_cast<std::size_t>(parameter.param)]);
});

// From a vertex at polar angle θ the ray goes through the middle: from depth d below the plane at its foot it
// meets the plane after d/cos θ at that angle, whatever the tessellation, but for how far the normals of the
// mesh are from the sphere's, below 0.01 rad for 5000 triangles.
TEST_P(Depths, OfASphereInAPlane) {
  const double radius = 0.5, sunk = 0.1;
  const Surface floor = surface_of(box_between({-3, -3, -3}, {3, 0, 3}));
  const Surface ball = surface_of(make_sphere(radius, 5000), {{0.01, radius - sunk, 0.02}, Quat::Identity()});
  const PairContacts found = detect(ball, floor, settings());
  EXPECT_GT(found.contacts.size(), 200u);
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const Vec3 p = points_of(found).points[i].position[0];
    const double cosine = (radius - sunk - p.y()) / radius;
    EXPECT_NEAR(found.contacts[i].measure, -p.y() / cosine, 0.01 * sunk);
    EXPECT_NEAR(found.contacts[i].weight, cosine, 0.01);
    EXPECT_NEAR(points_of(found).points[i].position[1].y(), 0, 1e-12);
    EXPECT_EQ(points_of(found).points[i].normal, Vec3::UnitY());
  }
  // The force, ∫ d cos θ dA over the cap of half angle θ₀ (d = sunk − radius (1 − cos θ), p = κ d/cos θ · cos
  // θ, its part along y cos θ), is 2πR² ∫ (R cos θ − (R − sunk)) cos θ sin θ dθ.
  const double least = (radius - sunk) / radius;
  const auto primitive = [&](double c) { return radius * c * c * c / 3 - (radius - sunk) * c * c / 2; };
  const double force = 2 * std::numbers::pi * radius * radius * (primitive(1) - primitive(least));
  const Wrench on_ball = wrench_on(found, 0, ball);
  EXPECT_NEAR(on_ball.force.y(), force, 0.02 * force); // vertices at the rim count wholly or not at all
}

// From every vertex of the small ball that lies out of the large one's reach nothing comes; those inside are
// the distance to the large ball's surface along their ray away.
TEST_P(Depths, OfTwoSpheres) {
  const double radius = 0.5, apart = 0.8;
  const Surface a = surface_of(make_sphere(radius, 5000));
  const Surface b =
      surface_of(make_sphere(radius, 5000), {{apart, 0, 0}, Quat(Eigen::AngleAxisd(0.7, Vec3::UnitY()))});
  const PairContacts found = detect(a, b, settings());
  EXPECT_GT(found.contacts.size(), 100u);
  std::array<std::size_t, 2> from{};
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    const std::size_t side = points_of(found).points[i].body[0];
    ++from[side];
    const Vec3 own(side ? apart : 0, 0, 0), other(side ? 0 : apart, 0, 0);
    // Along −p from the own middle: |own + s n − other| = radius, at the smaller radius − s.
    const Vec3 n = (points_of(found).points[i].position[0] - own).normalized(), gap = own - other;
    const double along = n.dot(gap);
    const double leaves = -along - std::sqrt(along * along - gap.squaredNorm() + radius * radius);
    EXPECT_NEAR(found.contacts[i].measure, radius - leaves, 0.01 * radius);
  }
  EXPECT_NEAR(static_cast<double>(from[0]), static_cast<double>(from[1]), 0.1 * static_cast<double>(from[0]));
}

// A small ball wholly inside a large one: each of its rays leaves itself first, and rays of the large one,
// which go past or into the small one, start outside it.
TEST_P(Depths, OfABallWithinABallAreNone) {
  const Surface small = surface_of(make_sphere(0.2, 500), {{0.1, 0.05, -0.1}, Quat::Identity()});
  const Surface large = surface_of(make_sphere(1, 500));
  const PairContacts found = detect(small, large, settings());
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_TRUE(rays_of(found).enclosed[0]);
  EXPECT_FALSE(rays_of(found).enclosed[1]);
  EXPECT_EQ(count(found, RayFate::own_first), small.positions.size());
}

TEST_P(Depths, OfBodiesApartAreNoneAndNobodyIsEnclosed) {
  const Surface a = surface_of(make_sphere(0.5, 500)),
                b = surface_of(make_sphere(0.5, 500), {{0.8, 0.8, 0.2}, Quat::Identity()});
  const PairContacts found = detect(a, b, settings());
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_FALSE(rays_of(found).enclosed[0] || rays_of(found).enclosed[1]);
  EXPECT_GT(rays_of(found).rays, 0u); // the boxes overlap
}

// A plate thinner than it is wide, right through a box: its vertices inside the box, at mid height of its
// thin sides, look along the plate and meet the box's far side; those of its large faces lie outside the box.
// The box's own rays find the plate only if a vertex is inside it: the paper's method misses it otherwise.
TEST_P(Depths, OfAPlateThroughABoxNeedVerticesInside) {
  const Surface box = surface_of(make_box({1, 1, 1}));
  const Surface coarse = surface_of(make_box({3, 0.02, 3}));
  EXPECT_TRUE(detect(box, coarse, settings()).contacts.empty());
  // Vertices of a fine plate inside the box have their own thickness before them: half of it, at most.
  const Surface fine = surface_of(make_box({3, 0.02, 3}, 4000));
  const PairContacts found = detect(box, fine, settings());
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_GT(count(found, RayFate::own_first), 100u);
}

// Areas of both sides add up to that of the face once, whichever side is the finer one.
TEST_P(Depths, StandForTheFaceOnceWhicheverSideIsFiner) {
  // Sides of the lower box are inside the upper one's: both cast, and only vertices of the faces meet.
  const double depth = 1e-3;
  for (const RayArea area : {RayArea::vertex, RayArea::uniform})
    for (const std::size_t lower : {12u, 2000u, 20000u})
      for (const std::size_t upper : {2000u, 20000u}) {
        const Surface a = surface_of(make_box({2, 1, 2}, lower), {{0, -0.5, 0}, Quat::Identity()});
        const Surface b =
            surface_of(make_box({1, 1, 1}, upper), {{0.013, 0.5 - depth, -0.021}, Quat::Identity()});
        const PairContacts found = detect(a, b, settings(area));
        const double force = wrench_on(found, 1, b).force.y();
        // Vertices of the larger face count wholly or not at all at the rim of the smaller; under `uniform`
        // vertices at edges count in full, too.
        EXPECT_NEAR(force, depth, (area == RayArea::vertex ? 0.05 : 0.12) * depth)
            << lower << " and " << upper << " triangles";
      }
}

// As area vectors add up over a face to the face's own, a box with nothing but corners presses just as hard.
TEST_P(Depths, OfABoxOfTwelveTrianglesPressLikeItsFace) {
  const double depth = 1e-3;
  const Surface floor = surface_of(make_box({100, 1, 100}), {{0, -0.5, 0}, Quat::Identity()});
  const Surface box =
      surface_of(make_box({1, 1, 1}), {{0.3, 0.5 - depth, 0.1}, Quat(Eigen::AngleAxisd(0.3, Vec3::UnitY()))});
  const PairContacts found = detect(box, floor, settings());
  ASSERT_EQ(found.contacts.size(), 4u);
  const Wrench wrench = wrench_on(found, 0, box);
  // A corner of the floor stands for about 2500 m², and takes that share of the density away.
  EXPECT_NEAR(wrench.force.y(), depth, 1e-3 * depth);
  EXPECT_LT(std::hypot(wrench.force.x(), wrench.force.z()), 1e-9 * depth);
}

} // namespace
} // namespace lamina::test
