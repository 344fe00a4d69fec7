#include "core/contact/ldi/arithmetic/levels.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lamina::test {
namespace {

/// A column of so many crossings at whole depths below `deep`, where many tie; it ends as it began.
std::vector<ldi::Crossing> balanced_column(Dice& dice, int crossings, double deep) {
  std::vector<ldi::Crossing> column;
  for (int i = 0; i < crossings; ++i)
    column.push_back({std::floor(dice.within(0, deep)), 0, ldi::fragment_place(0, 0, i % 2 == 0)});
  std::stable_sort(column.begin(), column.end(),
                   [](const ldi::Crossing& c, const ldi::Crossing& d) { return c.depth < d.depth; });
  return column;
}

/// How many pairs of sheets lie on one another where the winding number is w.
int pairs_of_sheets(int w) {
  return w < 0 ? -w : w * (w - 1) / 2;
}

TEST(Levels, OfAColumnHaveTheMeasureOfItsWindingNumbers) {
  Dice dice(51);
  for (int round = 0; round < 20'000; ++round) {
    const std::vector<ldi::Crossing> column = balanced_column(dice, 2 + 2 * (round % 9), 2 + round % 24);
    double wanted = 0;
    int winding = 0;
    for (std::size_t k = 0; k + 1 < column.size(); ++k) {
      winding += column[k].turn();
      wanted += pairs_of_sheets(winding) * (column[k + 1].depth - column[k].depth);
    }
    double found = 0, lower_before = 0;
    ldi::walk_levels(column.data(), static_cast<std::uint32_t>(column.size()), 0,
                     [&](std::uint32_t lower, std::uint32_t upper, int multiplicity) {
                       EXPECT_LT(column[lower].depth, column[upper].depth);
                       EXPECT_LE(lower_before, column[lower].depth);
                       EXPECT_NE(column[lower].entering(), column[upper].entering());
                       lower_before = column[lower].depth;
                       found += multiplicity * (column[upper].depth - column[lower].depth);
                     });
    ASSERT_EQ(found, wanted) << round;
  }
}

TEST(Levels, ThatNeverCloseAreNone) {
  // From 1 down to 0, up to 1, 2 and 3, and down to 2: only the highest level is open and closed.
  const bool entering[] = {false, true, true, true, false};
  std::vector<ldi::Crossing> column;
  for (const bool enters : entering)
    column.push_back({static_cast<double>(column.size()), 0, ldi::fragment_place(0, 0, enters)});
  int intervals = 0;
  ldi::walk_levels(column.data(), 5, 1, [&](std::uint32_t lower, std::uint32_t upper, int multiplicity) {
    EXPECT_EQ(lower, 3u);
    EXPECT_EQ(upper, 4u);
    EXPECT_EQ(multiplicity, 2);
    ++intervals;
  });
  EXPECT_EQ(intervals, 1);
}

TEST(Levels, ATriangleAlongTheAxisTakesAllOfAnInterval) {
  const double offset[3] = {0.1, 0.1, 0.1}, nothing[3] = {0, 0, -1};
  const ldi::Triple up{0, 0, 1}, across{1, 0, 0}, slope = ldi::unit({1, 0, 1});
  EXPECT_DOUBLE_EQ(ldi::rest_overlap_along(offset, 0.2, 0.3, up, up), 0.05);
  EXPECT_DOUBLE_EQ(ldi::rest_overlap_along(offset, 0.2, 0.3, slope, up), 0.05 * std::sqrt(2));
  EXPECT_EQ(ldi::rest_overlap_along(offset, 0.2, 0.3, across, up), ldi::whole_interval);
  EXPECT_EQ(ldi::rest_overlap_along(nothing, 0.2, 0.3, across, up), 0);
  double lower = 1, upper = 2;
  EXPECT_FALSE(ldi::leave_out_rest(lower, upper, 0, ldi::whole_interval));
  EXPECT_FALSE(ldi::leave_out_rest(lower, upper, 0.5, 0.5));
  EXPECT_TRUE(ldi::leave_out_rest(lower, upper, 0.25, 0.5));
  EXPECT_EQ(lower, 1.25);
  EXPECT_EQ(upper, 1.5);
}

} // namespace
} // namespace lamina::test
