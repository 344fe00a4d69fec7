#include "tests/papers/f08/traverse.h"

#include "core/settings/setting_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina::papers::f08 {
namespace {

Settings f08_settings() {
  Settings settings;
  apply_preset(settings, "f08");
  settings.simulation.threads = 1;
  return settings;
}

double largest(const std::vector<TraversePoint>& points) {
  double force = 0;
  for (const TraversePoint& p : points)
    force = std::max(force, std::abs(p.force));
  return force;
}

/// Greatest change of the force from one abscissa to the next.
double jump(const std::vector<TraversePoint>& points) {
  double change = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    change = std::max(change, std::abs(points[i].force - points[i - 1].force));
  return change;
}

// Pixels of 1/64 of the region: the force of curved shapes is within a few per cent of the exact one.
TEST(F08Fig6, ForceIsThatOfTheExactVolume) {
  for (const Traverse experiment : {Traverse::sphere_thick, Traverse::cube_thick, Traverse::sphere_thin}) {
    const auto points = traverse(experiment, f08_settings(), 41);
    for (const TraversePoint& p : points)
      EXPECT_NEAR(p.force, exact_force(experiment, p.abscissa), 0.03 * largest(points)) << p.abscissa;
  }
}

TEST(F08Fig6a, SphereIsPushedBackWhileItEntersAndForthWhileItLeavesAndFeelsNothingInside) {
  for (const Settings& settings : {f08_settings(), Settings{}}) {
    const auto points = traverse(Traverse::sphere_thick, settings, 61);
    const double scale = largest(points);
    EXPECT_GT(scale, 0.1);
    for (const TraversePoint& p : points) {
      if (p.abscissa <= -0.5 || p.abscissa >= 2.5 || (p.abscissa >= 0.5 && p.abscissa <= 1.5)) {
        EXPECT_NEAR(p.force, 0, 1e-9 * scale) << p.abscissa;
      } else if (std::min(std::abs(p.abscissa), std::abs(p.abscissa - 2)) < 0.4) {
        EXPECT_GT(p.abscissa < 1 ? -p.force : p.force, 0) << p.abscissa;
      }
    }
  }
}

TEST(F08Fig6b, ForceOnACubeJumpsWhereFacesCoincide) {
  const int points = 121; // 1/36 m apart; the force is 0 at once behind A and B and 1 just before and after
  const auto found = traverse(Traverse::cube_thick, f08_settings(), points);
  const double scale = largest(found);
  EXPECT_NEAR(scale, 1, 0.03);
  EXPECT_GT(jump(found), 0.9 * scale);
  // It rises evenly, by V dV/dx = x, before A.
  for (const TraversePoint& p : found)
    if (p.abscissa > -0.5 && p.abscissa < 0.45) {
      EXPECT_NEAR(p.force, -(p.abscissa + 0.5), 0.02) << p.abscissa;
    }
}

// The slope of the exact force is below 5 times its peak a metre, so that steps of 1/100 m change it by 5 %
// at most; sampling adds some.
TEST(F08Fig6c, ForceIsContinuousThroughAThinObstacle) {
  for (const Traverse experiment : {Traverse::sphere_thick, Traverse::sphere_thin}) {
    const double length = thickness(experiment) + 1.4;
    const auto points = traverse(experiment, f08_settings(), static_cast<int>(100 * length) + 1);
    EXPECT_LT(jump(points), 0.1 * largest(points));
  }
}

TEST(F08Fig6c, ThinObstacleNeverLetsTheObjectRestInside) {
  const auto points = traverse(Traverse::sphere_thin, f08_settings(), 61);
  // Pushed back before its middle is in the plate's, pushed forth behind it: unlike in the thick box there is
  // no stretch without force.
  for (const TraversePoint& p : points)
    if (std::abs(p.abscissa - 0.15) > 0.03 && p.abscissa > -0.45 && p.abscissa < 0.75) {
      EXPECT_GT(p.abscissa < 0.15 ? -p.force : p.force, 0) << p.abscissa;
    }
}

} // namespace
} // namespace lamina::papers::f08
