#include "core/response/constraints/newton_system.h"

#include "core/body/make_body.h"
#include "core/contact/method.h"
#include "core/response/constraints/cell_products.h"
#include "core/response/detection_request.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>

namespace lamina {
namespace {

constexpr double h = 0.01;

/// Two boxes and an octopus with bones that overlap each other, on a ground; perhaps a soft ball within.
/// Cells have random slopes, some none.
struct Touching {
  Settings settings;
  StepInput step;
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<Body*> pointers;
  std::vector<PairContacts> contacts;
  BlockSystem system;
  std::vector<PairConstraints> pairs;
  std::vector<Eigen::Matrix4d> slopes;
  std::mt19937 random{5};

  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }

  explicit Touching(bool soft) {
    std::string text = R"({"title": "touching", "bodies": [
      {"name": "ground", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 4}},
      {"name": "box", "position": [0.3, 0.09, 0], "recipe": {"shape": "box", "x": 0.2, "y": 0.2, "z": 0.2}},
      {"name": "lid", "position": [0.33, 0.25, 0], "recipe": {"shape": "box", "x": 0.2, "y": 0.16, "z": 0.2}},
      {"name": "octopus", "kind": "skinned", "position": [0, 0.12, 0], "recipe": {"shape": "octopus", "triangles": 900}})";
    if (soft)
      text += R"(, {"name": "ball", "kind": "soft", "lattice_cells": 4, "position": [0.2, 0.1, 0.15],
                  "recipe": {"shape": "sphere", "radius": 0.12, "triangles": 500}})";
    Scene scene = parse_scene(text + "]}", "touching.json");
    load_scene_meshes(scene);
    step.h = h;
    step.settings = &settings;
    settings.contact.ldi.resolution = 32;
    std::vector<const Surface*> surfaces;
    std::vector<BodyPair> met;
    for (const SceneBody& description : scene.bodies) {
      bodies.push_back(make_body(description));
      pointers.push_back(bodies.back().get());
      surfaces.push_back(&bodies.back()->surface());
      for (std::uint32_t other = 0; other + 1 < pointers.size(); ++other)
        met.push_back({other, static_cast<std::uint32_t>(pointers.size() - 1)});
    }
    make_contact_method(settings.contact)->detect(detection_input(surfaces, met, settings), contacts);
    system.set_bodies(pointers);
    system.clear_terms(h);
    for (std::size_t i = 0; i < pointers.size(); ++i) {
      BlockVector v(system.length(i));
      pointers[i]->predict(0, h, true, v);
    }
    system.factor_preconditioner();
    for (const PairContacts& found : contacts) {
      PairConstraints& pair = pairs.emplace_back();
      const auto [a, b] = found.body;
      pair.begin(found, {{pointers[a], pointers[b]}, {system.first_block(a), system.first_block(b)}}, 0.5);
      for (std::size_t c = 0; c < pair.cells().size(); ++c) {
        const Eigen::Matrix4d root = 3 * Eigen::Matrix4d::NullaryExpr([this] { return number(); });
        slopes.push_back(c % 3 == 0 ? Eigen::Matrix4d(Eigen::Matrix4d::Zero()) : root * root.transpose());
      }
    }
  }

  BlockVector vector() {
    BlockVector made =
        BlockVector::NullaryExpr(static_cast<Eigen::Index>(system.size()), [this] { return number(); });
    system.filter(made);
    return made;
  }

  /// Jᵀ D J x of one pair, cell by cell, added to y.
  void add_product(std::size_t p, const BlockVector& x, BlockVector& y) {
    std::size_t first = 0;
    for (std::size_t k = 0; k < p; ++k)
      first += pairs[k].cells().size();
    std::vector<Vec4> u(pairs[p].cells().size());
    pairs[p].get_velocities(x, u);
    for (std::size_t c = 0; c < u.size(); ++c)
      pairs[p].cells()[c].impulse = slopes[first + c] * u[c];
    pairs[p].apply_impulses(y);
  }

  /// (A + Σ Jᵀ D J) x.
  BlockVector product(const BlockVector& x) {
    BlockVector y;
    system.multiply(x, y, false);
    for (std::size_t p = 0; p < pairs.size(); ++p)
      add_product(p, x, y);
    system.filter(y);
    return y;
  }
};

TEST(NewtonSystem, AFactorisationOverBodiesAndBonesSolvesToRounding) {
  Touching t(false);
  ASSERT_GE(t.pairs.size(), 4u);
  const auto newton = make_direct_newton();
  newton->begin(t.step, t.system, t.pairs);
  for (int k = 0; k < 3; ++k) {
    const BlockVector r = t.vector();
    BlockVector x;
    newton->solve(t.slopes, r, x);
    EXPECT_LT((t.product(x) - r).norm(), 1e-9 * r.norm()); // joints make the matrix stiff
    for (Eigen::Matrix4d& slope : t.slopes)
      slope *= 0.5;
  }
}

TEST(NewtonSystem, ConjugateGradientsLessenTheResidualAndNeedOneStepWithoutNodes) {
  for (const bool soft : {false, true}) {
    Touching t(soft);
    const auto newton = make_iterative_newton();
    newton->begin(t.step, t.system, t.pairs);
    const BlockVector r = t.vector();
    BlockVector x;
    const int iterations = newton->solve(t.slopes, r, x);
    // xᵀ r is at most that of the solution, and the nearer to it, the nearer the energy is to its minimum.
    const BlockVector ax = t.product(x);
    EXPECT_GT(x.dot(r), 0);
    EXPECT_LT(x.dot(ax), 1.02 * x.dot(r)) << "a step of Newton that goes downhill";
    if (!soft) {
      EXPECT_EQ(iterations, 1);
      EXPECT_LT((ax - r).norm(), 1e-9 * r.norm());
    }
  }
}

TEST(NewtonSystem, ProductsOfCellsAreThoseOfTheirRows) {
  Touching t(true);
  std::size_t first = 0;
  int touching_soft = 0;
  for (std::size_t p = 0; p < t.pairs.size(); ++p) {
    const std::size_t count = t.pairs[p].cells().size();
    CellProducts products;
    products.begin(t.pairs[p]);
    products.set_slopes(std::span(t.slopes).subspan(first, count));
    first += count;
    std::vector<Vec3> forces(products.blocks().size());
    std::vector<Mat3> diagonal(products.blocks().size());
    const BlockVector x = t.vector();
    products.multiply(x, forces);
    products.diagonal(diagonal);
    BlockVector expected = BlockVector::Zero(x.size()), found = expected;
    t.add_product(p, x, expected);
    t.system.filter(expected);
    for (std::size_t k = 0; k < forces.size(); ++k)
      found.segment<3>(3 * static_cast<Eigen::Index>(products.blocks()[k])) += forces[k];
    t.system.filter(found);
    EXPECT_LE((found - expected).norm(), 1e-12 * expected.norm()) << "pair " << p;
    touching_soft += t.pairs[p].body()[1] == 4 && expected.norm() > 0 ? 1 : 0;

    for (std::size_t k = 0; k < diagonal.size(); ++k) {
      if (diagonal[k].isZero(0))
        continue;
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(products.blocks()[k]);
      for (int column = 0; column < 3; ++column) {
        BlockVector unit = BlockVector::Zero(x.size()), of_unit = unit;
        unit[at + column] = 1;
        t.add_product(p, unit, of_unit);
        EXPECT_LT((diagonal[k].col(column) - of_unit.segment<3>(at)).norm(), 1e-12 * diagonal[k].norm());
      }
    }
  }
  EXPECT_GE(touching_soft, 2) << "nodes against a box, and against bones";
}

} // namespace
} // namespace lamina
