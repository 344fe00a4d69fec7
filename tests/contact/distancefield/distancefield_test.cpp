#include "core/base/error.h"
#include "core/contact/distancefield/distancefield.h"
#include "core/contact/distancefield/field_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lamina::test {
namespace {

PairContacts meet(const Surface& a, const Surface& b, double offset = 0, int cells = 64, int threads = 1) {
  Settings settings;
  settings.contact.method = "distancefield";
  settings.contact.distancefield.offset = offset;
  settings.contact.distancefield.cells = cells;
  const std::array surfaces{&a, &b};
  const std::array pairs{BodyPair{0, 1}};
  std::vector<PairContacts> results;
  make_distancefield()->detect({{surfaces}, pairs, settings.contact, {}, threads}, results);
  return results.at(0);
}

std::size_t side_of(const PairContacts& found, const Contact& contact) {
  return points_of(found).points.at(static_cast<std::size_t>(contact.cell)).body[0];
}

} // namespace

TEST(DistanceFieldContacts, OfTwoSpheresAreAsDeepAsTheirVertices) {
  const Vec3 apart(0.55, 0.68, -0.33); // less deep than the band
  const Surface a = surface_of(make_sphere(0.5, 1200));
  const Surface b = surface_of(make_sphere(0.5, 1200), {apart, Quat(0.9, 0.1, 0.4, -0.2).normalized()});
  const PairContacts found = meet(a, b);
  std::size_t inside = 0;
  // A mesh of 1200 triangles lies up to 1.2 mm within its sphere, and cells are 16 mm.
  const double tolerance = 2.5e-3;
  for (const Vec3& p : a.positions)
    inside += (p - apart).norm() < 0.5 - tolerance;
  std::size_t of_a = 0;
  for (const Contact& contact : found.contacts) {
    const std::size_t side = side_of(found, contact);
    of_a += side == 0;
    const ContactPointPair& pair = points_of(found).points[static_cast<std::size_t>(contact.cell)];
    const Vec3 from = pair.position[0] - (side == 0 ? apart : Vec3(0, 0, 0));
    EXPECT_NEAR(contact.measure, 0.5 - from.norm(), tolerance);
    // Facets lean by up to 4°.
    EXPECT_GT(pair.normal.dot(from.normalized()), std::cos(0.1));
  }
  EXPECT_GE(of_a, inside);
  EXPECT_GT(inside, 10u);
  EXPECT_GT(found.contacts.size(), 2 * inside - 10);
}

TEST(DistanceFieldContacts, KeepMomentumAndAngularMomentum) {
  Dice dice(4);
  for (int i = 0; i < 5; ++i) {
    const Surface a = surface_of(make_gear(0.5, 0.4, 0.1, 0.2, 9), {Vec3::Zero(), dice.turn()});
    const Surface b = surface_of(make_blob({1, 0.6, 0.8}, 0.1, 9, 3, 1200), {dice.vector(0.3), dice.turn()});
    const PairContacts found = meet(a, b);
    ASSERT_GT(found.contacts.size(), 5u);
    const Push on_a = push_on(found, 0, a), on_b = push_on(found, 1, b);
    EXPECT_LT((on_a.force + on_b.force).norm(), 1e-12 * on_a.size);
    // Where the surface is steep against the way out, the foot lies beside the line of the force: by less
    // than a cell, of 16 mm, and for few points.
    EXPECT_LT((on_a.torque + on_b.torque).norm(), 2e-3 * on_a.size);
  }
}

TEST(DistanceFieldContacts, OfAFlatFaceStandForItsArea) {
  const double depth = 0.01;
  const Surface slab = surface_of(make_box({3, 1, 3}, 600), {{0, -0.5, 0}, Quat::Identity()});
  const Surface cube =
      surface_of(make_box({1, 1, 1}, 400), {{0.0123, 0.5 - depth, 0.0171}, Quat::Identity()});
  const PairContacts found = meet(cube, slab);
  double force = 0;
  for (const Contact& contact : found.contacts) {
    EXPECT_NEAR(contact.measure, depth, 1e-6);
    force += contact.area * contact.measure;
  }
  // Vertices of the slab next to the cube's sides are nearer to those, and count for nothing here.
  EXPECT_NEAR(found.area, 1, 0.1);
  EXPECT_NEAR(force, depth, 0.1 * depth);
}

TEST(DistanceFieldContacts, OfCrossedEdgesAreFoundWhereNoVertexIsWithin) {
  // Two bars, each turned about its own length by 45°, cross at right angles with an edge each.
  const double depth = 0.02, reach = std::sqrt(0.5) * 0.2;
  const Quat edge_up(Eigen::AngleAxisd(std::atan(1.0), Vec3::UnitX()));
  const Quat across(Eigen::AngleAxisd(2 * std::atan(1.0), Vec3::UnitY()));
  const Surface below = surface_of(make_box({1, 0.2, 0.2}), {{0, 0, 0}, edge_up});
  const Surface above =
      surface_of(make_box({1, 0.2, 0.2}), {{0.013, 2 * reach - depth, 0.017}, across * edge_up});
  const PairContacts found = meet(below, above, 0, 100);
  ASSERT_EQ(found.contacts.size(), 2u);
  EXPECT_EQ(fields_of(found).edges, 2u);
  for (const Contact& contact : found.contacts) {
    const std::size_t side = side_of(found, contact);
    const Vec3 way = -found.gradient[contact.gradient[side].begin].value.normalized();
    // Out through one of the two faces at the other's edge: the distance from it is depth · cos 45°;
    // trilinear values round the edge off by up to half of a cell.
    EXPECT_NEAR(contact.measure, depth * std::sqrt(0.5), 0.005);
    EXPECT_GT((side == 0 ? -1 : 1) * way.y(), 0.6);
    EXPECT_LT((points_of(found).points[static_cast<std::size_t>(contact.cell)].position[0] -
               Vec3(0.013, reach, 0.017))
                  .norm(),
              0.03);
  }
}

TEST(DistanceFieldContacts, OfACornerWithinAWideTriangleAreFoundByTheTriangle) {
  // What deforms has no field, so that the corner of the other is not asked for its depth in it.
  const Surface sheet = surface_of(make_box({4, 0.2, 4}), {{0, -0.1, 0}, Quat::Identity()}, false);
  const Quat corner_down(Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3::UnitY()));
  const double depth = 0.05, reach = std::sqrt(0.75);
  const Surface cube = surface_of(make_box({1, 1, 1}), {{0.313, reach - depth, 0.171}, corner_down});
  const PairContacts found = meet(sheet, cube);
  ASSERT_EQ(found.contacts.size(), 1u);
  EXPECT_EQ(fields_of(found).faces, 1u);
  // A corner of three right angles, this deep along its diagonal, is depth/√3 from each face; rounded off.
  EXPECT_NEAR(found.contacts[0].measure, depth / std::sqrt(3.0), 0.015);
  const ContactPointPair& pair = points_of(found).points[0];
  EXPECT_NEAR(pair.position[0].y(), 0, 1e-12);
  EXPECT_LT((pair.position[0] - Vec3(0.313, 0, 0.171)).norm(), 0.05);
  const Push on_sheet = push_on(found, 0, sheet), on_cube = push_on(found, 1, cube);
  EXPECT_LT((on_sheet.force + on_cube.force).norm(), 1e-12 * on_cube.size);
}

TEST(DistanceFieldContacts, BeginAtTheOffset) {
  const Surface a = surface_of(make_box({1, 1, 1}, 48));
  for (const double gap : {0.005, 0.02}) {
    const Surface b = surface_of(make_box({1, 1, 1}, 48), {{0.01, 1 + gap, 0.02}, Quat::Identity()});
    EXPECT_TRUE(meet(a, b).contacts.empty());
    const PairContacts found = meet(a, b, 0.01);
    EXPECT_EQ(found.contacts.empty(), gap > 0.01);
    for (const Contact& contact : found.contacts)
      EXPECT_NEAR(contact.measure, 0.01 - gap, 0.1 / 64) << "trilinear values round edges off";
  }
}

TEST(DistanceFieldContacts, LeaveAloneWhatLiesDeeperThanTheBand) {
  const Surface room = surface_of(make_box({1, 1, 1}, 48));
  const Surface ball = surface_of(make_sphere(0.1, 200));
  const PairContacts found = meet(ball, room);
  EXPECT_TRUE(found.contacts.empty());
  EXPECT_EQ(fields_of(found).too_deep, ball.positions.size());
}

TEST(DistanceFieldContacts, AreTheSameForAnyNumberOfThreads) {
  const Surface a = surface_of(make_gear(0.5, 0.4, 0.1, 0.2, 9));
  const Surface b =
      surface_of(make_torus(0.4, 0.15, 900), {{0.3, 0.1, 0.2}, Quat(0.9, 0.1, 0.4, -0.2).normalized()});
  const PairContacts one = meet(a, b);
  EXPECT_FALSE(one.contacts.empty());
  expect_same(one, meet(a, b, 0, 64, 3));
}

TEST(DistanceFieldContacts, OfBadInputAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Surface cube = surface_of(make_box({1, 1, 1}));
  TriangleMesh holed = make_box({1, 1, 1});
  holed.vertices[0] = Vec3::Constant(nan);
  for (const TriangleMesh& mesh : {TriangleMesh{}, holed}) {
    Surface bad = surface_of(mesh, {{0.9, 0.1, 0.2}, Quat::Identity()});
    for (const Contact& contact : meet(cube, bad).contacts)
      EXPECT_TRUE(std::isfinite(contact.measure) && std::isfinite(contact.area));
    EXPECT_TRUE(meet(bad, bad).contacts.size() < 100);
  }
  // Triangles of vertices that there are not.
  Surface dangling = cube;
  dangling.triangles = std::make_shared<const std::vector<Triangle>>(std::vector<Triangle>{{0, 1, 99}});
  EXPECT_TRUE(meet(cube, dangling).contacts.empty());
  // Two that deform have no fields.
  const Surface soft = surface_of(make_box({1, 1, 1}), {}, false);
  EXPECT_TRUE(meet(soft, soft).contacts.empty());
}

} // namespace lamina::test
