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
  static constexpr double area = 1e-4;
  double depth = 2e-4;
  const Vec3 normal = Vec3(0.3, 0.9, -0.3).normalized(), middle{0.1, 0.02, -0.05};
  RigidBody a{body_of("a", make_box({1, 1, 1}))}, b{body_of("b", make_box({1, 1, 1}))};
  PairContacts contacts;
  PairConstraints pair;

  /// `seen`: by how much directions x, y and z count their pixels.
  explicit FlatCell(const std::array<double, 3>& seen, double friction = 0.5, double deep = 2e-4)
      : depth(deep) {
    contacts.body = {0, 1};
    Contact& contact = contacts.contacts.emplace_back();
    contact.cell = 0;
    RigidGradient& gradient = contacts.rigid.emplace_back();
    for (int axis = 0; axis < 3; ++axis) {
      const double share = seen[static_cast<std::size_t>(axis)];
      if (share == 0)
        continue;
      // Pixels are as many as the cell has of area along the axis. Each column is δ / |n_d| long.
      const double facing = std::abs(normal[axis]), weight = share * area * facing * facing;
      contact.measure += share * area * facing * (depth / facing) / 3;
      contact.area += weight;
      gradient.linear[axis] = share * area * normal[axis];
      // The normal of pixels goes along the view axis: it is from a to b where that goes up too.
      const bool up = normal[axis] > 0;
      contacts.friction.add(up ? normal : Vec3(-normal), middle, weight, up ? depth : -depth, {0, 0});
    }
    contacts.friction.finish();
    gradient.angular = middle.cross(gradient.linear);
    pair.begin(contacts, {{&a, &b}, {0, 2}}, friction);
  }
  /// Sine between the normal of the cell and what was made of it.
  double turned() const { return pair.cells().front().normal.cross(normal).norm(); }
};

TEST(PairConstraints, ACellIsAsDeepAsItsSamplesSay) {
  const FlatCell cell({1, 1, 1});
  ASSERT_EQ(cell.pair.cells().size(), 1u);
  const CellConstraint& found = cell.pair.cells().front();
  // Samples are of single precision.
  EXPECT_NEAR(found.depth, cell.depth, 1e-6 * cell.depth);
  EXPECT_NEAR(found.area, FlatCell::area, 1e-12 * FlatCell::area);
  EXPECT_LT((found.normal - cell.normal).norm(), 1e-6);
}

// Cells of one or two pixels lack some directions. Without that which sees the cell best, its volume over its
// area is 3.7 times its depth, and its gradient is turned by 65°.
TEST(PairConstraints, ACellThatOneDirectionMissesKeepsNormalAndDepth) {
  const std::array<std::array<double, 3>, 4> some{{{1, 0, 1}, {0, 1, 1}, {1, 0, 0}, {0, 1, 0}}};
  for (const std::array<double, 3>& seen : some) {
    const FlatCell cell(seen);
    ASSERT_EQ(cell.pair.cells().size(), 1u);
    const CellConstraint& found = cell.pair.cells().front();
    EXPECT_NEAR(found.depth, cell.depth, 1e-6 * cell.depth);
    EXPECT_LT((found.normal - cell.normal).norm(), 1e-6);
    // b receives what the cell presses with along the normal, where the samples are.
    const CellTwistRows& rows = cell.pair.twist_rows().front();
    EXPECT_LT((rows.row(0).head<3>().transpose() - cell.normal).norm(), 1e-6);
    EXPECT_LT((rows.row(0).tail<3>().transpose() - cell.middle.cross(cell.normal)).norm(), 1e-6);
  }
}

// Sixth of the pixels along x, where a border lies so, turn a gradient by 3°. Friction hides what that
// brakes.
TEST(PairConstraints, AFrictionlessCellLiesAsItsSamplesDo) {
  const std::array<double, 3> uneven{1.17, 1, 1};
  EXPECT_LT(FlatCell(uneven, 0, 2e-5).turned(), 1e-6);
  EXPECT_LT(FlatCell(uneven, 0.01, 2e-5).turned(), 1e-6);
  EXPECT_GT(FlatCell(uneven, 0.1, 2e-5).turned(), 0.04);
  EXPECT_EQ(FlatCell(uneven, 0.1, 2e-5).turned(), FlatCell(uneven, 0.5, 2e-5).turned());
}

// The tip of a cone is as deep as it is wide. Samples lie between its normals and those of what it meets, and
// only the gradient knows in which direction it is pushed.
TEST(PairConstraints, AFrictionlessTipIsPushedAsItsVolumeChanges) {
  EXPECT_GT(FlatCell({1.17, 1, 1}, 0, 2e-3).turned(), 0.04);
}

} // namespace
} // namespace lamina
