#include "core/contact/point_evidence.h"
#include "core/contact/proximity/swept.h"

#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/proximity/proximity_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using namespace proximity;

Surface plate(double height, double width = 0.6) {
  return surface_of(make_box({width, 0.02, width}, 300), {{0.011, height, 0.017}, Quat::Identity()});
}

/// Both surfaces where they were, then where they are.
PairContacts after_a_step(const Surface& a, const Surface& b_before, const Surface& b_now, bool swept) {
  Settings settings = by_proximity(0.01, 0.02);
  settings.contact.proximity.swept = swept;
  const auto method = make_contact_method(settings.contact);
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
  std::vector<PairContacts> results;
  for (const Surface* b : {&b_before, &b_now}) {
    // The same triangles: a surface whose topology is new has not been anywhere.
    Surface moved = *b;
    moved.triangles = b_before.triangles;
    const std::array<const Surface*, 2> surfaces{&a, &moved};
    method->detect(detection_input(surfaces, pairs, settings), results);
  }
  return results.at(0);
}

TEST(Swept, AThinFastPlateDoesNotTunnel) {
  const Surface fixed = plate(0, 1), above = plate(0.3), below = plate(-0.3);
  EXPECT_EQ(after_a_step(fixed, above, below, false).contacts.size(), 0u) << "what is far away is not near";
  const PairContacts found = after_a_step(fixed, above, below, true);
  ASSERT_GT(found.contacts.size(), 0u);
  EXPECT_GT(force_on(found, 1).y(), 0) << "back up, where it came from";
  EXPECT_NEAR((force_on(found, 0) + force_on(found, 1)).norm(), 0, 1e-12);
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    // The lower face of one went from the upper face of the other, 0.01 m high, down to −0.31 m.
    EXPECT_NEAR(found.contacts[i].measure, 0.01 + 0.32, 1e-12);
    EXPECT_NEAR((points_of(found).points[i].normal + Vec3::UnitY()).norm(), 0, 1e-12);
  }
  EXPECT_NEAR(found.area, 0.36, 0.03) << "the plate's face; the rows at the fixed one's rim reach over it";
}

TEST(Swept, BarsDoNotTunnelThroughEachOther) {
  const double half = 0.05 * std::sqrt(0.5);
  const Quat on_edge(Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitX()));
  const Quat across(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitY()));
  const auto bar = [&](double height, const Quat& turn) {
    return surface_of(make_box({2, 0.05, 0.05}), {{0, height, 0}, turn});
  };
  const Surface fixed = bar(-half, on_edge), above = bar(0.2, across * on_edge),
                below = bar(-0.3, across * on_edge);
  EXPECT_EQ(after_a_step(fixed, above, below, false).contacts.size(), 0u);
  const PairContacts found = after_a_step(fixed, above, below, true);
  ASSERT_GT(found.contacts.size(), 0u);
  EXPECT_GT(force_on(found, 1).y(), 0);
  // Its lower ridge is now 0.3 m + half of the diagonal below the other's upper one.
  double deepest = 0;
  for (const Contact& contact : found.contacts)
    deepest = std::max(deepest, contact.measure);
  EXPECT_NEAR(deepest, 0.01 + 0.3 + half, 1e-12);
}

TEST(Swept, ChangesNothingWhereNothingMoves) {
  const Surface fixed = plate(0, 1), near = plate(0.025);
  const PairContacts expected = after_a_step(fixed, near, near, false);
  ASSERT_GT(expected.contacts.size(), 0u);
  expect_same(expected, after_a_step(fixed, near, near, true));
}

TEST(CoplanarTimes, AreAllRootsOfTheCubic) {
  // A point falls through a triangle that turns: x = z for heights as given, so that the volume is that of
  // the heights alone.
  const auto falls = [](double from, double to) {
    MovingPoints points;
    points.before = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0.2, from, 0.3)};
    points.now = points.before;
    points.now[3].y() = to;
    return points;
  };
  std::array<double, 3> times{};
  ASSERT_EQ(coplanar_times(falls(1, -3), times), 1);
  EXPECT_NEAR(times[0], 0.25, 1e-15);
  EXPECT_EQ(coplanar_times(falls(1, 2), times), 0);
  EXPECT_EQ(coplanar_times(falls(0, 0), times), 0);
  ASSERT_EQ(coplanar_times(falls(1, 0), times), 1) << "it ends in the plane";
  EXPECT_NEAR(times[0], 1, 1e-15);

  // Random motions: every change of sign between many samples is a root, and nothing else is.
  Dice dice(17);
  int roots = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    MovingPoints points;
    for (std::size_t i = 0; i < 4; ++i) {
      points.before[i] = dice.vector(1);
      points.now[i] = points.before[i] + dice.vector(2);
    }
    const auto volume = [&](double t) {
      const auto [a, b, c, d] = points.at(t);
      return (b - a).cross(c - a).dot(d - a);
    };
    const int count = coplanar_times(points, times);
    int changes = 0;
    for (int k = 0; k < 1000; ++k)
      changes += (volume(k / 1000.0) < 0) != (volume((k + 1) / 1000.0) < 0);
    EXPECT_GE(count, changes); // two roots within a sample change no sign
    EXPECT_EQ((count - changes) % 2, 0);
    for (int i = 0; i < count; ++i)
      EXPECT_NEAR(volume(times[static_cast<std::size_t>(i)]), 0, 1e-12);
    roots += count;
  }
  EXPECT_GT(roots, 1000);
}

// Corners at small whole numbers, and one feature that moves as a whole against the other. Then volumes are
// linear in time and whole, so that integers say exactly what meets. Many queries are degenerate: points on
// edges and corners, ends that touch, flat triangles, parallel edges.
using Whole = Eigen::Matrix<std::int64_t, 3, 1>;

/// Triangles 0 and 1, of cloth so that they face both ways, before and after a step.
struct TwoTriangles {
  std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
  Features features{triangles, 6};
  std::array<Whole, 6> was;
  Whole way; ///< of triangle 1 against triangle 0
  std::array<Vec3, 6> before, now;

  void throw_at_random(Dice& dice) {
    const auto whole = [&dice](double most) {
      return Whole(dice.vector(most).array().round().cast<std::int64_t>());
    };
    const Vec3 both = whole(50).cast<double>();
    way = whole(8);
    for (std::size_t i = 0; i < 6; ++i) {
      was[i] = whole(4);
      before[i] = was[i].cast<double>();
      now[i] = before[i] + both + (i < 3 ? Vec3(Vec3::Zero()) : Vec3(way.cast<double>()));
    }
  }
  PlacedFeatures placed() const { return {&triangles, &features, now, true}; }
  bool has_areas() const { return placed().normal(0).norm() > 0 && placed().normal(1).norm() > 0; }
  /// Whether vertex 3 goes from the front of triangle 0 to behind it or into it, rims included.
  bool vertex_meets_face() const {
    const Whole u = was[1] - was[0], v = was[2] - was[0], n = u.cross(v), p = was[3] - was[0];
    const std::int64_t first = p.dot(n), last = (p + way).dot(n);
    if (first <= 0 || last > 0)
      return false;
    const Whole met = p * (first - last) + way * first; // times first - last
    const std::int64_t b1 = met.cross(v).dot(n), b2 = u.cross(met).dot(n);
    return b1 >= 0 && b2 >= 0 && b1 + b2 <= (first - last) * n.dot(n);
  }
  /// Whether the first edges of both go through each other or end in each other, ends included.
  bool edges_meet() const {
    const Whole u = was[1] - was[0], v = was[4] - was[3], n = u.cross(v), r = was[3] - was[0];
    const std::int64_t sign = r.dot(n) < 0 ? -1 : 1;
    const std::int64_t first = sign * r.dot(n), last = sign * (r + way).dot(n);
    if (first == 0 || last > 0)
      return false;
    const Whole met = r * (first - last) + way * first;
    const std::int64_t on_u = met.cross(v).dot(n), on_v = met.cross(u).dot(n),
                       end = (first - last) * n.dot(n);
    return on_u >= 0 && on_v >= 0 && on_u <= end && on_v <= end;
  }
};

TEST(Swept, FindsExactlyWhatIntegersSayMeets) {
  Dice dice(29);
  TwoTriangles two;
  int faces_met = 0, edges_met = 0, wrong = 0;
  for (int trial = 0; trial < 100'000; ++trial) {
    two.throw_at_random(dice);
    if (!two.has_areas())
      continue;
    const PlacedFeatures placed = two.placed();
    const bool face = vertex_through_face(placed, two.before, 3, placed, two.before, 0).has_value();
    const bool edges = edge_through_edge(placed, two.before, two.features.edge(0, 0), placed, two.before,
                                         two.features.edge(1, 0))
                           .has_value();
    faces_met += two.vertex_meets_face();
    edges_met += two.edges_meet();
    wrong += face != two.vertex_meets_face();
    wrong += edges != two.edges_meet();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(faces_met, 1000);
  EXPECT_GT(edges_met, 1000);
}

TEST(Swept, WhatFallsTogetherStaysApart) {
  MovingPoints points;
  points.before = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0.2, 1, 0.2)};
  const auto falls = [&points](double triangle, double vertex) {
    for (std::size_t i = 0; i < 4; ++i)
      points.now[i] = points.before[i] - (i < 3 ? triangle : vertex) * Vec3::UnitY();
    return points;
  };
  EXPECT_TRUE(stay_apart(falls(100, 100.9), 3));
  EXPECT_FALSE(stay_apart(falls(100, 101), 3)) << "it ends in the triangle";
  EXPECT_FALSE(stay_apart(falls(100, 102), 3)) << "it overtakes";
}

} // namespace
} // namespace lamina::test
