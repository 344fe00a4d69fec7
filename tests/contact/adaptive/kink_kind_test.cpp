#include "core/contact/adaptive/w12/ray_tiles.h"
#include "core/contact/ldi/image_evidence.h"
#include "tests/contact/adaptive/view_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace lamina::test {
namespace {

using namespace adaptive;

/// Two surfaces seen along y over a box, as one tile.
class OneTile {
public:
  OneTile(const Surface& a, const Surface& b, const Box& box)
      : parts_{whole_surface(a), whole_surface(b)}, plane_(plane_over(box, {}, 1, 4)) {
    for (std::size_t body = 0; body < 2; ++body)
      view(parts_[body], plane_, seen_[body]);
  }
  /// As if a body was seen to overlap itself: nothing is known of the signs of its kinks.
  void overlap_themselves() { seen_[0].simple = seen_[1].simple = false; }

  TileVolume by_shadows() {
    const TileWork::Faces faces{{seen_[0].near, seen_[1].near}, {}};
    return TileWork().evaluate({&seen_[0], &seen_[1]}, plane_, {{0, 0}, plane_.size}, faces);
  }
  TileVolume by_w12() {
    w12::RayTiles tiles;
    tiles.begin({&seen_[0], &seen_[1]}, plane_, {.resolution = 1});
    tiles.refine({.tolerance = 100, .most_tiles = 2});
    std::vector<TileVolume> found;
    tiles.for_each_leaf(
        [&](const TileTree::Leaf& leaf, const TileWork::Faces&) { found.push_back(leaf.volume); });
    EXPECT_EQ(found.size(), 1u);
    return found.front();
  }

private:
  std::array<SurfacePart, 2> parts_;
  ViewPlane plane_;
  std::array<ViewSurface, 2> seen_;
};

Surface block() {
  return surface_of(box_between({-2, -2, -2}, {2, 2, 2}));
}
/// A box with its lower face in a plane through the origin.
TriangleMesh box_on_a_slope(double angle) {
  const Quat turn(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
  return placed(make_box({2, 2, 2}), {turn * Vec3::UnitY(), turn});
}

TEST(KinkKind, OfABlockWithinABlockIsNone) {
  const Surface inner = surface_of(box_between({-1, -1, -1}, {1, 1, 1})), outer = block();
  OneTile tile(outer, inner, {{-0.1, -0.1, -0.1}, {0.2, 0.1, 0.1}});
  EXPECT_EQ(tile.by_shadows().kink, KinkKind::none);
  EXPECT_EQ(tile.by_shadows().bound, 0);
  EXPECT_EQ(tile.by_w12().kink, KinkKind::none);
}

TEST(KinkKind, WhereTwoPlanesCrossIsTransient) {
  const Surface ground = surface_of(box_between({-1, -1, -1}, {1, 0, 1})),
                slanted = surface_of(box_on_a_slope(0.1));
  OneTile tile(ground, slanted, {{-0.1, -0.1, -0.1}, {0.2, 0.1, 0.1}});
  EXPECT_EQ(tile.by_shadows().kink, KinkKind::transient);
  EXPECT_EQ(tile.by_w12().kink, KinkKind::transient);
}

// The ridge of a roof within a block: its kink is exact unless the roof may overlap itself.
TEST(KinkKind, OfARidgeIsEdge) {
  const Surface outer = block(),
                roof = surface_of(make_box({1, 1, 1}),
                                  {Vec3::Zero(), Quat(Eigen::AngleAxisd(0.7, Vec3::UnitZ()))});
  const Box box{{-0.1, 0.3, -0.1}, {0.2, 1, 0.1}};
  OneTile tile(outer, roof, box);
  EXPECT_EQ(tile.by_w12().kink, KinkKind::edge);
  tile.overlap_themselves();
  EXPECT_EQ(tile.by_shadows().kink, KinkKind::edge);
  EXPECT_EQ(tile.by_w12().kink, KinkKind::unknown) << "nothing bounds W12's tiles then";
}

TEST(KinkKind, OfAWallThatIsSeenEdgeOnIsSteep) {
  const Surface outer = block(), inner = surface_of(box_between({0, -0.5, -1}, {1, 0.5, 1}));
  OneTile tile(outer, inner, {{-0.1, -0.3, -0.1}, {0.2, 0.3, 0.1}});
  EXPECT_EQ(tile.by_shadows().kink, KinkKind::steep);
  EXPECT_EQ(tile.by_w12().kink, KinkKind::steep);
}

TEST(KinkKind, IsTheLargestOfAllThatHaveALimit) {
  constexpr double none = std::numeric_limits<double>::infinity();
  EXPECT_EQ(largest_kink(0, 0, 0), KinkKind::none);
  EXPECT_EQ(largest_kink(2, 1, 1), KinkKind::edge);
  EXPECT_EQ(largest_kink(1, 2, 1), KinkKind::steep);
  EXPECT_EQ(largest_kink(1, 1, 2), KinkKind::transient);
  EXPECT_EQ(largest_kink(1, 1, none), KinkKind::transient);
  EXPECT_EQ(largest_kink(none, 0, 1), KinkKind::unknown);
}

class KinksOfPixels : public testing::TestWithParam<TileKind> {};

// A box leans into the ground: its lower face goes through the ground along a line, askew to the tiles. Faces
// are cut into triangles and slanted, so that corners at whole units bend them: that is no edge.
TEST_P(KinksOfPixels, AreThereAlongTheLineWhereFacesCrossAndNoneBesideIt) {
  const Quat yaw(Eigen::AngleAxisd(0.4, Vec3::UnitY()));
  const Surface ground = surface_of(box_between({-2, -2, -2}, {2, 0, 2})),
                slanted = surface_of(box_on_a_slope(0.3), {Vec3::Zero(), yaw});
  const Vec3 across_line = yaw * Vec3::UnitX();
  Settings settings = whole_pair(16);
  settings.contact.method = "adaptive";
  settings.contact.adaptive.tiles = GetParam();
  settings.contact.adaptive.directions = TileDirections::world;
  settings.contact.adaptive.volume_tolerance = 1e-2;
  const PairContacts pair = detect(ground, slanted, settings);
  const ImageEvidence& images = images_of(pair);
  ASSERT_EQ(images.extents.size(), images.pixels.size());
  double area = 0, exact = 0;
  std::size_t on_line = 0;
  for (std::size_t i = 0; i < images.pixels.size(); ++i) {
    const PixelExtent& extent = images.extents[i];
    EXPECT_NE(extent.kink, KinkKind::unknown);
    if (images.pixels[i].axis != 1)
      continue;
    area += images.pixels[i].area;
    exact += extent.kink == KinkKind::none ? images.pixels[i].area : 0;
    // Seen along y, u is z and v is x.
    double least = 1, most = -1;
    for (const float u : {extent.low[0], extent.high[0]})
      for (const float v : {extent.low[1], extent.high[1]}) {
        const double away = (images.pixels[i].lower + Vec3(double(v), 0, double(u))).dot(across_line);
        least = std::min(least, away);
        most = std::max(most, away);
      }
    constexpr double rounding = 1e-6; // extents are of single precision
    if (least < -rounding && most > rounding) {
      ++on_line;
      EXPECT_NE(extent.kink, KinkKind::none) << i;
    }
  }
  EXPECT_GT(exact, 0.3 * area);
  EXPECT_GT(on_line, 10u);
}

INSTANTIATE_TEST_SUITE_P(Tiles, KinksOfPixels, testing::Values(TileKind::shadows, TileKind::w12),
                         [](const auto& kind) { return kind.param == TileKind::w12 ? "w12" : "shadows"; });

} // namespace
} // namespace lamina::test
