#include "ui/render/overlay/palette.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace lamina {
namespace {

TEST(Palette, NeverGivesAColourTwice) {
  std::set<Colour> colours;
  for (std::size_t i = 0; i < 300; ++i)
    colours.insert(palette_colour(i));
  EXPECT_EQ(colours.size(), 300u);
}

TEST(Palette, NeighboursDifferClearly) {
  for (std::size_t i = 0; i < 21; ++i) {
    const Colour a = palette_colour(i), b = palette_colour(i + 1);
    const double apart = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    EXPECT_GT(apart, 0.25) << i;
  }
}

} // namespace
} // namespace lamina
