#include "core/contact/point_evidence.h"
#include "core/contact/proximity/distances.h"

#include "core/mesh/procedural.h"
#include "tests/contact/proximity/proximity_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

using proximity::mean_thickness;

TEST(MeanThickness, IsThreeVolumesOverTheArea) {
  // A cube: 3 L³ / 6 L². A plate t thick and L wide: 3 t L² / (2 L² + 4 t L).
  EXPECT_NEAR(mean_thickness(surface_of(make_box({2, 2, 2}), {{5, 6, 7}, Dice(1).turn()})), 1, 1e-12);
  EXPECT_NEAR(mean_thickness(surface_of(make_box({1, 0.01, 1}))), 0.03 / 2.04, 1e-12);
  // Of a sphere one triangle in five: the others are much like them.
  EXPECT_NEAR(mean_thickness(surface_of(make_sphere(0.5, 20'000))), 0.5, 0.01);
}

TEST(MeanThickness, OfWhatHasNoVolumeOrNoNumbersIsHarmless) {
  Surface flat = surface_of(make_ground(1));
  EXPECT_NEAR(mean_thickness(flat), 1e-4 * std::sqrt(2.0), 1e-12);
  flat.bounds = Box{};
  EXPECT_EQ(mean_thickness(flat), 0);
  EXPECT_EQ(mean_thickness(Surface{}), 0);
}

TEST(Distances, BetweenSphereAndPlaneAreThoseOfItsVertices) {
  const double radius = 0.5, distance = 0.05;
  const Surface sphere = surface_of(make_sphere(radius, 5000)),
                floor = surface_of(box_between({-2, -3, -2}, {2, -0.52, 2}));
  const PairContacts found = detect(sphere, floor, by_proximity(distance));
  std::size_t near = 0;
  for (const Vec3& p : sphere.positions)
    near += p.y() < -0.52 + distance;
  ASSERT_EQ(found.contacts.size(), near) << "the floor has no vertices and edges there";
  for (std::size_t i = 0; i < near; ++i) {
    const ContactPointPair& point = points_of(found).points[i];
    EXPECT_NEAR(found.contacts[i].measure, distance - (point.position[0].y() + 0.52), 1e-14);
    EXPECT_NEAR((point.position[1] - Vec3(point.position[0].x(), -0.52, point.position[0].z())).norm(), 0,
                1e-14);
    EXPECT_NEAR((point.normal - Vec3::UnitY()).norm(), 0, 1e-14);
  }
  // The cap below a plane at height h over the lowest point has the shadow π (2 R h − h²); the vertices near
  // its rim stand for triangles that reach over it.
  const double h = distance - 0.02, shadow = std::numbers::pi * (2 * radius * h - h * h);
  EXPECT_NEAR(found.area, shadow, 0.05 * shadow);
}

TEST(Distances, OfEdgesThatCrossAreFoundWithoutAnyVertexNear) {
  // Two bars with square sections stand on edge, one above the other and at a right angle to it.
  const double half = std::sqrt(0.5), distance = 0.05;
  const Quat on_edge(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()));
  const Quat across(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
  for (const double gap : {0.03, 0.01, 0.0, -0.01, -0.1}) {
    const Surface lower = surface_of(make_box({4, 1, 1}), {{0, -half, 0}, on_edge});
    const Surface upper = surface_of(make_box({4, 1, 1}), {{0.1, half + gap, 0.2}, across * on_edge});
    const PairContacts found = detect(upper, lower, by_proximity(distance, 0.2));
    ASSERT_EQ(found.contacts.size(), 1u) << gap;
    EXPECT_NEAR(found.contacts[0].measure, distance - gap, 1e-12);
    EXPECT_NEAR((points_of(found).points[0].position[1] - Vec3(0.1, 0, 0)).norm(), 0, 1e-12);
    EXPECT_NEAR(force_on(found, 0).normalized().y(), 1, 1e-12) << "the upper one is pushed up";
  }
}

// H08 figure 1: what has crossed by more than the method looks for is not found, or pushed on.
TEST(Distances, OfAThinPlateThroughABoxAreFoundWhileItIsNearAndNotWhenItIsDeep) {
  const Surface box = surface_of(make_box({1, 1, 1}, 1200));
  const auto force = [&box](double height) {
    const Surface plate = surface_of(make_box({0.6, 0.02, 0.6}, 1200), {{0, height, 0}, Quat::Identity()});
    return force_on(detect(plate, box, by_proximity(0.02, 0.04)), 0).y();
  };
  EXPECT_EQ(force(0.6), 0) << "far above";
  EXPECT_GT(force(0.52), 0) << "its lower face is 0.01 m above the box";
  EXPECT_GT(force(0.505), 0) << "its lower face has crossed";
  EXPECT_EQ(force(0.3), 0) << "both faces are deep inside: nothing pushes";
}

} // namespace
} // namespace lamina::test
