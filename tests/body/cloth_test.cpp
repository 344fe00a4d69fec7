#include "core/body/cloth.h"

#include "core/base/error.h"
#include "core/body/make_body.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "tests/body/elastic_support.h"
#include "tests/support/scenes.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace lamina {
namespace {

/// A sheet whose inner vertices are moved in its plane, so that no two triangles are alike, and none is bad.
TriangleMesh uneven_sheet(int cells) {
  TriangleMesh sheet = make_sheet(1, 0.8, cells);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-0.15 / cells, 0.15 / cells);
  for (Vec3& vertex : sheet.vertices)
    if (std::abs(vertex.x()) < 0.49 && std::abs(vertex.z()) < 0.39)
      vertex += Vec3(shift(random), 0, shift(random));
  return sheet;
}

/// Everywhere moved by up to `most` (m).
std::vector<Vec3> crumpled(const TriangleMesh& sheet, double most) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-most, most);
  std::vector<Vec3> nodes = sheet.vertices;
  for (Vec3& node : nodes)
    node += Vec3(shift(random), shift(random), shift(random));
  return nodes;
}

std::vector<Vec3> moved(std::span<const Vec3> nodes, const Pose& pose) {
  std::vector<Vec3> result;
  for (const Vec3& node : nodes)
    result.push_back(pose * node);
  return result;
}

Eigen::MatrixXd dense(const SymmetricBlocks& blocks) {
  const auto size = static_cast<Eigen::Index>(3 * blocks.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index k = 0; k < size; ++k) {
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(size), column = unit;
    unit[k] = 1;
    blocks.add_product(1, unit.data(), column.data());
    matrix.col(k) = column;
  }
  return matrix;
}

const ClothMaterial canvas{2e-3, 800, 300, 0.5}; // hard to bend, so that hinges count as much as triangles

TEST(Cloth, ForcesAreTheGradientOfTheEnergy) {
  const TriangleMesh sheet = uneven_sheet(4);
  ClothModel model(sheet, canvas);
  EXPECT_LT(test::force_error(model, crumpled(sheet, 0.05), 1e-6), 1e-6);
}

TEST(Cloth, StiffnessIsTheDerivativeOfTheForcesAtRest) {
  const TriangleMesh sheet = uneven_sheet(4);
  ClothModel model(sheet, canvas);
  const Pose turned{Vec3(1, 2, 3), test::turn(Vec3(1, 2, -1), 1)};
  EXPECT_LT(test::stiffness_error(model, moved(sheet.vertices, turned)), 1e-4);
}

TEST(Cloth, StiffnessIsTheDerivativeOfTheForcesWhereItIsPulled) {
  // Flat, and longer both ways: nothing is compressed, no angle changes.
  const TriangleMesh sheet = uneven_sheet(4);
  std::vector<Vec3> nodes = sheet.vertices;
  for (Vec3& node : nodes)
    node = Vec3(1.2 * node.x(), 0, 1.1 * node.z());
  ClothModel model(sheet, canvas);
  EXPECT_LT(test::stiffness_error(model, nodes), 1e-4);
}

TEST(Cloth, StiffnessIsNowhereNegative) {
  const TriangleMesh sheet = uneven_sheet(3);
  ClothModel model(sheet, canvas);
  for (const double most : {0.0, 0.02, 0.2}) {
    model.update(crumpled(sheet, most));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(dense(model.stiffness()),
                                                                Eigen::EigenvaluesOnly);
    EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-9 * solver.eigenvalues().maxCoeff()) << most;
  }
}

TEST(Cloth, RestsInItsOwnShapeWhereverThatIs) {
  TriangleMesh curved = make_sheet(1, 1, 6);
  for (Vec3& vertex : curved.vertices)
    vertex.y() = 0.3 * std::sin(3 * vertex.x()) + 0.2 * vertex.z() * vertex.z();
  const Pose turned{Vec3(-2, 0.5, 1), test::turn(Vec3(0, 1, 1), 2)};
  for (const TriangleMesh& sheet : {uneven_sheet(5), curved, make_sphere(0.5, 80)}) {
    ClothModel model(sheet, canvas);
    model.update(moved(sheet.vertices, turned));
    double greatest = 0;
    for (const Vec3& force : model.forces())
      greatest = std::max(greatest, force.norm());
    // Positions of metres are rounded to 1e-16 of that, strains and angles to 1e-14.
    EXPECT_LT(model.energy(), 1e-20) << sheet.name;
    EXPECT_LT(greatest, 1e-9) << sheet.name;
  }
}

TEST(Cloth, ForcesNeitherPushNorTurnTheWhole) {
  const TriangleMesh sheet = uneven_sheet(6);
  const std::vector<Vec3> nodes = crumpled(sheet, 0.1);
  ClothModel model(sheet, canvas);
  model.update(nodes);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double size = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    force += model.forces()[i];
    torque += nodes[i].cross(model.forces()[i]);
    size += model.forces()[i].norm();
  }
  EXPECT_LT(force.norm(), 1e-12 * size);
  EXPECT_LT(torque.norm(), 1e-12 * size);
}

TEST(Cloth, FoldingAlongItsEdgesStretchesNothing) {
  const TriangleMesh sheet = make_sheet(1, 1, 6);
  std::vector<Vec3> nodes = sheet.vertices;
  const double line = sheet.vertices[7].z(); // of the second row
  for (Vec3& node : nodes)
    if (node.z() > line)
      node = Vec3(0, 0, line) + test::turn(Vec3::UnitX(), 2.5) * (node - Vec3(0, 0, line));
  ClothMaterial limp = canvas;
  limp.bending_stiffness = 0;
  ClothModel flat(sheet, limp), stiff(sheet, canvas);
  flat.update(nodes);
  stiff.update(nodes);
  EXPECT_LT(flat.energy(), 1e-20);
  EXPECT_GT(stiff.energy(), 0.1) << "a fold costs what bending does";
}

/// The energy of bending alone, where the sheet is rolled up with this curvature (1/m) along a direction.
double rolled_energy(const TriangleMesh& sheet, double curvature, double direction) {
  const Quat turn = test::turn(Vec3::UnitY(), direction);
  std::vector<Vec3> nodes;
  for (const Vec3& vertex : sheet.vertices) {
    const Vec3 p = turn * vertex;
    nodes.push_back(
        {std::sin(curvature * p.x()) / curvature, (1 - std::cos(curvature * p.x())) / curvature, p.z()});
  }
  ClothMaterial limp = canvas;
  limp.bending_stiffness = 0;
  ClothModel bent(sheet, canvas), unbent(sheet, limp);
  bent.update(nodes);
  unbent.update(nodes);
  return bent.energy() - unbent.energy();
}

TEST(Cloth, RollsUpAlikeInAllDirections) {
  const TriangleMesh sheet = make_sheet(1, 1, 60);
  const double curvature = 2, expected = 0.5 * canvas.bending_stiffness * curvature * curvature;
  for (const double direction : {0.0, 0.4, std::numbers::pi / 6, 1.0, std::numbers::pi / 2})
    // Edges of the rim have no hinge: they are one of 60 on either side.
    EXPECT_NEAR(rolled_energy(sheet, curvature, direction), expected, 0.04 * expected) << direction;
}

TEST(Cloth, PullingAndShearingTakeTheStatedForces) {
  // One square metre, pulled by 0.1 % and as much narrower as it wants to be; or sheared by 0.001.
  const TriangleMesh sheet = make_sheet(1, 1, 5);
  const double strain = 1e-3, narrower = canvas.stretch_stiffness / (2 * canvas.shear_stiffness) - 1;
  ClothModel model(sheet, canvas);
  std::vector<Vec3> nodes = sheet.vertices;
  for (Vec3& node : nodes)
    node = Vec3((1 + strain) * node.x(), 0, (1 - narrower * strain) * node.z());
  model.update(nodes);
  // Green's strain is that of small strains but for a share of half the strain.
  EXPECT_NEAR(model.energy() / (0.5 * canvas.stretch_stiffness * strain * strain), 1, 3e-3);
  double across = 0, along = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    along += nodes[i].x() > 0.499 ? -model.forces()[i].x() : 0;
    across += nodes[i].z() > 0.399 ? std::abs(model.forces()[i].z()) : 0;
  }
  EXPECT_NEAR(along / (canvas.stretch_stiffness * strain), 1, 3e-3);
  EXPECT_LT(across, 3e-3 * along);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    nodes[i] = sheet.vertices[i] + Vec3(strain * sheet.vertices[i].z(), 0, 0);
  model.update(nodes);
  EXPECT_NEAR(model.energy() / (0.5 * canvas.shear_stiffness * strain * strain), 1, 3e-3);
}

TEST(Cloth, MassIsAreaTimesThicknessTimesDensity) {
  SceneBody body = test::body_of("cloth", uneven_sheet(7), BodyKind::cloth);
  body.material.cloth.thickness = 2e-3;
  body.density = 450;
  EXPECT_NEAR(make_body(body)->mass(), 1 * 0.8 * 2e-3 * 450, 1e-12);
  EXPECT_NEAR(make_body(body)->volume(), 1 * 0.8 * 2e-3, 1e-15);
  body.mass = 3;
  EXPECT_NEAR(make_body(body)->mass(), 3, 1e-12);
  // A third of each triangle: what hangs on it is its centre of area.
  EXPECT_LT(make_body(body)->pose().position.norm(), 1e-12);
}

TEST(Cloth, WhatIsNoSheetIsRefused) {
  const auto reason_of = [](const TriangleMesh& mesh) { return prepare_cloth_mesh(mesh)->report.reason; };
  EXPECT_EQ(reason_of(make_sheet(1, 1, 3)), "");
  EXPECT_EQ(reason_of(make_sphere(1, 80)), "") << "closed surfaces are cloth too: a balloon";
  EXPECT_NE(reason_of({}).find("no triangles"), std::string::npos);
  TriangleMesh mesh = make_sheet(1, 1, 1);
  mesh.vertices[0].x() = std::nan("");
  EXPECT_NE(reason_of(mesh).find("not finite"), std::string::npos);
  mesh = make_sheet(1, 1, 1);
  mesh.vertices.push_back(Vec3(0, 1, 0));
  mesh.vertices.push_back(Vec3(0, -1, 0));
  for (const std::uint32_t fin : {0u, 1u})
    mesh.triangles.push_back({mesh.triangles[1][0], mesh.triangles[1][1],
                              static_cast<std::uint32_t>(mesh.vertices.size()) - 1 - fin});
  EXPECT_NE(reason_of(mesh).find("more than two triangles"), std::string::npos) << reason_of(mesh);
  TriangleMesh line;
  line.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(0, 1, 0)};
  line.triangles = {{0, 1, 3}, {0, 1, 2}};
  EXPECT_NE(reason_of(line).find("no area"), std::string::npos) << reason_of(line);

  SceneBody body = test::body_of("ball", make_sphere(1, 80), BodyKind::rigid);
  body.kind = BodyKind::cloth;
  EXPECT_THROW((void)make_body(body), InputError);
}

/// A strip of triangles around the y axis that ends where it began, turned over.
TEST(Cloth, AMoebiusStripHasNoSidesToTellApart) {
  TriangleMesh strip;
  constexpr std::uint32_t parts = 24;
  for (std::uint32_t i = 0; i < parts; ++i) {
    const double angle = 2 * std::numbers::pi * i / parts;
    const Vec3 out(std::cos(angle), 0, std::sin(angle));
    const Vec3 across = std::cos(angle / 2) * Vec3::UnitY() + std::sin(angle / 2) * out;
    strip.vertices.push_back(out - 0.2 * across);
    strip.vertices.push_back(out + 0.2 * across);
  }
  for (std::uint32_t i = 0; i < parts; ++i) {
    const std::uint32_t a = 2 * i, b = a + 1, c = i + 1 < parts ? a + 2 : 1, d = i + 1 < parts ? a + 3 : 0;
    strip.triangles.push_back({a, b, c});
    strip.triangles.push_back({c, b, d});
  }
  EXPECT_NE(prepare_cloth_mesh(strip)->report.reason.find("cannot be told apart"), std::string::npos);
}

TEST(Cloth, BothSidesLieOnEachOther) {
  const auto prepared = prepare_cloth_mesh(uneven_sheet(8));
  const TriangleMesh &mesh = prepared->mesh, front = front_of_cloth(*prepared);
  const std::size_t vertices = front.vertices.size(), triangles = front.triangles.size();
  ASSERT_EQ(mesh.vertices.size(), 2 * vertices);
  ASSERT_EQ(mesh.triangles.size(), 2 * triangles);
  EXPECT_NEAR(surface_area(mesh), 2 * 0.8, 1e-12);
  for (std::size_t t = 0; t < triangles; ++t) {
    const auto normal = [&](std::size_t triangle) -> Vec3 {
      const auto [a, b, c] = mesh.triangles[triangle];
      return (mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]);
    };
    EXPECT_EQ(normal(t), Vec3(-normal(t + triangles)));
    EXPECT_EQ(prepared->outer_triangle(static_cast<std::uint32_t>(t)),
              prepared->outer_triangle(static_cast<std::uint32_t>(t + triangles)));
  }
  EXPECT_EQ(count_edges(EdgeTable(front)).misoriented, 0u);
}

} // namespace
} // namespace lamina
