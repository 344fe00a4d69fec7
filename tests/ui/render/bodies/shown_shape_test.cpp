#include "ui/render/bodies/shown_shape.h"

#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina {
namespace {

TEST(ShownShape, TellsFloorsSheetsBagsAndSolidsApart) {
  EXPECT_EQ(shown_shape(*test::prepared(test::plain_box(Vec3::Ones()))).role, SurfaceRole::solid);
  EXPECT_EQ(shown_shape(*test::thick_ground(10, 5)).role, SurfaceRole::floor);

  auto bag = test::prepared(test::plain_box(Vec3::Ones()));
  bag->sidedness = Sidedness::one_sided;
  bag->winding_at_infinity = 1;
  EXPECT_EQ(shown_shape(*bag).role, SurfaceRole::bag);

  auto sheet = test::prepared(test::plain_sheet(1));
  sheet->sidedness = Sidedness::one_sided;
  sheet->mesh.vertices[0].y() = 0.2;
  EXPECT_EQ(shown_shape(*sheet).role, SurfaceRole::sheet);
}

TEST(ShownShape, LeavesTheSkirtOutOfTheBounds) {
  const ShownShape shape = shown_shape(*test::thick_ground(10, 5));
  EXPECT_EQ(shape.bounds.min, Vec3(-5, 0, -5));
  EXPECT_EQ(shape.bounds.max, Vec3(5, 0, 5));
  EXPECT_EQ(shape.front, Vec3::UnitY());
}

TEST(ShownShape, AFloorHoldsTheDiscsThatLieWithinItsSides) {
  const ShownShape square = shown_shape(*test::thick_ground(10, 5));
  Pose pose;
  pose.position = Vec3(100, 1, 0);
  EXPECT_TRUE(holds_disc(square, pose, Vec3(102, 1, 0), 3));
  EXPECT_FALSE(holds_disc(square, pose, Vec3(102, 1, 0), 3.01));
  EXPECT_FALSE(holds_disc(square, pose, Vec3(0, 1, 0), 3));

  // Half of the square fills half of its bounds.
  auto triangle = test::thick_ground(10, 5);
  triangle->shown_triangles = 1;
  EXPECT_FALSE(holds_disc(shown_shape(*triangle), Pose{}, Vec3::Zero(), 0.1));
}

TEST(ShownShapes, SceneBoundsHoldTheBodiesAndNotTheFloor) {
  const auto ground = test::thick_ground(10, 5);
  Snapshot snapshot =
      test::snapshot_of({{ground, Vec3(0, 0.5, 0), {}, BodyKind::fixed},
                         {test::prepared(test::plain_box(Vec3(2, 2, 2))), Vec3(1, 2, 3), {}}});
  ShownShapes shapes;
  EXPECT_TRUE(shapes.scene_bounds(snapshot).min.isApprox(Vec3(0, 1, 2)));
  EXPECT_TRUE(shapes.scene_bounds(snapshot).max.isApprox(Vec3(2, 3, 4)));
  EXPECT_DOUBLE_EQ(shapes.level_floor(snapshot).value_or(0), 0.5);

  // Turned by 45° about y the box is wider by the square root of two.
  snapshot.bodies[1].mesh_pose.orientation = Eigen::AngleAxisd(M_PI / 4, Vec3::UnitY());
  EXPECT_TRUE(shapes.body_bounds(snapshot, 1).size().isApprox(Vec3(2 * M_SQRT2, 2, 2 * M_SQRT2)));

  const Snapshot only_floor = test::snapshot_of({{ground, Vec3::Zero(), {}, BodyKind::fixed}});
  EXPECT_EQ(shapes.scene_bounds(only_floor).size(), Vec3(10, 0, 10));
  EXPECT_TRUE(shapes.scene_bounds(Snapshot{}).empty());
}

TEST(ShownShapes, SplintersThatFlyFarDoNotCount) {
  TriangleMesh mesh = test::round_sphere(1);
  const std::size_t whole = mesh.vertices.size();
  mesh.vertices.insert(mesh.vertices.end(), {{90, 0, 0}, {91, 0, 0}, {90, 1, 0}});
  mesh.triangles.push_back({std::uint32_t(whole), std::uint32_t(whole) + 1, std::uint32_t(whole) + 2});
  Snapshot snapshot =
      test::snapshot_of({{test::prepared(std::move(mesh)), Vec3::Zero(), {}, BodyKind::soft}});
  auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
  auto pieces = std::make_shared<std::vector<std::uint32_t>>(whole + 3, 0);
  std::fill(pieces->begin() + std::ptrdiff_t(whole), pieces->end(), 1);
  snapshot.bodies[0].positions = std::make_shared<const std::vector<Vec3>>((*infos)[0].mesh->mesh.vertices);
  ShownShapes shapes;
  EXPECT_DOUBLE_EQ(shapes.scene_bounds(snapshot).max.x(), 91) << "of a whole body all counts";
  (*infos)[0].pieces = 2;
  (*infos)[0].piece_of_vertex = pieces;
  snapshot.infos = infos;
  EXPECT_NEAR(shapes.scene_bounds(snapshot).max.x(), 1, 1e-9);
  EXPECT_DOUBLE_EQ(shapes.body_bounds(snapshot, 0).max.x(), 91);
  // Where all pieces are alike, none of them is a splinter.
  std::fill(pieces->begin() + std::ptrdiff_t(whole) / 2, pieces->end(), 1);
  EXPECT_DOUBLE_EQ(shapes.scene_bounds(snapshot).max.x(), 91);
}

TEST(PerMesh, ForgetsMeshesThatNobodyElseHolds) {
  PerMesh<int> values;
  int made = 0;
  const auto make = [&](const PreparedMesh&) { return ++made; };
  auto mesh = test::prepared(test::plain_sheet(1));
  EXPECT_EQ(values.of(mesh, make), 1);
  values.prune();
  EXPECT_EQ(values.of(mesh, make), 1);
  const std::weak_ptr<PreparedMesh> watch = mesh;
  mesh.reset();
  values.prune();
  EXPECT_TRUE(watch.expired());
}

} // namespace
} // namespace lamina
