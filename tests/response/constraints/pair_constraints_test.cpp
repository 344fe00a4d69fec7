#include "core/response/constraints/pair_constraints.h"

#include "core/body/rigid_body.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace lamina {
namespace {

using test::body_of;

/// A flat cell between two rigid bodies, as contact pixels of some view directions see it.
struct FlatCell {
  static constexpr double area = 1e-4, depth = 2e-4;
  const Vec3 normal = Vec3(0.3, 0.9, -0.3).normalized(), middle{0.1, 0.02, -0.05};
  RigidBody a{body_of("a", make_box({1, 1, 1}))}, b{body_of("b", make_box({1, 1, 1}))};
  PairContacts contacts;
  PairConstraints pair;

  /// `seen`: of the directions x, y and z.
  explicit FlatCell(const std::array<bool, 3>& seen) {
    contacts.body = {0, 1};
    Contact& contact = contacts.contacts.emplace_back();
    contact.cell = 0;
    RigidGradient& gradient = contacts.rigid.emplace_back();
    for (int axis = 0; axis < 3; ++axis) {
      if (!seen[static_cast<std::size_t>(axis)])
        continue;
      // Pixels are as many as the cell has of area along the axis. Each column is δ / |n_d| long.
      const double facing = std::abs(normal[axis]), weight = area * facing * facing;
      contact.measure += area * facing * (depth / facing) / 3;
      contact.area += weight;
      gradient.linear[axis] = area * normal[axis];
      // The normal of pixels goes along the view axis: it is from a to b where that goes up too.
      const bool up = normal[axis] > 0;
      contacts.friction.add(up ? normal : Vec3(-normal), middle, weight, up ? depth : -depth, {0, 0});
    }
    contacts.friction.finish();
    gradient.angular = middle.cross(gradient.linear);
    pair.begin(contacts, {{&a, &b}, {0, 2}}, 0.5);
  }
};

TEST(PairConstraints, ACellIsAsDeepAsItsSamplesSay) {
  FlatCell cell({true, true, true});
  ASSERT_EQ(cell.pair.cells().size(), 1u);
  const CellConstraint& found = cell.pair.cells().front();
  // Samples are of single precision.
  EXPECT_NEAR(found.depth, FlatCell::depth, 1e-6 * FlatCell::depth);
  EXPECT_NEAR(found.area, FlatCell::area, 1e-12 * FlatCell::area);
  EXPECT_LT((found.normal - cell.normal).norm(), 1e-6);
}

// Cells of one or two pixels lack some directions. Without that which sees the cell best, its volume over its
// area is 3.7 times its depth, and its gradient is turned by 65°.
TEST(PairConstraints, ACellThatOneDirectionMissesKeepsNormalAndDepth) {
  const std::array<std::array<bool, 3>, 4> some{
      {{true, false, true}, {false, true, true}, {true, false, false}, {false, true, false}}};
  for (const std::array<bool, 3>& seen : some) {
    FlatCell cell(seen);
    ASSERT_EQ(cell.pair.cells().size(), 1u);
    const CellConstraint& found = cell.pair.cells().front();
    EXPECT_NEAR(found.depth, FlatCell::depth, 1e-6 * FlatCell::depth);
    EXPECT_LT((found.normal - cell.normal).norm(), 1e-6);
    // b receives what the cell presses with along the normal, where the samples are.
    const CellTwistRows& rows = cell.pair.twist_rows().front();
    EXPECT_LT((rows.row(0).head<3>().transpose() - cell.normal).norm(), 1e-6);
    EXPECT_LT((rows.row(0).tail<3>().transpose() - cell.middle.cross(cell.normal)).norm(), 1e-6);
  }
}

} // namespace
} // namespace lamina
