#include "core/contact/proximity/cloth_crossings.h"

#include "tests/contact/proximity/proximity_support.h"

#include <gtest/gtest.h>

#include <limits>

namespace lamina::test {
namespace {

Surface flat() {
  return cloth_of({{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}, {{0, 2, 1}, {0, 3, 2}});
}

/// Upright, its tip so far below the plane of the flat one.
Surface upright(double below) {
  return cloth_of({{0.2, -below, 0.1}, {0.5, 0.5, 0.1}, {-0.1, 0.5, 0.1}}, {{0, 1, 2}});
}

TEST(ClothCrossings, AreTheEdgesThatGoThrough) {
  EXPECT_EQ(proximity::count_crossings(upright(0.1), flat()), 2u);
  EXPECT_EQ(proximity::count_crossings(flat(), upright(0.1)), 0u) << "no edge of the flat one comes near";
  EXPECT_EQ(proximity::count_crossings(upright(-0.1), flat()), 0u) << "above it";
  EXPECT_EQ(proximity::count_crossings(upright(0), flat()), 0u) << "its tip touches it";
}

TEST(ClothCrossings, CountWhereVerticesLieInTheOtherSheet) {
  const std::vector<Triangle> halves{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 1}};
  const Surface lying = cloth_of({{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 0, -1}}, halves),
                standing = cloth_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}, halves);
  EXPECT_GT(proximity::count_crossings(lying, standing) + proximity::count_crossings(standing, lying), 0u);
}

TEST(ClothCrossings, OfASheetWithItselfAreNoneUnlessItGoesThroughItself) {
  EXPECT_EQ(proximity::count_crossings(flat(), flat()), 0u) << "neighbours share edges and corners";
  // A strip of four triangles, whose end is bent back through its beginning.
  const std::vector<Triangle> strip{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}};
  const auto bent = [&strip](double end) {
    return cloth_of({{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {0.8, 0.5, 0.2}, {0.5, end, 0.4}}, strip);
  };
  const Surface open = bent(0.2), closed = bent(-0.3);
  EXPECT_EQ(proximity::count_crossings(open, open), 0u);
  EXPECT_EQ(proximity::count_crossings(closed, closed), 2u) << "both edges at the last vertex";
}

TEST(ClothCrossings, OfWhatIsNoClothOrNoNumberAreNone) {
  Surface solid = flat();
  solid.sheet_thickness = 0;
  EXPECT_EQ(proximity::count_crossings(upright(0.1), solid), 0u);
  Surface bad = upright(0.1);
  bad.positions[0].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(proximity::count_crossings(bad, flat()), 0u);
  bad = flat();
  bad.triangles = std::make_shared<const std::vector<Triangle>>(2, Triangle{0, 1, 99});
  EXPECT_EQ(proximity::count_crossings(upright(0.1), bad), 0u);
}

} // namespace
} // namespace lamina::test
