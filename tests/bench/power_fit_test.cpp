#include "core/bench/power_fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lamina::bench {
namespace {

using Points = std::vector<std::pair<double, double>>;

TEST(PowerFit, FindsThePowerThatMadeThePoints) {
  for (const double exponent : {-1.0, 0.0, 0.5, 1.0, 2.0, 3.25}) {
    Points points;
    for (const double x : {1e3, 4e3, 2.1553e4, 6.9e4, 4.46e6})
      points.emplace_back(x, 0.07 * std::pow(x, exponent));
    const PowerFit fit = fit_power(points);
    EXPECT_EQ(fit.points, points.size());
    // Logarithms of numbers up to 1e20 carry about 1e-14.
    EXPECT_NEAR(fit.exponent, exponent, 1e-12);
    EXPECT_NEAR(fit.factor, 0.07, 1e-11);
    EXPECT_NEAR(fit.spread, 1, 1e-12);
  }
}

TEST(PowerFit, StatesHowFarAPointLiesOff) {
  // Three points at equal distances: one doubled in the middle leaves the slope, lifts the line by 2^(1/3)
  // and lies above it by 2^(2/3).
  const PowerFit fit = fit_power(Points{{1, 1}, {10, 20}, {100, 100}});
  EXPECT_NEAR(fit.exponent, 1, 1e-12);
  EXPECT_NEAR(fit.factor, std::cbrt(2.0), 1e-12);
  EXPECT_NEAR(fit.spread, std::cbrt(4.0), 1e-12);
}

TEST(PowerFit, TwoPointsHaveALineAndFewerHaveNone) {
  EXPECT_NEAR(fit_power(Points{{2, 3}, {4, 12}}).exponent, 2, 1e-12);
  EXPECT_TRUE(std::isnan(fit_power(Points{}).exponent));
  EXPECT_TRUE(std::isnan(fit_power(Points{{2, 3}}).exponent));
  EXPECT_TRUE(std::isnan(fit_power(Points{{2, 3}, {2, 5}}).exponent));
}

TEST(PowerFit, WhatHasNoLogarithmIsLeftOut) {
  const PowerFit fit = fit_power(Points{{0, 5}, {2, 3}, {3, 0}, {4, 12}, {-1, 1}, {5, -2}});
  EXPECT_EQ(fit.points, 2u);
  EXPECT_NEAR(fit.exponent, 2, 1e-12);
}

} // namespace
} // namespace lamina::bench
