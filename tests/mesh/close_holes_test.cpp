#include "core/mesh/close_holes.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/prepare.h"
#include "core/mesh/procedural.h"
#include "tests/mesh/mesh_support.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

namespace lamina {
namespace {

using testing::Contains;
using testing::HasSubstr;

PreparedMesh closed(const TriangleMesh& mesh) {
  return prepare_mesh(mesh, Sidedness::closed, usual_one_sided_thickness, {.close_holes = true});
}

/// Without the triangles whose middle is at one of these places.
TriangleMesh without(TriangleMesh mesh, const std::function<bool(const Vec3&)>& dropped) {
  std::erase_if(mesh.triangles, [&](const Triangle& t) {
    return dropped((mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3);
  });
  return mesh;
}

struct Ring {
  double radius, height;
};

/// Circles about the z axis, joined by quadrilaterals; the first and last are rims.
TriangleMesh around_axis(const std::vector<Ring>& profile, std::size_t parts) {
  TriangleMesh mesh;
  for (const Ring& ring : profile)
    for (std::size_t i = 0; i < parts; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(parts);
      mesh.vertices.push_back({ring.radius * std::cos(angle), ring.radius * std::sin(angle), ring.height});
    }
  for (std::size_t r = 0; r + 1 < profile.size(); ++r)
    for (std::size_t i = 0; i < parts; ++i) {
      const auto a = static_cast<std::uint32_t>(r * parts + i);
      const auto b = static_cast<std::uint32_t>(r * parts + (i + 1) % parts);
      const auto up = static_cast<std::uint32_t>(parts);
      mesh.triangles.push_back({a, b, b + up});
      mesh.triangles.push_back({a, b + up, a + up});
    }
  return mesh;
}

TEST(CloseHoles, ABoxWithoutItsLidGetsItBack) {
  for (const std::size_t triangles : {12, 300, 1200}) {
    const double a = 0.3;
    TriangleMesh box = without(make_box(Vec3::Constant(a), triangles),
                               [&](const Vec3& middle) { return middle.y() > 0.499 * a; });
    const EdgeCounts before = count_edges(EdgeTable(box));
    ASSERT_GT(before.boundary, 0u);
    const std::size_t vertices = prepare_mesh(box).mesh.vertices.size();
    const PreparedMesh whole = closed(box);
    ASSERT_TRUE(whole.report.accepted) << whole.report.reason;
    EXPECT_NEAR(whole.report.volume_m3, a * a * a, 1e-15);
    EXPECT_TRUE(test::is_closed_manifold(whole.mesh));
    EXPECT_EQ(test::euler_characteristic(whole.mesh), 2);
    EXPECT_EQ(whole.mesh.vertices.size(), vertices) << "none is added";
    EXPECT_EQ(whole.report.closed_holes, 1u);
    EXPECT_NEAR(whole.report.largest_hole_m, a, 1e-15);
    EXPECT_EQ(whole.shown_triangles, whole.mesh.triangles.size()) << "the lid is seen";
    EXPECT_THAT(whole.report.notes, Contains("closed 1 hole, 300 mm across"));
    EXPECT_EQ(whole.report.boundary_edges, before.boundary) << "as stored";
  }
}

/// A rim that is straight in parts is filled without triangles that are lines.
TEST(CloseHoles, AFinelyDividedRimIsFilledWithoutSlivers) {
  const TriangleMesh box =
      without(make_box(Vec3::Ones(), 4800), [](const Vec3& middle) { return middle.x() > 0.499; });
  const PreparedMesh whole = closed(box);
  ASSERT_TRUE(whole.report.accepted) << whole.report.reason;
  for (std::size_t t = box.triangles.size(); t < whole.mesh.triangles.size(); ++t) {
    const auto [a, b, c] = whole.mesh.triangles[t];
    const auto& at = whole.mesh.vertices;
    const Vec3 normal = (at[b] - at[a]).cross(at[c] - at[a]);
    ASSERT_GT(normal.norm(), 1e-4);
    EXPECT_NEAR(normal.normalized().x(), 1, 1e-12) << "outwards, none folded";
  }
}

/// The pyramid over n-gons and the prisms of the rings give the exact volume.
TEST(CloseHoles, ASphereWithoutCapsClosesToTheVolumeOfItsFrustums) {
  for (const std::size_t parts : {7, 40, 299, 700}) {
    std::vector<Ring> profile;
    for (int i = 0; i <= 12; ++i) {
      const double angle = -1.2 + 0.15 * i;
      profile.push_back({std::cos(angle), std::sin(angle)});
    }
    const TriangleMesh belt = around_axis(profile, parts);
    double volume = 0;
    const double n = static_cast<double>(parts), polygon = 0.5 * n * std::sin(2 * std::numbers::pi / n);
    for (std::size_t r = 0; r + 1 < profile.size(); ++r) {
      const double low = profile[r].radius, high = profile[r + 1].radius;
      volume +=
          polygon * (low * low + low * high + high * high) / 3 * (profile[r + 1].height - profile[r].height);
    }
    const PreparedMesh whole = closed(belt);
    ASSERT_TRUE(whole.report.accepted) << whole.report.reason;
    EXPECT_NEAR(whole.report.volume_m3, volume, 1e-12 * volume);
    EXPECT_EQ(whole.report.closed_holes, 2u);
    EXPECT_TRUE(test::is_closed_manifold(whole.mesh));
    EXPECT_EQ(whole.mesh.vertices.size(), belt.vertices.size() + (parts > most_edges_without_fan ? 2 : 0));
    EXPECT_THAT(whole.report.notes, Contains(HasSubstr("closed 2 holes, the largest ")));
  }
}

/// Turned outwards, whichever way the open surface faced.
TEST(CloseHoles, ABoxInsideOutIsClosedAndTurned) {
  const TriangleMesh box = test::turned_inside_out(
      without(make_box(Vec3::Ones(), 48), [](const Vec3& middle) { return middle.y() > 0.49; }));
  EXPECT_NEAR(closed(box).report.volume_m3, 1, 1e-15);
}

/// Two faces of a tetrahedron have a rim of four edges, along one diagonal of which the faces meet.
TEST(CloseHoles, DoesNotFillAHoleByTheFacesThatAreThere) {
  TriangleMesh corner;
  corner.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  for (const auto& order :
       {std::array{0u, 1u, 2u, 3u}, std::array{1u, 2u, 0u, 3u}, std::array{2u, 0u, 1u, 3u}}) {
    corner.triangles = {{order[0], order[2], order[1]}, {order[0], order[1], order[3]}};
    const PreparedMesh whole = closed(corner);
    ASSERT_TRUE(whole.report.accepted) << whole.report.reason;
    EXPECT_NEAR(whole.report.volume_m3, 1.0 / 6, 1e-15);
    EXPECT_TRUE(test::is_closed_manifold(whole.mesh));
  }
}

/// A saddle-shaped rim: no lid is planar, and that of least area lies between the two extreme ones.
TEST(CloseHoles, AHoleThatIsNotPlanarIsFilledByTheLidOfLeastArea) {
  TriangleMesh tub;
  const double lift = 0.2;
  tub.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0),        Vec3(1, 1, 0),     Vec3(0, 1, 0),
                  Vec3(0, 0, 1), Vec3(1, 0, 1 + lift), Vec3(1.2, 1.2, 1), Vec3(0, 1, 1 + lift)};
  tub.triangles = {{0, 2, 1}, {0, 3, 2}};
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4;
    tub.triangles.push_back({i, j, j + 4});
    tub.triangles.push_back({i, j + 4, i + 4});
  }
  const PreparedMesh whole = closed(tub);
  ASSERT_TRUE(whole.report.accepted) << whole.report.reason;
  EXPECT_TRUE(test::is_closed_manifold(whole.mesh));
  const auto area = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const auto& at = tub.vertices;
    return 0.5 * (at[b] - at[a]).cross(at[c] - at[a]).norm();
  };
  const double across_5_7 = area(4, 5, 7) + area(5, 6, 7), across_4_6 = area(4, 5, 6) + area(4, 6, 7);
  double lid = 0;
  for (std::size_t t = tub.triangles.size(); t < whole.mesh.triangles.size(); ++t) {
    const auto [a, b, c] = whole.mesh.triangles[t];
    lid += area(a, b, c);
  }
  EXPECT_NEAR(lid, std::min(across_5_7, across_4_6), 1e-15);
}

/// Whatever is cut out of a ball at random: holes in holes' reach, rims that touch themselves.
TEST(CloseHoles, EveryEdgeBalancesWhateverWasCutOut) {
  const TriangleMesh ball = make_sphere(1, 720);
  std::mt19937 random(5);
  for (const double share : {0.01, 0.1, 0.3, 0.6}) {
    TriangleMesh cut = ball;
    std::erase_if(cut.triangles,
                  [&](const Triangle&) { return std::uniform_real_distribution<>(0, 1)(random) < share; });
    TriangleMesh whole = prepare_mesh(cut).mesh;
    EXPECT_GT(close_holes(whole, EdgeTable(whole)).count, 0u);
    EXPECT_EQ(count_edges(EdgeTable(whole)).unbalanced, 0u) << share;
    EXPECT_EQ(count_edges(EdgeTable(whole)).misoriented, 0u) << share;
  }
}

TEST(CloseHoles, HolesThatTouchAtAVertexAreTwo) {
  TriangleMesh box = make_box(Vec3::Ones(), 1200);
  const TriangleMesh cut = without(box, [](const Vec3& m) {
    return m.y() > 0.49 && ((m.x() > 0 && m.x() < 0.3 && m.z() > 0 && m.z() < 0.3) ||
                            (m.x() < 0 && m.x() > -0.3 && m.z() < 0 && m.z() > -0.3));
  });
  const PreparedMesh whole = closed(cut);
  ASSERT_TRUE(whole.report.accepted) << whole.report.reason;
  EXPECT_EQ(whole.report.closed_holes, 2u);
  EXPECT_NEAR(whole.report.volume_m3, 1, 1e-13);
  EXPECT_TRUE(test::is_closed_manifold(whole.mesh));
}

TEST(CloseHoles, ASurfaceWhoseNeighboursDisagreeIsLeftAsItIsAndSaysSo) {
  // A Möbius strip: its boundary is a loop, but no turning of triangles makes its neighbours agree.
  TriangleMesh strip;
  const std::uint32_t parts = 12;
  for (std::uint32_t i = 0; i < parts; ++i) {
    const double angle = 2 * std::numbers::pi * i / parts;
    const Vec3 out(std::cos(angle), 0, std::sin(angle));
    const Vec3 across = 0.2 * (std::cos(angle / 2) * Vec3::UnitY() + std::sin(angle / 2) * out);
    strip.vertices.push_back(out - across);
    strip.vertices.push_back(out + across);
  }
  for (std::uint32_t i = 0; i < parts; ++i) {
    const bool last = i + 1 == parts;
    const std::uint32_t low = last ? 1 : 2 * i + 2, high = last ? 0 : 2 * i + 3;
    strip.triangles.push_back({2 * i, low, 2 * i + 1});
    strip.triangles.push_back({low, high, 2 * i + 1});
  }
  for (const Mending& mending : {Mending{.close_holes = true}, Mending{.thickness = 0.01}}) {
    const PreparedMesh left = prepare_mesh(strip, Sidedness::closed, usual_one_sided_thickness, mending);
    EXPECT_FALSE(left.report.accepted);
    EXPECT_EQ(left.mesh.triangles.size(), strip.triangles.size());
    EXPECT_THAT(left.report.reason, HasSubstr("misoriented"));
    EXPECT_THAT(left.report.reason, HasSubstr("no loops"));
  }
  EXPECT_EQ(close_holes(strip, EdgeTable(strip)).count, 0u);
}

TEST(CloseHoles, AFinAlongAnEdgeOfTwoIsLeftAsItIs) {
  TriangleMesh box = make_box(Vec3::Ones(), 12);
  const Triangle t = box.triangles[0];
  box.vertices.push_back(Vec3(2, 2, 2));
  box.triangles.push_back({t[0], t[1], static_cast<std::uint32_t>(box.vertices.size() - 1)});
  EXPECT_FALSE(closed(box).report.accepted);
}

TEST(CloseHoles, ASheetAloneEnclosesNothingAndSaysSo) {
  for (const std::size_t triangles : {2, 32}) {
    const PreparedMesh sheet = closed(make_ground(1, triangles));
    EXPECT_FALSE(sheet.report.accepted);
    EXPECT_THAT(sheet.report.reason, HasSubstr("no volume"));
  }
}

TEST(CloseHoles, WhatIsClosedOrEmptyStaysAsItIs) {
  TriangleMesh ball = make_sphere(1, 320);
  const std::vector<Triangle> before = ball.triangles;
  EXPECT_EQ(close_holes(ball, EdgeTable(ball)).count, 0u);
  EXPECT_EQ(ball.triangles, before);
  TriangleMesh empty;
  EXPECT_EQ(close_holes(empty, EdgeTable(empty)).count, 0u);
  EXPECT_FALSE(closed(empty).report.accepted);
}

/// Corners on a line: no filling has an area, but one is found.
TEST(CloseHoles, ALoopWithoutAreaIsFilled) {
  TriangleMesh slit;
  slit.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(3, 0, 0), Vec3(1, 0, 1), Vec3(1, 1, 0)};
  slit.triangles = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 5}, {0, 4, 5}, {4, 3, 5}};
  EXPECT_EQ(close_holes(slit, EdgeTable(slit)).count, 1u);
  EXPECT_EQ(count_edges(EdgeTable(slit)).unbalanced, 0u);
}

/// Corners of its own for each triangle, as in STL files: welding comes before.
TEST(CloseHoles, TrianglesNeedNotShareVertices) {
  const TriangleMesh box =
      without(make_box(Vec3::Ones(), 48), [](const Vec3& middle) { return middle.y() > 0.49; });
  EXPECT_NEAR(closed(test::soup(box)).report.volume_m3, 1, 1e-15);
}

} // namespace
} // namespace lamina
