#include "core/body/corotational.h"

#include "core/base/error.h"
#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"
#include "core/mesh/tet_surface.h"
#include "tests/body/elastic_support.h"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

/// A box of tetrahedra whose nodes are shaken, so that no symmetry hides anything.
TetMesh shaken_box(int cells) {
  TetMesh mesh = build_lattice(make_box({1, 1, 1}), cells).mesh;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-0.1 / cells, 0.1 / cells);
  for (Vec3& node : mesh.nodes)
    node += Vec3(shift(random), shift(random), shift(random));
  return mesh;
}

/// Nodes that no face of the boundary uses: those whose forces must balance in an even strain.
std::vector<bool> inner_nodes(const TetMesh& mesh) {
  Box box;
  for (const Vec3& node : mesh.nodes)
    box.include(node);
  std::vector<bool> inner;
  const double cell = box.size().maxCoeff() / 3;
  for (const Vec3& node : mesh.nodes)
    inner.push_back(((node - box.min).array() > 0.5 * cell).all() &&
                    ((box.max - node).array() > 0.5 * cell).all());
  return inner;
}

std::vector<Vec3> moved(const TetMesh& mesh, const Mat3& f, const Vec3& shift) {
  std::vector<Vec3> nodes;
  for (const Vec3& node : mesh.nodes)
    nodes.push_back(f * node + shift);
  return nodes;
}

const Material rubber{2e5, 0.3, 0};

TEST(Corotational, AnEvenStrainHasTheExactEnergyAndBalancesInside) {
  const TetMesh mesh = shaken_box(3);
  CorotationalTetrahedra model(mesh, {}, rubber);
  Mat3 strain;
  strain << 0.02, 0.01, -0.005, 0.01, -0.03, 0.004, -0.005, 0.004, 0.01;
  const Mat3 turn = Eigen::AngleAxisd(1.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  model.update(moved(mesh, turn * (Mat3::Identity() + strain), Vec3(3, 1, -2)));

  const double lambda = 2e5 * 0.3 / (1.3 * 0.4), mu = 2e5 / 2.6;
  const double density = mu * strain.squaredNorm() + 0.5 * lambda * strain.trace() * strain.trace();
  EXPECT_NEAR(model.energy() / (density * total_volume(mesh)), 1, 1e-10);

  const std::vector<bool> inner = inner_nodes(mesh);
  ASSERT_GT(std::count(inner.begin(), inner.end(), true), 0);
  for (std::size_t i = 0; i < inner.size(); ++i)
    if (inner[i]) {
      EXPECT_NEAR(model.forces()[i].norm(), 0, 1e-8);
    }

  BodyInside inside;
  model.look_inside(inside);
  const Mat3 stress = 2 * mu * strain + lambda * strain.trace() * Mat3::Identity();
  const Mat3 deviator = stress - stress.trace() / 3 * Mat3::Identity();
  for (const float von_mises : inside.stress)
    EXPECT_NEAR(static_cast<double>(von_mises) / std::sqrt(1.5 * deviator.squaredNorm()), 1, 1e-5);
}

TEST(Corotational, ForcesAreTheGradientOfTheEnergyHoweverDeformed) {
  const TetMesh mesh = shaken_box(2);
  CorotationalTetrahedra model(mesh, {}, rubber);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-0.05, 0.05);
  std::vector<Vec3> nodes = moved(mesh, Eigen::AngleAxisd(2, Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero());
  for (Vec3& node : nodes)
    node += Vec3(shift(random), shift(random), shift(random));
  // Truncation grows with the square of the step, rounding with 1e-16 E over it.
  EXPECT_NEAR(test::force_error(model, nodes, 1e-5), 0, 1e-5);
}

TEST(Corotational, StiffnessIsTheDerivativeOfTheForcesWhereNothingIsStrained) {
  const TetMesh mesh = shaken_box(2);
  CorotationalTetrahedra model(mesh, {}, rubber);
  const Mat3 turn = Eigen::AngleAxisd(0.8, Vec3(0, 1, 1).normalized()).toRotationMatrix();
  const std::vector<Vec3> rest = moved(mesh, turn, Vec3(1, 0, 0));
  EXPECT_NEAR(test::stiffness_error(model, rest), 0, 1e-7);
}

TEST(Corotational, StiffnessIsSymmetricAndNeverNegative) {
  const TetMesh mesh = shaken_box(1);
  CorotationalTetrahedra model(mesh, {}, {1e5, 0.45, 0});
  std::mt19937 random(9);
  std::uniform_real_distribution<double> shift(-0.3, 0.3);
  std::vector<Vec3> nodes = mesh.nodes;
  for (Vec3& node : nodes)
    node += Vec3(shift(random), shift(random), shift(random));
  model.update(nodes);
  const auto size = static_cast<Eigen::Index>(3 * nodes.size());
  Eigen::MatrixXd whole = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index k = 0; k < size; ++k)
    model.stiffness().add_product(1.0, Eigen::VectorXd(Eigen::VectorXd::Unit(size, k)).data(),
                                  whole.col(k).data());
  EXPECT_NEAR((whole - whole.transpose()).norm() / whole.norm(), 0, 1e-14);
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(whole).eigenvalues();
  EXPECT_GT(values.minCoeff(), -1e-10 * values.maxCoeff());
}

TEST(Corotational, ImpossibleMaterialsAreRefused) {
  CorotationalTetrahedra model(shaken_box(1), {}, rubber);
  EXPECT_THROW(model.set_material({0, 0.3, 0}), InputError);
  EXPECT_THROW(model.set_material({1e5, 0.5, 0}), InputError);
  EXPECT_THROW(model.set_material({1e5, 0.3, -1}), InputError);
  EXPECT_THROW(model.set_material({std::nan(""), 0.3, 0}), InputError);
}

TEST(Corotational, FlatTetrahedraAreRefused) {
  TetMesh flat;
  flat.nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  flat.tetrahedra = {{0, 1, 2, 3}};
  EXPECT_THROW(CorotationalTetrahedra(flat, {}, rubber), InputError);
}

} // namespace
} // namespace lamina
