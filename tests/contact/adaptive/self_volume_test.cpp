#include "core/contact/adaptive/bounded_volume.h"
#include "core/contact/adaptive/self_volume.h"
#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

using namespace adaptive;

ViewVolume of_itself(const Surface& surface, std::size_t tiles = 4096) {
  SelfVolume volume;
  volume.begin(surface);
  return volume.refine(tiles, 0);
}

TEST(OverlapOf, CountsPairsOfLayersAndInsideOut) {
  EXPECT_EQ(overlap_of(0), 0);
  EXPECT_EQ(overlap_of(1), 0);
  EXPECT_EQ(overlap_of(2), 1);
  EXPECT_EQ(overlap_of(3), 3);
  EXPECT_EQ(overlap_of(-1), 1);
  EXPECT_EQ(overlap_of(-2), 2);
}

// Two bodies that are one mesh overlap themselves by their intersection.
TEST(SelfVolume, OfTwoBodiesIsTheirIntersection) {
  int known = 0, of = 0;
  for_random_pairs(150, 4, [&](const RandomPair& pair) {
    const BoundedVolume exact = bounded_volume(pair.of_a, pair.of_b, {1e-7});
    const Surface both = surface_of(together({pair.a, pair.b}));
    for (const std::size_t tiles : {std::size_t{64}, std::size_t{1024}}) {
      const ViewVolume found = of_itself(both, tiles);
      EXPECT_LE(std::abs(found.volume - exact.volume), found.bound + exact.bound)
          << "pair " << pair.index << ", " << tiles << " tiles";
      ++of;
      known += found.bound < 1e-6;
    }
  });
  EXPECT_GT(known, 0.8 * of);
}

// Where three overlap, each pair counts.
TEST(SelfVolume, OfThreeBodiesIsTheSumOverPairs) {
  Dice dice(9);
  for (int trial = 0; trial < 40; ++trial) {
    const TriangleMesh a = placed(make_sphere(0.5, 320), {dice.vector(0.15), dice.turn()}),
                       b = placed(make_box({0.7, 0.6, 0.5}), {dice.vector(0.15), dice.turn()}),
                       c = placed(make_cylinder(0.3, 0.8, 48), {dice.vector(0.15), dice.turn()});
    const Surface of_a = surface_of(a), of_b = surface_of(b), of_c = surface_of(c);
    double exact = 0, off = 0;
    for (const BoundedVolume& pair : {bounded_volume(of_a, of_b, {1e-7}), bounded_volume(of_b, of_c, {1e-7}),
                                      bounded_volume(of_a, of_c, {1e-7})}) {
      exact += pair.volume;
      off += pair.bound;
    }
    const ViewVolume found = of_itself(surface_of(together({a, b, c})));
    EXPECT_LE(std::abs(found.volume - exact), found.bound + off) << trial;
    EXPECT_LT(found.bound, 1e-4 * exact) << trial;
  }
}

// Layers that all look the same way are passed over, however many faces they have.
TEST(SelfVolume, OfABodyThatDoesNotMeetItselfIsNone) {
  for (const TriangleMesh& mesh :
       {make_sphere(0.5, 20'000), make_torus(0.4, 0.15, 5000), make_box({1, 2, 3})}) {
    const ViewVolume found = of_itself(surface_of(mesh));
    EXPECT_LE(std::abs(found.volume), found.bound);
    EXPECT_LT(found.bound, 1e-7);
    EXPECT_LT(found.tiles, 4096u);
  }
}

TEST(SelfVolume, OfABodyThatIsInsideOutIsItsVolume) {
  TriangleMesh ball = make_sphere(0.5, 320);
  const BoundedVolume exact = bounded_volume(surface_of(ball), surface_of(make_box({2, 2, 2})), {1e-7});
  for (Triangle& triangle : ball.triangles)
    std::swap(triangle[1], triangle[2]);
  const ViewVolume found = of_itself(surface_of(ball));
  EXPECT_NEAR(found.volume, exact.volume, found.bound + exact.bound);
  EXPECT_LT(found.bound, 1e-6);
}

/// A long ellipsoid along y, bent around the z axis into more than a whole turn: its ends run into one
/// another.
TriangleMesh bent_bar(double radius, double turn) {
  TriangleMesh bar = make_sphere(1, 3000);
  for (Vec3& p : bar.vertices) {
    const double angle = turn * p.y() / 2, out = radius + 0.1 * p.x();
    p = Vec3(out * std::cos(angle), out * std::sin(angle), 0.1 * p.z());
  }
  return bar;
}

// Of one surface with all of its sides: the measure does not depend on how it lies.
TEST(SelfVolume, IsTheSameHoweverABodyLies) {
  Dice dice(2);
  const TriangleMesh mesh = bent_bar(0.3, 2.4 * std::acos(-1.0));
  const ViewVolume first = of_itself(surface_of(mesh));
  ASSERT_GT(first.volume, 1e-4);
  EXPECT_LT(first.bound, 1e-3 * first.volume);
  for (int trial = 0; trial < 5; ++trial) {
    const ViewVolume found = of_itself(surface_of(mesh, {dice.vector(0.3), dice.turn()}));
    EXPECT_NEAR(found.volume, first.volume, found.bound + first.bound);
  }
}

// A roof within a box: over its ridge both overlap, and the layer of its faces is crossed once in each
// column.
TEST(SelfTile, WhoseMiddleLiesOnAnEdgeHasABound) {
  const TriangleMesh roof{
      "",
      {{-0.8, -0.8, -0.5},
       {0.8, -0.8, -0.5},
       {0.8, 0.8, -0.5},
       {-0.8, 0.8, -0.5},
       {0, -0.8, 0.5},
       {0, 0.8, 0.5}},
      {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {2, 3, 5}, {1, 2, 5}, {1, 5, 4}, {3, 0, 4}, {3, 4, 5}}};
  const Surface both = surface_of(together({make_box({2, 2, 2}), roof}));
  const SurfacePart part = whole_surface(both);
  const ViewPlane plane = plane_over(both.bounds, {}, 2, farthest_of(both, both));
  ViewSurface seen;
  view(part, plane, seen);
  const std::int64_t quarter = plane.size[0] / 16 * 2, middle = plane.size[0] / 2;
  for (const std::int64_t beside : {std::int64_t{0}, quarter / 2}) {
    const Tile tile{{middle + beside - quarter, middle + 2 - quarter},
                    {middle + beside + quarter, middle + 2 + quarter}};
    std::vector<std::uint32_t> faces;
    for (const std::uint32_t face : seen.near)
      if (may_lie_over(seen.faces[face], TileBorders(tile)))
        faces.push_back(face);
    const TileVolume found = SelfTile().evaluate(seen, plane, tile, faces);
    // A quarter of a metre to either side of its middle, the roof falls by 1.25 m a metre.
    const double side = 0.5, off = beside == 0 ? 0 : 0.125, left = off - 0.25, right = off + 0.25,
                 exact = side * (side - 1.25 * 0.5 * (left * left + right * right)),
                 scale = plane.unit * plane.unit;
    EXPECT_NEAR(scale * found.volume, exact, scale * found.bound + 1e-9) << beside;
    EXPECT_EQ(found.bound > 0, beside == 0) << "nothing is known of the edge that the middle lies on";
  }
}

TEST(SelfVolume, OfASurfaceWithAHoleHasNoBound) {
  TriangleMesh mesh = make_sphere(0.5, 80);
  mesh.triangles.pop_back();
  EXPECT_FALSE(std::isfinite(of_itself(surface_of(mesh), 64).bound));
}

// After one that is: nothing of it is kept.
TEST(SelfVolume, OfASurfaceThatIsNotFiniteHasNoBound) {
  SelfVolume volume;
  Surface surface = surface_of(make_sphere(0.5, 80));
  EXPECT_TRUE(std::isfinite(volume.begin(surface).bound));
  surface.positions[3].y() = std::nan("");
  EXPECT_FALSE(std::isfinite(volume.begin(surface).bound));
  EXPECT_FALSE(std::isfinite(volume.refine(1024, 0).bound));
}

// Triangles without area, and such that lie along the view direction, hide what overlaps no better.
TEST(SelfVolume, OfDegenerateTrianglesHolds) {
  TriangleMesh a = make_box({1, 1, 1}), b = shifted(make_box({1, 1, 1}), {0.9, 0.8, 0.7});
  // A vertex in the middle of a side of the first triangle: one part has no area.
  const Triangle first = a.triangles[0];
  const auto middle = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.push_back(0.5 * (a.vertices[first[0]] + a.vertices[first[1]]));
  a.triangles[0] = {middle, first[1], first[2]};
  a.triangles.push_back({first[0], middle, first[2]});
  a.triangles.push_back({first[0], first[1], middle});
  const ViewVolume found = of_itself(surface_of(together({a, b})));
  EXPECT_NEAR(found.volume, 0.1 * 0.2 * 0.3, found.bound);
  // They say nothing where they lie: its bound falls as tiles do.
  EXPECT_LT(found.bound, 1e-5);
}

} // namespace
} // namespace lamina::test
