#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "ui/render/picking/pick.h"
#include "ui/render/picking/pick_evidence.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::Placed;

TEST(PickBody, FindsThePointWhereTheRayEntersASphere) {
  const auto sphere = test::prepared(test::round_sphere(1, 128, 256));
  Snapshot snapshot = test::snapshot_of({{sphere, Vec3(3, 1, 0), {}}});
  snapshot.bodies[0].mesh_pose.orientation = Eigen::AngleAxisd(0.7, Vec3(1, 1, 0).normalized());
  Picker picker;
  const auto hit = picker.body(snapshot, {Vec3(3.3, 1.2, 10), -Vec3::UnitZ()});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, 0u);
  // Facets of a sphere cut π/128 along lie at most (π/128)²/4 inside it; the slope here adds less than half.
  EXPECT_NEAR(hit->point.z(), std::sqrt(1 - 0.09 - 0.04), 3e-4);
  EXPECT_NEAR(hit->distance, 10 - hit->point.z(), 1e-12);
  EXPECT_LT(hit->triangle, sphere->mesh.triangles.size());
  EXPECT_FALSE(picker.body(snapshot, {Vec3(3.3, 2.2, 10), -Vec3::UnitZ()}));
}

TEST(PickBody, TakesTheNearerOfTwo) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  const Snapshot snapshot = test::snapshot_of({{box, Vec3(0, 0, -4), {}}, {box, Vec3(0, 0, 2), {}}});
  Picker picker;
  EXPECT_EQ(picker.body(snapshot, {Vec3(0.1, 0.2, 10), -Vec3::UnitZ()})->body, 1u);
  EXPECT_EQ(picker.body(snapshot, {Vec3(0.1, 0.2, -10), Vec3::UnitZ()})->body, 0u);
}

TEST(PickBody, SeesAFloorFromAboveOnlyAndItsSkirtNever) {
  const Snapshot snapshot =
      test::snapshot_of({{test::thick_ground(4, 3), Vec3::Zero(), {}, BodyKind::fixed}});
  Picker picker;
  const auto above = picker.body(snapshot, {Vec3(0.5, 5, 0.25), -Vec3::UnitY()});
  ASSERT_TRUE(above);
  EXPECT_NEAR(above->point.y(), 0, 1e-12);
  EXPECT_LT(above->triangle, 2u);
  EXPECT_FALSE(picker.body(snapshot, {Vec3(0.5, -5, 0.25), Vec3::UnitY()}));
  EXPECT_FALSE(picker.body(snapshot, {Vec3(10, -1, 0.25), -Vec3::UnitX()}));
}

TEST(PickBody, FollowsASurfaceThatDeforms) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  Snapshot snapshot = test::snapshot_of({{box, Vec3::Zero(), {}}});
  std::vector<Vec3> moved = box->mesh.vertices;
  for (Vec3& vertex : moved)
    vertex.x() += 7;
  snapshot.bodies[0].positions = std::make_shared<const std::vector<Vec3>>(moved);
  Picker picker;
  EXPECT_FALSE(picker.body(snapshot, {Vec3(0, 0.1, 5), -Vec3::UnitZ()}));
  EXPECT_NEAR(picker.body(snapshot, {Vec3(7, 0.1, 5), -Vec3::UnitZ()})->point.z(), 0.5, 1e-12);
}

TEST(PickBody, FindsTheSameOnASurfaceThatDeformsAsATreeMadeForItsShape) {
  const auto sphere = test::prepared(test::round_sphere(1, 24, 48));
  Snapshot snapshot = test::snapshot_of({{sphere, Vec3::Zero(), {}}});
  Picker picker;
  int hits = 0;
  for (int shape = 0; shape < 3; ++shape) {
    std::vector<Vec3> moved = sphere->mesh.vertices;
    for (Vec3& vertex : moved)
      vertex =
          Vec3(vertex.x() + 0.4 * shape * std::sin(3 * vertex.y()), 0.6 * vertex.y() + shape, vertex.z());
    snapshot.bodies[0].positions = std::make_shared<const std::vector<Vec3>>(moved);
    bvh::BoxTree tree;
    tree.build(sphere->mesh.triangles, moved, bvh::corner_bounds(sphere->mesh.triangles, moved));
    for (int i = 0; i < 400; ++i) {
      const Ray ray{Vec3(0.13 * (i % 20) - 1.3, 0.17 * (i / 20) - 0.9, 6), Vec3(0.01, 0.02, -1).normalized()};
      const bvh::Hit wanted = tree.first_hit({ray.origin, ray.direction});
      const auto found = picker.body(snapshot, ray);
      ASSERT_EQ(found.has_value(), wanted.exists()) << shape << ", ray " << i;
      if (!wanted.exists())
        continue;
      EXPECT_EQ(found->triangle, wanted.triangle);
      EXPECT_EQ(found->distance, wanted.distance);
      ++hits;
    }
  }
  EXPECT_GT(hits, 100);
}

TEST(PickBody, OfBodiesThatDeformTheNearerIsTaken) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  Snapshot snapshot = test::snapshot_of({{box, Vec3::Zero(), {}}, {box, Vec3::Zero(), {}}});
  for (int i = 0; i < 2; ++i) {
    std::vector<Vec3> moved = box->mesh.vertices;
    for (Vec3& vertex : moved)
      vertex.z() += 3 * i;
    snapshot.bodies[std::size_t(i)].positions = std::make_shared<const std::vector<Vec3>>(moved);
  }
  Picker picker;
  EXPECT_EQ(picker.body(snapshot, {Vec3(0, 0.1, 9), -Vec3::UnitZ()})->body, 1u);
  EXPECT_EQ(picker.body(snapshot, {Vec3(0, 0.1, -9), Vec3::UnitZ()})->body, 0u);
  std::swap(snapshot.bodies[0].positions, snapshot.bodies[1].positions);
  EXPECT_EQ(picker.body(snapshot, {Vec3(0, 0.1, 9), -Vec3::UnitZ()})->body, 0u) << "boxes follow";
}

TEST(PickBody, FindsNothingInAnEmptySnapshot) {
  EXPECT_FALSE(Picker().body(Snapshot{}, Ray{}));
}

class PickPixel : public testing::Test {
protected:
  PickPixel() {
    snapshot.pairs.push_back(
        test::pixel_layer(test::plain_region(Vec3(-1, 0, -1), Vec3(2, 0.01, 2), {4, 1, 4}), 1));
    camera.centre_on(Vec3::Zero());
  }
  Snapshot snapshot;
  Camera camera;
  ViewSize size{800, 600};
};

TEST_F(PickPixel, FindsEachPixelAtItsPlaceInThePicture) {
  const PairContacts& contacts = snapshot.pairs[0].contacts;
  for (std::uint32_t i = 0; i < images_of(contacts).pixels.size(); ++i) {
    const auto shown = camera.project(pixel_position(contacts, images_of(contacts).pixels[i], 1), size);
    ASSERT_TRUE(shown);
    const auto found = pick_pixel(snapshot, camera, shown->x(), shown->y(), size);
    ASSERT_TRUE(found);
    // The camera looks from above, so the upper end covers the lower one.
    EXPECT_EQ(*found, (PixelReference{0, i, 1}));
    EXPECT_EQ(find_pixel(snapshot, *found), &images_of(contacts).pixels[i]);
  }
}

TEST_F(PickPixel, ReachesAsFarAsTheRadiusOutsideTheQuads) {
  // A place beyond the region's border, on from the middle of the pixel at that border.
  const auto border = camera.project(Vec3(-1, 0, 0.25), size);
  const auto middle = camera.project(Vec3(-0.75, 0, 0.25), size);
  const double to_centre = std::hypot(border->x() - middle->x(), border->y() - middle->y());
  const double away = 30;
  const double x = border->x() + (border->x() - middle->x()) / to_centre * away;
  const double y = border->y() + (border->y() - middle->y()) / to_centre * away;
  EXPECT_FALSE(pick_pixel(snapshot, camera, x, y, size, 2));
  EXPECT_TRUE(pick_pixel(snapshot, camera, x, y, size, to_centre + away + 30));
}

TEST_F(PickPixel, ForgetsAPixelThatIsGone) {
  EXPECT_EQ(find_pixel(snapshot, {0, 1000, 0}), nullptr);
  EXPECT_EQ(find_pixel(snapshot, {3, 0, 0}), nullptr);
  EXPECT_FALSE(pick_pixel(Snapshot{}, camera, 400, 300, size));
}

/// Where a share of a tile's sides, −1 to 1, is in the picture from above.
std::array<double, 2> place_in(const Camera& camera, const PixelRectangles& tiles, std::size_t tile, double u,
                               double v, ViewSize size) {
  const PixelSides sides = tiles.sides(tile);
  const auto shown = camera.project(tiles.middle(tile, 1) + u * sides.half_u + v * sides.half_v, size);
  return {shown->x(), shown->y()};
}

TEST(PickTile, ReachesToTheCornersOfItsRectangleAndNoFarther) {
  Snapshot snapshot;
  snapshot.pairs.push_back(
      test::tile_layer(test::plain_region(Vec3(-1, 0, -1), Vec3(2, 0.01, 2), {4, 1, 4}), 1, 20));
  const PairContacts& contacts = snapshot.pairs[0].contacts;
  const PixelRectangles tiles(contacts);
  const double of_region = std::sqrt(0.25);
  double smallest = 9, largest = 0;
  Camera camera;
  camera.centre_on(Vec3::Zero());
  const ViewSize size{1600, 1200};
  for (std::uint32_t i = 0; i < 20; ++i) {
    smallest = std::min(smallest, tiles.tile_side(i));
    largest = std::max(largest, tiles.tile_side(i));
    for (const double u : {-1.0, 1.0})
      for (const double v : {-1.0, 1.0}) {
        const auto in = place_in(camera, tiles, i, 0.98 * u, 0.98 * v, size);
        EXPECT_EQ(pick_pixel(snapshot, camera, in[0], in[1], size, 0), (PixelReference{0, i, 1}));
        const auto out = place_in(camera, tiles, i, 1.02 * u, 1.02 * v, size);
        EXPECT_NE(pick_pixel(snapshot, camera, out[0], out[1], size, 0), (PixelReference{0, i, 1}));
      }
  }
  EXPECT_LT(smallest, of_region);
  EXPECT_GT(largest, of_region);
}

/// Two pairs of points, 0.2 m and 0.4 m to the right of what the camera looks at, and 0.1 m high.
class PickPoints : public testing::Test {
protected:
  PickPoints() {
    camera.centre_on(Vec3::Zero());
    PairState pair;
    for (const double aside : {0.2, 0.4}) {
      ContactPointPair points{};
      points.position = {aside * camera.right(), aside * camera.right() + Vec3(0, 0.1, 0)};
      pair.contacts.evidence.add<PointEvidence>().points.push_back(points);
    }
    snapshot.pairs.push_back(pair);
  }
  /// Where a point of the world is in the picture, some pixels beside it.
  std::optional<PointReference> found_at(const Vec3& world, double pixels_aside = 0) {
    const auto at = camera.project(world, size);
    return pick_points(snapshot, camera, at->x() + pixels_aside, at->y(), size);
  }
  std::vector<ContactPointPair>& points() {
    return snapshot.pairs[0].contacts.evidence.add<PointEvidence>().points;
  }
  Snapshot snapshot;
  Camera camera;
  ViewSize size{800, 600};
};

TEST_F(PickPoints, FindsThemAnywhereOnTheLineThatJoinsThem) {
  for (std::uint32_t i = 0; i < 2; ++i)
    for (const double share : {0.0, 0.5, 1.0}) {
      const auto& [from, to] = points()[i].position;
      const auto found = found_at(from + share * (to - from));
      ASSERT_TRUE(found);
      EXPECT_EQ(*found, (PointReference{0, i}));
      EXPECT_EQ(find_points(snapshot, *found), &points()[i]);
    }
}

TEST_F(PickPoints, ReachesAsFarAsTheRadius) {
  // The line is upright in the picture, so pixels aside are its distance, but for its foot and the slant of
  // perspective: one pixel of tolerance is plenty.
  const Vec3 middle = 0.5 * (points()[1].position[0] + points()[1].position[1]);
  EXPECT_TRUE(found_at(middle, 5));
  EXPECT_FALSE(found_at(middle, 7));
}

TEST_F(PickPoints, OfThoseThatLieBehindOneAnotherItIsTheNearest) {
  // Moved along the line of sight, a point stays where it is in the picture.
  ContactPointPair nearer = points()[0];
  for (Vec3& place : nearer.position)
    place += 0.3 * (camera.eye() - place);
  for (const bool last : {false, true}) {
    points().insert(last ? points().end() : points().begin(), nearer);
    const auto found = found_at(nearer.position[0]);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->point, last ? 2u : 0u);
    points().erase(last ? points().end() - 1 : points().begin());
  }
}

TEST_F(PickPoints, ForgetsPointsThatAreGone) {
  EXPECT_EQ(find_points(snapshot, {0, 2}), nullptr);
  EXPECT_EQ(find_points(snapshot, {1, 0}), nullptr);
}

TEST(PixelSidesOf, AreHalfAPixelAlongTheOtherTwoAxes) {
  const Region region = test::plain_region(Vec3::Zero(), Vec3(2, 3, 4), {2, 6, 16});
  const PixelSides y = pixel_sides(region, 1);
  EXPECT_TRUE(y.half_u.isApprox(Vec3(0, 0, 0.125)));
  EXPECT_TRUE(y.half_v.isApprox(Vec3(0.5, 0, 0)));
}

} // namespace
} // namespace lamina
