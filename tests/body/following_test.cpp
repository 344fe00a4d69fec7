// What a body keeps of its elastic model where it breaks elsewhere: the same bits as if all were made anew.

#include "core/body/corotational.h"
#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace lamina {
namespace {

SceneBody weak_block() {
  SceneBody body = test::body_of_tets("block", test::tet_box(4, {0.4, 0.3, 0.2}));
  body.material = {2e5, 0.3, 0.01, 4e3};
  return body;
}

class BodyThatBreaks {
public:
  BodyThatBreaks()
      : description(weak_block()), body(description, soft_parts(description)),
        solid(description.tetrahedra, description.mesh, description.mesh_nodes) {}

  std::vector<double> state() const {
    std::vector<double> numbers;
    body.save(numbers);
    return numbers;
  }
  SolidCuts cuts() const {
    SolidCuts found;
    found.restore(state());
    return found;
  }
  /// Shakes all nodes, so that faces are overloaded here and there.
  void shake() {
    std::vector<double> numbers = state();
    const std::size_t first = numbers.size() - 6 * body.nodes().size();
    for (std::size_t i = first; i < first + 3 * body.nodes().size(); ++i)
      numbers[i] += 1e-3 * number(random);
    body.restore(numbers);
  }
  bool cut() {
    CutTriangle triangle;
    const Vec3 middle(0.2 + 0.2 * number(random), 0.15 + 0.15 * number(random), 0.1 + 0.1 * number(random));
    for (Vec3& corner : triangle)
      corner = middle + 0.2 * Vec3(number(random), number(random), number(random));
    return body.cut({&triangle, 1});
  }

  SceneBody description;
  NodalBody body;
  BreakableSolid solid;
  std::mt19937 random{11};
  std::uniform_real_distribution<double> number{-1, 1};
};

/// Masses, forces, stiffness and energy are those of a model that was made of the solid as its cuts leave it.
void expect_as_made_anew(BodyThatBreaks& broken) {
  const NodalBody& body = broken.body;
  const TetMesh mesh = broken.solid.form(broken.cuts()).mesh;
  const std::vector<double> masses =
      node_masses(mesh, mass_of(broken.description, closed_volume(broken.description)));
  EXPECT_TRUE(std::equal(masses.begin(), masses.end(), body.masses().begin(), body.masses().end()));
  CorotationalTetrahedra anew(mesh, {}, broken.description.material);
  ASSERT_EQ(anew.forces().size(), body.nodes().size());
  anew.update(body.nodes());
  EXPECT_EQ(body.elastic_energy(), anew.energy());

  const auto size = static_cast<Eigen::Index>(3 * body.nodes().size());
  BlockVector forces = BlockVector::Zero(size), x(size), y = BlockVector::Zero(size), expected = y;
  body.add_forces(Vec3::Zero(), forces);
  for (Eigen::Index i = 0; i < size; ++i) {
    ASSERT_EQ(forces[i], anew.forces()[static_cast<std::size_t>(i / 3)][i % 3]) << "of " << size;
    x[i] = broken.number(broken.random);
  }
  const double h = 0.01;
  body.multiply(h, x, y);
  body.add_inertia(x, expected);
  anew.stiffness().add_product(h * (h + broken.description.material.damping), x.data(), expected.data());
  EXPECT_EQ(y, expected);
}

TEST(Following, IsAsMadeAnewAfterAnyBreaksAndCuts) {
  BodyThatBreaks broken;
  std::vector<std::vector<double>> states{broken.state()};
  int breaks = 0, cuts = 0;
  for (int event = 0; event < 120; ++event) {
    SCOPED_TRACE(event);
    switch (event % 4) {
    case 0:
      cuts += broken.cut() ? 1 : 0;
      break;
    case 3: // where it was before, or when it was whole
      broken.body.restore(states[event % 3 == 0 ? 0 : broken.random() % states.size()]);
      break;
    default:
      broken.shake();
      breaks += broken.body.break_apart() ? 1 : 0;
    }
    expect_as_made_anew(broken);
    if (testing::Test::HasFailure())
      return;
    states.push_back(broken.state());
  }
  EXPECT_GT(breaks, 20);
  EXPECT_GT(cuts, 10);
}

// Restoring evaluates all elements; without it, sums are those that were kept.
TEST(Following, KeepsNothingThatChangedInARowOfBreaks) {
  BodyThatBreaks broken;
  broken.shake();
  int breaks = 0;
  for (; broken.body.break_apart() || broken.cut(); ++breaks) {
    expect_as_made_anew(broken);
    if (testing::Test::HasFailure() || breaks == 40)
      return;
  }
  EXPECT_GT(breaks, 10);
}

} // namespace
} // namespace lamina
