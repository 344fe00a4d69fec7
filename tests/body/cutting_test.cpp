#include "core/body/cutting.h"

#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"
#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/subdivide_boundary_tets.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lamina {
namespace {

using test::body_of_tets;
using test::tet_box;

SceneBody jelly(const TetMesh& mesh) {
  SceneBody body = body_of_tets("jelly", mesh);
  body.density = 1000;
  return body;
}

std::unique_ptr<NodalBody> soft(const SceneBody& description) {
  return std::make_unique<NodalBody>(description, soft_parts(description));
}

/// A large triangle through a point, across a direction.
CutTriangle plane_through(const Vec3& point, const Vec3& normal, double size = 100) {
  const Vec3 n = normal.normalized();
  const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
  return {point + size * u, point - size * u + size * v, point - size * u - size * v};
}

/// The mesh that a body is now, where its nodes are.
TetMesh mesh_of(const NodalBody& body) {
  const Solid solid = body.solid();
  TetMesh mesh;
  mesh.nodes.assign(solid.nodes.begin(), solid.nodes.end());
  mesh.tetrahedra.assign(solid.tetrahedra.begin(), solid.tetrahedra.end());
  return mesh;
}

/// The volumes of its pieces, m³.
std::vector<double> pieces_of(const NodalBody& body) {
  const TetMesh mesh = mesh_of(body);
  std::vector<std::uint32_t> piece;
  std::vector<double> volumes(find_tet_pieces(mesh.tetrahedra, mesh.nodes.size(), piece), 0.0);
  for (std::size_t t = 0; t < piece.size(); ++t)
    volumes[piece[t]] += volume(mesh, mesh.tetrahedra[t]);
  return volumes;
}

double sum_of(std::span<const double> numbers) {
  double sum = 0;
  for (const double number : numbers)
    sum += number;
  return sum;
}

TriangleMesh skin_of(const NodalBody& body) {
  const Surface& surface = body.surface();
  TriangleMesh skin;
  skin.vertices = surface.positions;
  skin.triangles = *surface.triangles;
  return skin;
}

/// What holds of any body after any cut.
void expect_sound(const NodalBody& body, std::size_t tetrahedra) {
  const TetMesh mesh = mesh_of(body);
  ASSERT_EQ(mesh.tetrahedra.size(), tetrahedra) << "none is lost";
  for (const Tetrahedron& t : mesh.tetrahedra)
    ASSERT_GT(volume(mesh, t), 0) << "none turned inside out";
  const TriangleMesh skin = skin_of(body);
  EXPECT_EQ(count_edges(EdgeTable(skin)).unbalanced, 0u);
  EXPECT_NEAR(mass_properties(skin).volume, total_volume(mesh), 1e-12);
  EXPECT_NEAR(sum_of(body.masses()), body.mass(), 1e-12 * body.mass());
}

TEST(Cutting, ACubeCutInHalfGivesTwoCubesOfHalfTheMass) {
  const auto body = soft(jelly(tet_box(4)));
  ASSERT_TRUE(body->cut({{plane_through({0.5, 0.5, 0.5}, {1, 0, 0})}}));
  const std::vector<double> pieces = pieces_of(*body);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_NEAR(pieces[0], 0.5, 1e-13);
  EXPECT_NEAR(pieces[1], 0.5, 1e-13);
  expect_sound(*body, 6 * 64);
}

// Nodes move onto the plane, so the halves are as large as the plane says.
TEST(Cutting, BetweenNodesThePlaneStillDivides) {
  for (const double where : {0.41, 0.47, 0.55, 0.6}) {
    const auto body = soft(jelly(tet_box(6)));
    ASSERT_TRUE(body->cut({{plane_through({where, 0, 0}, {1, 0, 0})}}));
    const std::vector<double> pieces = pieces_of(*body);
    ASSERT_EQ(pieces.size(), 2u) << where;
    EXPECT_NEAR(std::min(pieces[0], pieces[1]), std::min(where, 1 - where), 1e-12) << where;
    EXPECT_NEAR(sum_of(pieces), 1, 1e-12);
    expect_sound(*body, 6 * 216);
  }
}

TEST(Cutting, TwoFourEight) {
  const auto body = soft(jelly(tet_box(4)));
  std::size_t count = 1;
  for (const Vec3& normal : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {
    ASSERT_TRUE(body->cut({{plane_through({0.5, 0.5, 0.5}, normal)}}));
    count *= 2;
    const std::vector<double> pieces = pieces_of(*body);
    ASSERT_EQ(pieces.size(), count);
    for (const double piece : pieces)
      EXPECT_NEAR(piece, 1.0 / double(count), 1e-13);
  }
  expect_sound(*body, 6 * 64);
  EXPECT_FALSE(body->cut({{plane_through({0.5, 0.5, 0.5}, {1, 0, 0})}})) << "there is nothing left to cut";
}

TEST(Cutting, AnObliqueCutDividesNearlyAsThePlaneDoes) {
  const auto body = soft(jelly(tet_box(8)));
  const Vec3 normal(1, 0.4, -0.2);
  ASSERT_TRUE(body->cut({{plane_through({0.5, 0.5, 0.5}, normal)}}));
  const std::vector<double> pieces = pieces_of(*body);
  ASSERT_EQ(pieces.size(), 2u);
  // The plane halves the box. Where a node could not move the cut is off by part of a cell.
  EXPECT_NEAR(pieces[0] / sum_of(pieces), 0.5, 0.02);
  EXPECT_NEAR(sum_of(pieces), 1, 0.01);
  expect_sound(*body, 6 * 512);
}

TEST(Cutting, TheSidesOfAnObliqueCutAreNearlyFlat) {
  const auto body = soft(jelly(tet_box(8)));
  const double whole = surface_area(skin_of(*body));
  ASSERT_TRUE(body->cut({{plane_through({0.5, 0.5, 0.5}, {1, 0.4, 0})}}));
  // The plane cuts the unit cube in a parallelogram.
  const double section = std::hypot(1, 0.4);
  const double sides = 0.5 * (surface_area(skin_of(*body)) - whole);
  // Steps would add to it: of half a cell, a tenth. What is left may be a hundredth or two.
  EXPECT_NEAR(sides / section, 1, 0.02);
}

TEST(Cutting, NoTetrahedronComesOffAloneBesideThePlane) {
  // Two of these lay on one side of the plane, and all that they touch by faces on the other.
  const TetMesh mesh = subdivide_boundary_tets(tet_box(6, {0.3, 0.15, 0.15})).mesh;
  const auto body = soft(jelly(mesh));
  const Vec3 eye(0.15, 0.25, 1.675);
  ASSERT_TRUE(body->cut(
      {{{eye, eye + 1.1 * (Vec3(-0.05, 0.06, 0.15) - eye), eye + 1.1 * (Vec3(0.55, 0.06, 0.15) - eye)}}}));
  EXPECT_EQ(pieces_of(*body).size(), 2u);
  expect_sound(*body, mesh.tetrahedra.size());
}

// As a blade sweeps: in strips that are narrower than a cell and overlap by one and a half. Without what
// keeps splinters, these planes leave up to two of them; with strips that overlap by less, halves stay
// together.
TEST(Cutting, StripByStripTwoHalvesComeApartAndNoSplinters) {
  constexpr double cell = 1.0 / 6;
  const Vec3 middle(0.47, 0.52, 0.51);
  for (int turn = 0; turn < 24; ++turn) {
    const double angle = 0.26 * turn;
    const Vec3 normal = Vec3(std::cos(angle), std::sin(angle), 0.3 * std::sin(3 * angle)).normalized();
    const Vec3 along = normal.cross(Vec3::UnitZ()).normalized(), down = normal.cross(along);
    const auto at = [&](double u, double v) { return Vec3(middle + u * along + v * down); };
    const auto body = soft(jelly(tet_box(6)));
    for (int strip = -10; strip < 10; ++strip) {
      const double from = 0.1 * strip - 1.5 * cell, to = 0.1 * (strip + 1);
      body->cut({{{at(-2, from), at(2, from), at(2, to)}, {at(-2, from), at(2, to), at(-2, to)}}});
    }
    EXPECT_EQ(pieces_of(*body).size(), 2u) << "turn " << turn;
    expect_sound(*body, 6 * 216);
  }
}

TEST(Cutting, ACutThatEndsInsideCutsAsFarAsItReaches) {
  const auto body = soft(jelly(tet_box(6)));
  // Half of the cross-section.
  const CutTriangle triangle{Vec3(0.5, -9.5, 0.5), Vec3(0.5, 0.5, -9.5), Vec3(0.5, 0.5, 10.5)};
  const std::size_t triangles = body->surface().triangles->size();
  ASSERT_TRUE(body->cut({{triangle}}));
  EXPECT_EQ(pieces_of(*body).size(), 1u);
  EXPECT_GT(body->surface().triangles->size(), triangles);
  expect_sound(*body, 6 * 216);
}

TEST(Cutting, WhatPassesByCutsNothing) {
  const auto body = soft(jelly(tet_box(3)));
  std::vector<double> before, after;
  body->save(before);
  EXPECT_FALSE(body->cut({{plane_through({1.5, 0, 0}, {1, 0, 0})}}));
  EXPECT_FALSE(body->cut({{plane_through({0.5, 0.5, 0.5}, {1, 0, 0}, 1e-6)}}));
  EXPECT_FALSE(body->cut({{{Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(2, 2, 2)}}}));
  EXPECT_FALSE(body->cut({{{Vec3(0, 0, 0), Vec3(1, std::nan(""), 1), Vec3(2, 0, 2)}}}));
  body->save(after);
  EXPECT_EQ(before, after);
}

TEST(Cutting, KeepsMomentumWhileItDeformsAndTurns) {
  const auto body = soft(jelly(tet_box(4)));
  std::vector<double> state;
  body->save(state);
  const std::size_t count = body->nodes().size();
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 p = body->nodes()[i];
    const Vec3 at(1.2 * p.x() + 0.1 * p.y() * p.y(), p.y(), p.z() - 0.2 * p.x());
    const Vec3 v(p.y() * p.z(), 3 - p.x(), 2 * p.x() * p.y());
    for (std::size_t k = 0; k < 3; ++k) {
      state[3 * i + k] = at[static_cast<Eigen::Index>(k)];
      state[3 * (count + i) + k] = v[static_cast<Eigen::Index>(k)];
    }
  }
  body->restore(state);
  const Vec3 linear = body->momentum(), angular = body->angular_momentum();
  ASSERT_TRUE(body->cut({{plane_through({0.57, 0.4, 0.5}, {1, 0.3, 0.1})}}));
  EXPECT_NEAR((body->momentum() - linear).norm(), 0, 1e-11 * linear.norm());
  EXPECT_NEAR((body->angular_momentum() - angular).norm(), 0, 1e-9 * angular.norm());
}

TEST(Cutting, StatesOfCutBodiesComeBackBitForBit) {
  const auto body = soft(jelly(tet_box(5)));
  ASSERT_TRUE(body->cut({{plane_through({0.43, 0.5, 0.5}, {1, 0.3, 0.2})}}));
  ASSERT_TRUE(body->cut({{plane_through({0.5, 0.52, 0.5}, {0.1, 1, 0.2})}}));
  std::vector<double> state, again;
  body->save(state);
  const auto other = soft(jelly(tet_box(5)));
  EXPECT_TRUE(other->restore(state).empty());
  other->save(again);
  EXPECT_EQ(again, state);
  EXPECT_EQ(other->elastic_energy(), body->elastic_energy());
  EXPECT_EQ(*other->surface().triangles, *body->surface().triangles);
}

TEST(Cutting, AThousandRandomCutsLoseNothing) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1), sign(-1, 1);
  const int bodies = 25, cuts = 40;
  for (int b = 0; b < bodies; ++b) {
    const auto body = soft(jelly(tet_box(4)));
    for (int c = 0; c < cuts; ++c) {
      const Vec3 point(unit(random), unit(random), unit(random));
      const Vec3 normal(sign(random), sign(random), sign(random));
      body->cut({{plane_through(point, normal, c % 2 ? 100 : 0.5)}});
    }
    expect_sound(*body, 6 * 64);
    // Each move on a flat face keeps the volume; near edges a hundredth may go in all.
    EXPECT_NEAR(total_volume(mesh_of(*body)), 1, 0.01 + 1e-9);
  }
}

} // namespace
} // namespace lamina
