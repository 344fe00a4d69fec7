#include "core/contact/adaptive/split_tile.h"
#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace lamina::test {
namespace {

TEST(SplitLine, IsTheCoarsestLineOfTheWorldWithin) {
  EXPECT_EQ(adaptive::split_line(0, 12, 0).at, 8);
  EXPECT_EQ(adaptive::split_line(0, 12, 6).at, 10); // 16 from the world's origin
  EXPECT_EQ(adaptive::split_line(0, 12, -4).at, 4); // the origin itself
  EXPECT_EQ(adaptive::split_line(2, 6, 0).at, 4);
  EXPECT_LT(adaptive::split_line(4, 6, 0).exponent, 0);
  for (std::int64_t low = -20; low < 20; low += 2)
    for (std::int64_t high = low + 4; high < 30; high += 2) {
      const adaptive::SplitLine line = adaptive::split_line(low, high, 0);
      EXPECT_GT(line.at, low);
      EXPECT_LT(line.at, high);
      EXPECT_EQ(line.at % 2, 0);
    }
}

// A point on an edge belongs to one of the two faces beside it, whichever way they run.
TEST(Covers, EachPointOfAQuadOnce) {
  adaptive::Face one{0, 8, 0, 8, {0, 8, 8}, {0, 0, 8}, {0, 0, 0}, 0, 0, 0, 0, 0, 1}, two = one;
  two.u = {0, 8, 0};
  two.v = {0, 8, 8};
  adaptive::CoveredPoint at;
  for (int u = 1; u < 8; ++u)
    for (int v = 1; v < 8; ++v)
      EXPECT_EQ(adaptive::covers(one, u, v, at) + adaptive::covers(two, u, v, at), 1) << u << ' ' << v;
}

// Whichever way they come, ranges of faces that meet are one.
TEST(DepthRanges, AreTheUnionOfThoseOfFaces) {
  Dice dice(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<adaptive::DepthRange> faces;
    for (int i = 0; i < 12; ++i) {
      const double low = std::floor(dice.within(0, 40));
      faces.push_back({low, low + std::floor(dice.within(0, 4))});
    }
    adaptive::DepthRanges ranges;
    for (const adaptive::DepthRange& face : faces)
      ranges.add(face);
    ranges.finish(0, {}, {-1, 50});
    for (double z = -0.75; z < 50; z += 0.25) {
      const bool within = std::any_of(faces.begin(), faces.end(), [&](const adaptive::DepthRange& face) {
        return face.low <= z && z <= face.high;
      });
      EXPECT_EQ(ranges.meets(z, z), within) << trial << ' ' << z;
    }
    EXPECT_TRUE(ranges.certain().empty());
  }
}

TEST(TileTree, AlignedBoxesNeedOneTileAndNoBound) {
  const Surface block = surface_of(box_between({-1, -1, -1}, {1, 0.25, 1})),
                cube = surface_of(box_between({0.125, 0, 0.25}, {0.625, 0.5, 0.5}));
  for (int direction = 0; direction < 3; ++direction) {
    ViewPair view(block, cube, direction);
    const adaptive::ViewVolume found = view.refine({0, true, 1000});
    EXPECT_EQ(found.tiles, 1u);
    EXPECT_EQ(found.bound, 0);
    EXPECT_NEAR(found.volume, 0.5 * 0.25 * 0.25, 1e-15);
  }
}

TEST(TileTree, FindsABumpThatNoGridSees) {
  const BumpUnderACube scene;
  ViewPair view(scene.ground, scene.cube, 1);
  const adaptive::ViewVolume found = view.refine({1e-3 * scene.overlap, true, 4000});
  EXPECT_LT(found.bound, 1e-3 * scene.overlap);
  EXPECT_NEAR(found.volume, scene.overlap, 2e-3 * scene.overlap);
}

TEST(TileTree, MoreTilesLowerTheBound) {
  const Surface a = surface_of(make_sphere(0.5, 1280)),
                b = surface_of(shifted(make_sphere(0.4, 1280), {0.5, 0.2, 0.1}));
  double last = 1;
  for (const std::size_t tiles : {1u, 10u, 100u, 1000u, 10000u}) {
    ViewPair view(a, b, 0);
    const adaptive::ViewVolume found = view.refine({0, true, tiles});
    EXPECT_LE(found.tiles, tiles + 3);
    EXPECT_LT(found.bound, last);
    EXPECT_LE(found.error_bar, found.bound);
    last = found.bound;
  }
  EXPECT_LT(last, 2e-3 * 0.1);
}

// Rounding parts faces of the ring that share an edge: what lies below their ranges in the middle of a tile
// does not lie below all of them elsewhere.
TEST(TileTree, TracedEdgesFindTheSameFromTwoDirections) {
  const Pose turned{{-0.0054601673036813736, -0.1175952307879925, 0.14382060151547194},
                    {0.98391610100573645, 0.12605541350833557, -0.087775475615616771, -0.091184454746212923}},
      aside{{0.35799474194645886, -0.020985862612724282, 0.13705190420150759}, Quat::Identity()};
  const Vec3 size(0.53816841840744023, 0.65707526542246342, 0.862251645512879);
  const Surface blob = surface_of(placed(make_blob(size, 0.04, 8, 988, 320), turned)),
                ring = surface_of(placed(make_torus(0.3 * 0.20945447403937578 + 0.1, 0.09, 200), aside));
  std::array<double, 2> volumes;
  for (const int direction : {1, 2}) {
    ViewPair view(blob, ring, direction);
    const adaptive::ViewVolume found = view.refine({0, true, 256}, adaptive::Kinks::traced);
    EXPECT_LT(found.bound, 1e-12) << direction;
    volumes[static_cast<std::size_t>(direction - 1)] = found.volume;
  }
  // Corners are moved by half of 2⁻³⁶ of the region.
  EXPECT_NEAR(volumes[0], volumes[1], 1e-11);
}

TEST(TileTree, LeavesCoverTheRegionOnce) {
  const Surface a = surface_of(make_sphere(0.5, 320)),
                b = surface_of(shifted(make_sphere(0.4, 320), {0.5, 0.2, 0.1}));
  ViewPair view(a, b, 2);
  view.refine({0, false, 300});
  double area = 0;
  for (const auto& leaf : view.tree().leaves())
    area += leaf.tile.area();
  EXPECT_EQ(area, static_cast<double>(view.plane().size[0]) * static_cast<double>(view.plane().size[1]));
}

// A wall that is seen edge-on is a line across the image: a tile in the corner of its box is beside it.
TEST(MayLieOver, AnEdgeOnFaceWhereItsLineIs) {
  adaptive::Face wall{0, 8, 0, 8, {0, 8, 8}, {0, 8, 8}, {0, 0, 1}, 0, 0, 0, 0, 1, 0};
  const auto is_over = [&](std::int64_t u, std::int64_t v) {
    return adaptive::may_lie_over(wall, adaptive::TileBorders(adaptive::Tile{{u, v}, {u + 2, v + 2}}));
  };
  for (std::int64_t u = 0; u < 8; u += 2)
    for (std::int64_t v = 0; v < 8; v += 2)
      EXPECT_EQ(is_over(u, v), std::abs(u - v) <= 2) << u << ' ' << v << ": corners on the line count";
  std::swap(wall.u[1], wall.u[0]);
  std::swap(wall.v[1], wall.v[0]);
  EXPECT_FALSE(is_over(0, 6));
  EXPECT_FALSE(is_over(6, 0));
  EXPECT_TRUE(is_over(4, 4));
}

// What is left out of the lists of tiles changes no bit of what they say.
TEST(TileTree, FacesThatAreLeftOutMatterToNoTile) {
  Dice dice(7);
  std::size_t left_out = 0, leaves = 0;
  for (int pair = 0; pair < 60; ++pair) {
    const Surface a = surface_of(random_solid_somewhere(dice)), b = surface_of(random_solid_somewhere(dice));
    if (!a.bounds.overlaps(b.bounds))
      continue;
    ViewPair view(a, b, pair % 3);
    view.refine({0, true, 200});
    adaptive::TileWork work;
    work.begin();
    view.tree().for_each_leaf(
        [&](const adaptive::TileTree::Leaf& leaf, const adaptive::TileWork::Faces& listed) {
          std::array<std::vector<std::uint32_t>, 2> all;
          adaptive::TileWork::Faces faces;
          for (std::size_t body = 0; body < 2; ++body) {
            for (const std::uint32_t face : view.seen()[body]->near)
              if (adaptive::may_lie_over(view.seen()[body]->faces[face], adaptive::TileBorders(leaf.tile)))
                all[body].push_back(face);
            faces.of[body] = all[body];
            left_out += all[body].size() - listed.of[body].size();
          }
          const adaptive::TileVolume found = work.evaluate(view.seen(), view.plane(), leaf.tile, faces);
          EXPECT_EQ(found.volume, leaf.volume.volume) << pair;
          EXPECT_EQ(found.bound, leaf.volume.bound) << pair;
          ++leaves;
        });
  }
  EXPECT_GT(left_out, leaves);
}

} // namespace
} // namespace lamina::test
