#include "core/io/polygon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

namespace lamina {
namespace {

struct Split {
  std::vector<Triangle> triangles;
  Vec3 area = Vec3::Zero(); ///< sum of area vectors
  double unsigned_area = 0;
  std::size_t folded = 0;
};

Split split(const std::vector<Vec3>& vertices) {
  std::vector<std::uint32_t> corners(vertices.size());
  std::iota(corners.begin(), corners.end(), 0u);
  Split result;
  PolygonSplitter splitter;
  splitter.split(vertices, corners, result.triangles);
  for (const Triangle& t : result.triangles) {
    const Vec3 area = 0.5 * (vertices[t[1]] - vertices[t[0]]).cross(vertices[t[2]] - vertices[t[0]]);
    result.area += area;
    result.unsigned_area += area.norm();
  }
  result.folded = splitter.folded();
  return result;
}

TEST(Polygon, ConvexOnesBecomeFans) {
  const Split quad = split({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  EXPECT_EQ(quad.triangles, (std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}));
}

TEST(Polygon, ConcaveOnesAreCoveredWithoutFolds) {
  // A star with spikes, in a plane that is tilted, starting at each of its corners: areas add up only
  // unfolded.
  const Mat3 tilt = Eigen::AngleAxisd(1, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  std::vector<Vec3> star;
  for (int i = 0; i < 22; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 22, radius = i % 2 ? 0.3 : 1;
    star.push_back(tilt * Vec3(radius * std::cos(angle), radius * std::sin(angle), 0));
  }
  for (std::size_t start = 0; start < star.size(); ++start) {
    std::rotate(star.begin(), star.begin() + 1, star.end());
    const Split result = split(star);
    EXPECT_EQ(result.triangles.size(), 20u);
    EXPECT_NEAR(result.unsigned_area, result.area.norm(), 1e-12);
    EXPECT_NEAR(result.area.norm(), 22 * 0.5 * 0.3 * std::sin(2 * 3.14159265358979 / 22), 1e-9);
    EXPECT_EQ(result.folded, 0u);
  }
}

TEST(Polygon, RandomSimpleOnesKeepTheirArea) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> radius(0.2, 1);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<Vec3> polygon;
    for (int i = 0; i < 30; ++i) {
      const double angle = 2 * 3.14159265358979 * i / 30, r = radius(random);
      polygon.emplace_back(r * std::cos(angle), 0.2 * r, r * std::sin(angle));
    }
    const Split result = split(polygon);
    ASSERT_EQ(result.triangles.size(), 28u);
    ASSERT_EQ(result.folded, 0u);
  }
}

TEST(Polygon, CrossingAndFlatOnesStillGiveTheirTriangles) {
  EXPECT_EQ(split({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).triangles.size(), 2u);
  EXPECT_EQ(split({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}).triangles.size(), 3u);
  EXPECT_EQ(split({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}).triangles.size(), 2u);
}

TEST(Polygon, AHugeCrookedOneEndsInBoundedTime) {
  // A comb of 200,000 corners would take 10^10 tests; it falls back to a fan and says so.
  std::vector<Vec3> comb;
  for (int i = 0; i < 100000; ++i)
    comb.emplace_back(i, i % 2 ? 10 : 1, 0);
  for (int i = 99999; i >= 0; --i)
    comb.emplace_back(i, i % 2 ? 9 : 0, 0);
  const Split result = split(comb);
  EXPECT_EQ(result.triangles.size(), comb.size() - 2);
}

} // namespace
} // namespace lamina
