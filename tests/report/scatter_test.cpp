#include "core/report/scatter.h"

#include "tests/support/scatter_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

namespace lamina::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Pixels of the ticks of an axis ("x" or "y"), by the numbers that they say.
std::map<double, double> ticks_in(const std::string& image, const std::string& axis) {
  const std::regex tick("<text class=\"tick\" x=\"([^\"]*)\" y=\"([^\"]*)\"[^>]*data-" + axis +
                        "=\"([^\"]*)\">");
  std::map<double, double> ticks;
  for (std::sregex_iterator it(image.begin(), image.end(), tick), end; it != end; ++it)
    ticks[std::stod((*it)[3])] = std::stod((*it)[axis == "x" ? 1 : 2]);
  return ticks;
}

TEST(Scatter, PointsStandWhereTicksOfLogarithmicAxesSay) {
  const Scatter scatter{
      "s",
      "x",
      "y",
      "none",
      {{"one", "", 1, 10, 0, true}, {"two", "", 100, 1000, 1, false}, {"mid", "", 10, 100, 2, true}},
      {}};
  const std::string image = scatter_image(scatter);
  const std::map<std::string, Drawn> points = points_in(image);
  ASSERT_EQ(points.size(), 3u);
  const auto x_ticks = ticks_in(image, "x"), y_ticks = ticks_in(image, "y");
  for (const auto& [label, point] : points) {
    EXPECT_NEAR(point.cx, x_ticks.at(point.x), 0.11) << label; // one decimal is written
    // Words stand 4.5 pixels below the middle of their letters.
    EXPECT_NEAR(point.cy, y_ticks.at(point.y) - 4.5, 0.11) << label;
  }
  EXPECT_NEAR(points.at("mid").cx, (points.at("one").cx + points.at("two").cx) / 2, 0.11);
  EXPECT_NEAR(points.at("mid").cy, (points.at("one").cy + points.at("two").cy) / 2, 0.11);
  EXPECT_GT(points.at("one").cy, points.at("two").cy) << "more is higher";
  EXPECT_EQ(points.at("one").kind, "full");
  EXPECT_EQ(points.at("two").kind, "hollow");
}

TEST(Scatter, NothingAtAllStandsBelowTheAxis) {
  const std::string image = scatter_image(
      {"s", "x", "y", "no overlap", {{"a", "", 1, 0, 0, true}, {"b", "", 2, 1e-9, 1, true}}, {}});
  const auto points = points_in(image);
  EXPECT_GT(points.at("a").cy, points.at("b").cy);
  EXPECT_THAT(image, HasSubstr(">no overlap</text>"));
}

TEST(Scatter, TheFrontHoldsWhatNoOtherBettersAndOnlyWhatCounts) {
  std::vector<ScatterPoint> points{{"dear", "", 8, 1, 0, true},
                                   {"cheap", "", 1, 9, 0, true},
                                   {"worse", "", 9, 2, 0, true},
                                   {"between", "", 3, 4, 0, true},
                                   {"out", "", 0.1, 0.1, 0, false}};
  EXPECT_THAT(front_of(points), ElementsAre(1u, 3u, 0u));
  // By brute force: on the front is what nothing betters.
  for (std::size_t k = 0; k < points.size(); ++k) {
    bool bettered = !points[k].counts;
    for (const ScatterPoint& other : points)
      bettered = bettered || (other.counts && other.x < points[k].x && other.y < points[k].y);
    const auto front = front_of(points);
    EXPECT_EQ(std::count(front.begin(), front.end(), k) == 1, !bettered) << points[k].label;
  }
  EXPECT_EQ(scatter_image({}), "");
}

TEST(Scatter, TextIsEscaped) {
  const std::string image = scatter_image({"s", "<x>", "y&", "none", {{"<b>\"", "'", 1, 1, 0, true}}, {}});
  EXPECT_THAT(image, Not(HasSubstr("<b>")));
  EXPECT_THAT(image, Not(HasSubstr("<x>")));
  EXPECT_THAT(image, HasSubstr("&lt;b&gt;&quot;"));
}

} // namespace
} // namespace lamina::test
