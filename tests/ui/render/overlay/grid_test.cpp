#include "ui/render/overlay/grid_painter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

TEST(GridSpacing, IsOneTwoOrFiveTimesAPowerOfTen) {
  for (double metres = 1e-6; metres < 1e4; metres *= 1.07) {
    const double spacing = grid_spacing(metres);
    const double leading = spacing / std::pow(10, std::floor(std::log10(spacing) + 1e-9));
    EXPECT_TRUE(std::abs(leading - 1) < 1e-6 || std::abs(leading - 2) < 1e-6 || std::abs(leading - 5) < 1e-6)
        << spacing;
  }
}

TEST(GridSpacing, IsNeverNarrowerThan24PixelsNorWiderThanTheNextStepAllows) {
  for (double metres = 1e-6; metres < 1e4; metres *= 1.07) {
    const double pixels = grid_spacing(metres) / metres;
    EXPECT_GE(pixels, 24 * (1 - 1e-6));
    EXPECT_LE(pixels, 24 * 2.5 * (1 + 1e-6)); // the widest gap in 1, 2, 5, 10 is from 2 to 5
  }
}

TEST(GridSpacing, StrongerLinesFallOnPowersOfTenOrTenFives) {
  EXPECT_DOUBLE_EQ(major_grid_spacing(1), 10);
  EXPECT_DOUBLE_EQ(major_grid_spacing(0.2), 1);
  EXPECT_DOUBLE_EQ(major_grid_spacing(0.05), 0.5);
  EXPECT_DOUBLE_EQ(major_grid_spacing(2000), 10000);
}

TEST(GridSpacing, HasAnAnswerForNonsense) {
  EXPECT_EQ(grid_spacing(0), 1);
  EXPECT_EQ(grid_spacing(-1), 1);
  EXPECT_EQ(grid_spacing(std::nan("")), 1);
}

} // namespace
} // namespace lamina
