#include "core/mesh/procedural.h"
#include "tests/contact/proximity/proximity_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

struct Meeting {
  Surface a, b;
};

std::vector<Meeting> meetings() {
  Dice dice(21);
  std::vector<Meeting> list;
  list.push_back({surface_of(make_sphere(0.5, 300)),
                  surface_of(make_sphere(0.5, 500), {{0.2, 0.95, 0.1}, dice.turn()})});
  list.push_back({surface_of(make_torus(0.5, 0.2, 400)),
                  surface_of(make_torus(0.5, 0.2, 600), {{0.5, 0.1, 0}, dice.turn()})});
  list.push_back({surface_of(make_box({1, 1, 1})),
                  surface_of(make_box({1, 1, 1}, 300), {{0.3, 1.1, 0.2}, dice.turn()})});
  return list;
}

/// The change of each measure as one vertex moves is what the gradient says. Half of the step's change of
/// direction over the distance is left, about step / distance, and rounding over the step.
TEST(GapForces, FollowTheMeasures) {
  constexpr double step = 1e-7;
  Dice dice(4);
  for (Meeting& meeting : meetings()) {
    Surface& a = meeting.a;
    Surface& b = meeting.b;
    const Settings settings = by_proximity(0.05, 0.1);
    const PairContacts before = detect(a, b, settings);
    ASSERT_GT(before.contacts.size(), 3u);
    for (const int body : {0, 1}) {
      Surface& moved = body == 0 ? a : b;
      for (const Contact& contact : before.contacts) {
        const Range range = contact.gradient[static_cast<std::size_t>(body)];
        const std::size_t index = static_cast<std::size_t>(&contact - before.contacts.data());
        for (std::uint32_t e = range.begin; e < range.end; ++e) {
          const VertexGradient& entry = before.gradient[e];
          const Vec3 way = step * dice.vector(1);
          const Vec3 kept = moved.positions[entry.vertex];
          const auto measure = [&](double sign) {
            moved.positions[entry.vertex] = kept + sign * way;
            const PairContacts after = detect(a, b, settings);
            moved.positions[entry.vertex] = kept;
            return after.contacts.size() == before.contacts.size() ? after.contacts[index].measure : 0;
          };
          const double high = measure(1), low = measure(-1);
          if (high == 0 || low == 0)
            continue; // a vertex came within reach or left it
          EXPECT_NEAR(high - low, 2 * entry.value.dot(way), 1e-5 * 2 * step);
        }
      }
    }
  }
}

TEST(GapForces, CancelAndActOnOneLine) {
  for (const auto& [a, b] : meetings()) {
    const PairContacts found = detect(a, b, by_proximity(0.05, 0.1));
    ASSERT_GT(found.contacts.size(), 3u);
    const double size = force_on(found, 0).norm() + found.area;
    // Rounding of sums.
    EXPECT_NEAR((force_on(found, 0) + force_on(found, 1)).norm(), 0, 1e-12 * size);
    EXPECT_NEAR((torque_on(found, 0, a) + torque_on(found, 1, b)).norm(), 0, 1e-12 * size);
    for (const Contact& contact : found.contacts)
      EXPECT_EQ(contact.kind, MeasureKind::gap);
  }
}

TEST(GapForces, StandForTheTrueAreaOfAFlatContact) {
  const double distance = 0.02;
  const Surface floor = surface_of(box_between({-3, -1, -3}, {3, 0, 3}));
  const Surface fine_floor = surface_of(make_box({3, 1, 3}, 12'000), {{0, -0.5, 0}, Quat::Identity()});
  for (const Surface* below : {&floor, &fine_floor})
    for (const std::size_t triangles : {12, 1200}) {
      const Surface box =
          surface_of(make_box({1, 1, 1}, triangles), {{0.013, 0.51, 0.017}, Quat::Identity()});
      const PairContacts found = detect(box, *below, by_proximity(distance));
      // The floor's vertices near the box's rim stand for triangles that reach over it, or are left out: the
      // width of a row of them, 0.05 m, on either side.
      const double tolerance = below == &floor ? 1e-12 : 0.06;
      EXPECT_NEAR(found.area, 1, tolerance) << triangles;
      EXPECT_NEAR(force_on(found, 0).y(), 0.01, 0.01 * tolerance);
    }
}

} // namespace
} // namespace lamina::test
