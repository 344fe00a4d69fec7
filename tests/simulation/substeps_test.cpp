#include "core/simulation/simulation.h"

#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;

/// Two cubes of 0.2 m side by side, 5 mm apart, whose thickness is 0.1 m: in a part of a step, 0.05 m may
/// pass.
constexpr double side = 0.2, gap = 0.005, allowed = 0.05;

class Substeps : public testing::TestWithParam<BodyKind> {
protected:
  static int parts(BodyKind kind, const Vec3& left, const Vec3& right) {
    const auto box = make_box(Vec3::Constant(side));
    auto scene = scene_of(
        {body_of("left", box, kind), body_of("right", box, kind, {{side + gap, 0, 0}, Quat::Identity()})});
    scene->gravity.setZero();
    scene->bodies[0].velocity = left;
    scene->bodies[1].velocity = right;
    Simulation simulation(scene);
    EXPECT_TRUE(simulation.step()) << simulation.problem();
    return simulation.statistics().substeps;
  }

  /// What a speed needs in a step.
  static int parts_of(double speed) { return int(std::ceil(speed * 0.01 / allowed)); }
};

TEST_P(Substeps, HeadOnTheSumOfSpeedsCounts) {
  EXPECT_EQ(parts(GetParam(), {8, 0, 0}, {-9, 0, 0}), parts_of(17));
}

TEST_P(Substeps, SideBySideTheFasterOneCountsAloneAsTheOtherMayBeStopped) {
  EXPECT_EQ(parts(GetParam(), {0, -8, 0}, {0, -9, 0}), parts_of(9));
  EXPECT_EQ(parts(GetParam(), {0, -4, 0}, {0, -4, 0}), 1);
}

TEST_P(Substeps, OneThatDrawsAwayNeedsNoneBeyondItsOwn) {
  EXPECT_EQ(parts(GetParam(), {0, 0, 0}, {12, 0, 0}), parts_of(12));
}

/// Two equal spins move against each other by the same everywhere: spin times the distance of the axes.
TEST(SubstepsOfSpin, WhatTurnsSideBySideMovesByLessThanBothRims) {
  const auto box = make_box(Vec3::Constant(side));
  auto scene = scene_of({body_of("left", box, BodyKind::rigid),
                         body_of("right", box, BodyKind::rigid, {{side + gap, 0, 0}, Quat::Identity()})});
  scene->gravity.setZero();
  scene->bodies[0].spin = scene->bodies[1].spin = {0, 0, 40};
  Simulation simulation(scene);
  ASSERT_TRUE(simulation.step());
  const double rim = 40 * std::sqrt(3.0) * side / 2;
  ASSERT_LT(std::ceil(40 * (side + gap) * 0.01 / allowed), std::ceil(2 * rim * 0.01 / allowed));
  EXPECT_EQ(simulation.statistics().substeps, int(std::ceil(40 * (side + gap) * 0.01 / allowed)));
}

/// A ball that rolls rests where it touches, however fast its upper side is.
TEST(SubstepsOfSpin, WhatRollsIsSlowWhereItTouches) {
  const double radius = 0.3, speed = 7.6; // 7.6 cm a step in the middle, 15.2 on top, where 14.9 may pass
  auto scene = scene_of({test::ground(), body_of("ball", make_sphere(radius, 2000), BodyKind::rigid,
                                                 {{0, radius, 0}, Quat::Identity()})});
  scene->bodies[1].velocity = {speed, 0, 0};
  scene->bodies[1].spin = {0, 0, -speed / radius};
  Simulation simulation(scene);
  ASSERT_TRUE(simulation.step());
  EXPECT_EQ(simulation.statistics().substeps, 1);
}

INSTANTIATE_TEST_SUITE_P(Bodies, Substeps, testing::Values(BodyKind::rigid, BodyKind::soft));

} // namespace
} // namespace lamina
