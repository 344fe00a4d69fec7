#include "ui/render/overlay/palette.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace lamina {
namespace {

TEST(Palette, GivesTwentyOneDifferentColours) {
  std::set<Colour> colours;
  for (std::size_t i = 0; i < 21; ++i)
    colours.insert(palette_colour(i));
  EXPECT_EQ(colours.size(), 21u);
}

TEST(Palette, NeighboursDifferClearly) {
  for (std::size_t i = 0; i < 21; ++i) {
    const Colour a = palette_colour(i), b = palette_colour(i + 1);
    const double apart = std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    EXPECT_GT(apart, 0.25) << i;
  }
}

TEST(BodyColours, TakeTheScenesColourFirstAndGreyForWhatIsFixed) {
  std::vector<BodyInfo> infos(4);
  infos[0].kind = BodyKind::fixed;
  infos[1].colour = Colour{0.1f, 0.2f, 0.3f};
  infos[3].kind = BodyKind::scripted;
  const std::vector<Colour> colours = body_colours(infos);
  const auto saturation = [](const Colour& c) {
    return std::max({c[0], c[1], c[2]}) - std::min({c[0], c[1], c[2]});
  };
  EXPECT_LT(saturation(colours[0]), 0.15f);
  EXPECT_EQ(colours[1], (Colour{0.1f, 0.2f, 0.3f}));
  EXPECT_EQ(colours[2], palette_colour(0));
  EXPECT_EQ(colours[3], palette_colour(1));
}

} // namespace
} // namespace lamina
