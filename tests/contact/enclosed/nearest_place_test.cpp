#include "core/contact/enclosed/way_out.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <limits>

namespace lamina {
namespace {

using namespace enclosed;
using test::box_between;
using test::Dice;
using test::surface_of;
using test::together;

/// A surface of several hundred triangles, with meshlets and balls around them.
Surface with_meshlets() {
  const TriangleMesh mesh = make_torus(1, 0.4, 900);
  Surface surface = surface_of(mesh);
  const auto meshlets = std::make_shared<const Meshlets>(*surface.triangles, surface.positions, 40);
  surface.meshlets = meshlets;
  enclose_meshlets(*meshlets, surface.positions, surface.balls);
  return surface;
}

TEST(NearestPlace, IsWhatATestOfAllTrianglesFindsWithAndWithoutMeshlets) {
  const Surface grouped = with_meshlets();
  ASSERT_GT(grouped.balls.size(), 10u);
  Surface plain = grouped;
  plain.meshlets.reset();
  plain.balls.clear();
  Dice dice(7);
  for (int i = 0; i < 300; ++i) {
    const Vec3 point = dice.vector(1.6);
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : *plain.triangles) {
      const Vec3 &a = plain.positions[t[0]], &b = plain.positions[t[1]], &c = plain.positions[t[2]];
      const auto on = nearest_on_triangle(point, a, b, c).barycentric;
      least = std::min(least, (a + on[0] * (b - a) + on[1] * (c - a) - point).squaredNorm());
    }
    const auto by_groups = nearest_place({grouped}, point), by_all = nearest_place({plain}, point);
    ASSERT_TRUE(by_groups && by_all);
    EXPECT_EQ(by_groups->squared_distance, least);
    EXPECT_EQ(by_groups->triangle, by_all->triangle);
    EXPECT_EQ(by_groups->squared_distance, by_all->squared_distance);

    const bvh::Ray ray{point, dice.vector(1).normalized()};
    const bvh::Hit one = first_hit({grouped}, ray), other = first_hit({plain}, ray);
    EXPECT_EQ(one.triangle, other.triangle);
    EXPECT_EQ(one.distance, other.distance);
  }
}

TEST(NearestPlace, LooksAtOnePieceAlone) {
  Surface two = surface_of(together({box_between({0, 0, 0}, {1, 1, 1}), box_between({2, 0, 0}, {3, 1, 1})}));
  auto piece_of = std::make_shared<std::vector<std::uint32_t>>(two.positions.size(), 0);
  std::fill(piece_of->begin() + 8, piece_of->end(), 1);
  two.piece_of_vertex = piece_of;
  const Vec3 point(1.25, 0.4, 0.6);
  EXPECT_NEAR(nearest_place({two}, point)->squared_distance, 0.25 * 0.25, 1e-15);
  EXPECT_NEAR(nearest_place({two, 1}, point)->squared_distance, 0.75 * 0.75, 1e-15);
  EXPECT_NEAR(first_hit({two, 1}, {point, Vec3::UnitX()}).distance, 0.75, 1e-15);
}

TEST(NearestPlace, IsNoneForWhatIsNoNumberAndWithoutTriangles) {
  const Surface box = surface_of(box_between({0, 0, 0}, {1, 1, 1}));
  EXPECT_FALSE(nearest_place({box}, Vec3::Constant(std::numeric_limits<double>::quiet_NaN())));
  Surface none = box;
  none.triangles = std::make_shared<const std::vector<Triangle>>();
  EXPECT_FALSE(nearest_place({none}, Vec3::Zero()));
}

// Half a metre from the face x = 1 and more from all others: the whole cube goes along x, also where some of
// its corners are nearer to other faces.
TEST(ShortestWayOut, MovesAWholeCubeThroughTheNearestFace) {
  const Surface large = surface_of(box_between({-1, -1, -1}, {1, 1, 1}));
  for (const auto& [low, high] : {std::pair(Vec3(0.5, 0, -0.3), Vec3(0.7, 0.2, -0.1)),
                                  std::pair(Vec3(-0.2, -0.3, -0.3), Vec3(0.4, 0.3, 0.3))}) {
    const TriangleMesh small = box_between(low, high);
    const auto way = shortest_way_out(small.vertices, {large});
    ASSERT_TRUE(way);
    EXPECT_LT((way->direction - Vec3::UnitX()).norm(), 1e-15);
    EXPECT_NEAR(way->depth(low), 1 - low.x(), 1e-15);
    EXPECT_NEAR(way->depth(high), 1 - high.x(), 1e-15);
  }
}

} // namespace
} // namespace lamina
