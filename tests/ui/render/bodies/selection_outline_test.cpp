#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/overlay/palette.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using SelectionOutlines = test::Drawing;

/// A cube of 1 m, and one of 0.4 m behind it that it hides.
Snapshot two_cubes() {
  return test::snapshot_of(
      {{test::prepared(test::plain_box(Vec3::Ones())), Vec3::Zero(), {{0.8f, 0.8f, 0.8f}}},
       {test::prepared(test::plain_box(Vec3(0.4, 0.4, 0.4))), Vec3(0, 0, -1), {{0.8f, 0.8f, 0.8f}}}});
}

/// Pixels of the line's colour in the row through the middle of a picture seen along −z.
std::vector<int> line_places(const Image& image) {
  const Colour ink = theme(false).selection;
  std::vector<int> places;
  for (int x = 0; x < image.width; ++x) {
    const auto pixel = image.pixel(x, image.height / 2);
    bool same = true;
    for (std::size_t k = 0; k < 3; ++k)
      same = same && std::abs(int(pixel[k]) - int(255 * ink[k])) <= 2;
    if (same)
      places.push_back(x);
  }
  return places;
}

TEST_F(SelectionOutlines, GoAroundWhatIsSelectedAndAreSeenThroughWhatHidesIt) {
  CameraView view;
  view.eye = Vec3(0, 0, 4);
  Camera camera(view);
  const ViewSize size{400, 300};
  const auto edge = [&](double x, double z) { return camera.project(Vec3(x, 0, z), size)->x(); };
  for (const Quality quality : {Quality::low, Quality::high}) {
    ViewOptions options;
    options.grid = false;
    options.quality = quality;
    const auto places = [&](std::vector<std::uint32_t> selected) {
      options.outlined_bodies = std::move(selected);
      return line_places(renderer->render(two_cubes(), camera, options, size.width, size.height));
    };
    EXPECT_TRUE(places({}).empty());
    // Outside of the body, no farther than the line is wide.
    const std::vector<int> large = places({0});
    ASSERT_GE(large.size(), 2u);
    EXPECT_NEAR(large.front(), edge(-0.5, 0.5), 3);
    EXPECT_NEAR(large.back(), edge(0.5, 0.5), 3);
    const std::vector<int> small = places({1});
    ASSERT_GE(small.size(), 2u);
    EXPECT_NEAR(small.front(), edge(-0.2, -0.8), 3);
    EXPECT_NEAR(small.back(), edge(0.2, -0.8), 3);
    EXPECT_EQ(places({0, 1}).size(), large.size() + small.size()) << "each has a line of its own";
    EXPECT_EQ(places({1, 0}).size(), large.size() + small.size()) << "in whatever order";
  }
}

} // namespace
} // namespace lamina
