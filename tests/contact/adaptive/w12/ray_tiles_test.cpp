#include "core/contact/adaptive/w12/ray_tiles.h"

#include "core/mesh/procedural.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina::test {
namespace {

using namespace adaptive;
using namespace adaptive::w12;

/// Tiles of W12 over the overlap of the boxes of two surfaces.
struct Tiles {
  Tiles(const Surface& a, const Surface& b, int direction, const RayTilesOptions& options = {})
      : view(a, b, direction) {
    tiles.begin(view.seen(), view.plane(), options);
  }
  /// Twice, so that a relative tolerance is of the volume.
  ViewVolume refine(const TileLimits& limits) {
    tiles.refine(limits);
    return tiles.refine(limits);
  }
  ViewPair view;
  RayTiles tiles;
};

TEST(W12ErrorImage, ParentsAreTheSumsOfTheirChildren) {
  const Surface a = surface_of(make_sphere(0.5, 320)),
                b = surface_of(shifted(make_sphere(0.4, 320), {0.5, 0.2, 0.1}));
  const Tiles of(a, b, 2);
  const auto& pixels = of.tiles.image().pixels();
  std::size_t finest = 0;
  for (const ErrorImage::Pixel& pixel : pixels) {
    if (pixel.children == 0) {
      ++finest;
      continue;
    }
    double area = 0;
    std::array<double, 7> sum{};
    for (std::size_t i = 0; i < pixel.children; ++i) {
      const ErrorImage::Pixel& child = pixels[pixel.first_child + i];
      area += child.tile.area();
      for (std::size_t k = 0; k < sum.size(); ++k)
        sum[k] += child.sums.error[0].crossed[k];
    }
    EXPECT_NEAR(area, pixel.tile.area(), 1e-12 * area);
    for (std::size_t k = 0; k < sum.size(); ++k)
      EXPECT_NEAR(pixel.sums.error[0].crossed[k], sum[k], 1e-12 * sum[k]) << k;
  }
  EXPECT_GT(finest, 500u);
  EXPECT_LE(finest, 32u * 32u);
  // The length of all edges along u is the same however many pixels they are cut by.
  const Tiles coarse(a, b, 2, {1, true, true});
  const double along = coarse.tiles.image().pixels().front().sums.error[0].once.w2h;
  EXPECT_GT(along, 0);
}

TEST(W12Tiles, OfAlignedBoxesAreOne) {
  const Surface block = surface_of(box_between({-1, -1, -1}, {1, 0.25, 1})),
                cube = surface_of(box_between({0.125, 0, 0.25}, {0.625, 0.5, 0.5}));
  for (int direction = 0; direction < 3; ++direction)
    for (const bool rigorous : {false, true}) {
      Tiles of(block, cube, direction);
      const ViewVolume found = of.refine({1e-9, rigorous, 1000});
      EXPECT_EQ(found.tiles, 1u);
      EXPECT_LT(found.bound, 1e-9);
      EXPECT_NEAR(found.volume, 0.5 * 0.25 * 0.25, 1e-15);
    }
}

TEST(W12Tiles, OfALensMeetTheirTolerance) {
  const Vec3 apart(0.6, 0.37, -0.21);
  const double d = apart.norm(), r = 1, s = 0.8;
  const double lens = std::numbers::pi * std::pow(r + s - d, 2) *
                      (d * d + 2 * d * s - 3 * s * s + 2 * d * r + 6 * r * s - 3 * r * r) / (12 * d);
  const Surface a = surface_of(make_sphere(1, 20480)),
                b = surface_of(shifted(make_sphere(0.8, 20480), apart));
  Tiles of(a, b, 0);
  const ViewVolume found = of.refine({0, false, 100'000, 0.05});
  EXPECT_LE(found.error_bar, 0.05 * found.volume * 1.01);
  EXPECT_LE(found.error_bar, found.bound);
  // The error itself is far below: facets of so many triangles take 2·10⁻³ from a lens.
  EXPECT_NEAR(found.volume, lens, 5e-3 * lens);
}

TEST(W12Tiles, OfATurnedBoxMeetTheirTolerance) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1}));
  for (const double yaw : {0.0, 0.3, 0.8}) {
    const Surface cube = surface_of(make_box({0.5, 0.5, 0.5}),
                                    {{0.1, 0.2, -0.1}, Quat(Eigen::AngleAxisd(yaw, Vec3::UnitY()))});
    for (int direction = 0; direction < 3; ++direction) {
      Tiles of(ground, cube, direction);
      const ViewVolume found = of.refine({0, true, 200'000, 0.1});
      EXPECT_NEAR(found.volume, 0.0125, found.bound + 1e-9) << yaw;
      EXPECT_LE(found.bound, 0.1 * 0.0125 * 1.01) << yaw << ' ' << direction;
    }
  }
}

TEST(W12Tiles, CoverTheRegionOnceWithAllFacesOverThem) {
  const Surface a = surface_of(make_sphere(0.5, 320)),
                b = surface_of(shifted(make_sphere(0.4, 320), {0.5, 0.2, 0.1}));
  Tiles of(a, b, 2);
  const ViewVolume found = of.refine({1e-4, false, 3000});
  double area = 0;
  std::size_t tiles = 0;
  of.tiles.for_each_leaf([&](const TileTree::Leaf& leaf, const TileWork::Faces& faces) {
    area += leaf.tile.area();
    ++tiles;
    for (std::size_t body = 0; body < 2; ++body) {
      std::size_t over = 0;
      for (const std::uint32_t face : of.view.seen()[body]->near)
        over += may_lie_over(of.view.seen()[body]->faces[face], TileBorders(leaf.tile));
      EXPECT_EQ(faces.of[body].size(), over);
    }
  });
  EXPECT_EQ(tiles, found.tiles);
  EXPECT_LE(found.tiles, 3000u);
  const double region =
      static_cast<double>(of.view.plane().size[0]) * static_cast<double>(of.view.plane().size[1]);
  EXPECT_NEAR(area, region, 1e-12 * region);
}

TEST(W12Tiles, FindABumpThatNoGridSees) {
  const BumpUnderACube scene;
  for (const bool coarsen : {false, true}) {
    Tiles of(scene.ground, scene.cube, 1, {32, coarsen, true});
    const ViewVolume found = of.refine({0.5 * scene.overlap, false, 400'000});
    EXPECT_NEAR(found.volume, scene.overlap, found.error_bar);
    EXPECT_LE(found.error_bar, 0.501 * scene.overlap) << found.tiles << " tiles";
  }
}

TEST(W12Tiles, CoarseningTakesFewerTiles) {
  const Surface a = surface_of(make_sphere(0.5, 1280)),
                b = surface_of(shifted(make_sphere(0.4, 1280), {0.5, 0.2, 0.1}));
  std::array<std::size_t, 2> tiles{};
  for (const bool coarsen : {false, true}) {
    Tiles of(a, b, 1, {64, coarsen, true});
    const ViewVolume found = of.refine({0, false, 1'000'000, 0.3});
    EXPECT_LE(found.error_bar, 0.3 * found.volume * 1.01);
    tiles[coarsen] = found.tiles;
  }
  EXPECT_LT(tiles[1], tiles[0]);
}

TEST(W12Tiles, OfASurfaceThatIsNotClosedHaveNoBound) {
  TriangleMesh open = make_box({1, 1, 1});
  open.triangles.pop_back();
  const Surface a = surface_of(open), b = surface_of(shifted(make_box({1, 1, 1}), {0.2, 0.3, 0.1}));
  Tiles of(a, b, 1);
  EXPECT_FALSE(std::isfinite(of.refine({1e-3, false, 500}).bound));
}

} // namespace
} // namespace lamina::test
