#include "core/simulation/simulation.h"
#include "tests/physics/cube_on_block.h"
#include "tests/physics/tet_bodies.h"

namespace lamina {
namespace {

using test::tet_body;

/// With both ways of pushing.
std::vector<ContactSettings> by_tetdistance() {
  std::vector<ContactSettings> all(2, Settings().contact);
  for (ContactSettings& contact : all)
    contact.method = "tetdistance";
  all[0].tetdistance.response = TetResponse::point;
  all[1].tetdistance.response = TetResponse::segment;
  return all;
}

TEST(TetDistance, ASoftCubeComesToRestOnABlock) {
  for (const ContactSettings& contact : by_tetdistance())
    test::expect_soft_cube_rests(contact);
}

TEST(TetDistance, ARigidCubeWithoutTetrahedraRestsOnABlockThatHasSome) {
  for (const ContactSettings& contact : by_tetdistance())
    test::expect_surface_cube_rests(contact);
}

// Where a crumpled body meets itself, some contacts push the nodes that they push back: nothing comes of
// them. Taken as constraints, they once threw nodes out of the scene.
TEST(TetDistance, ASoftBlockCrumplesOnAnEdgeAndKeepsNoMoreEnergyThanItHad) {
  for (const ContactSettings& contact : by_tetdistance()) {
    SceneBody edge = tet_body("edge", 3, {0.1, 0.1, 0.4}, BodyKind::fixed, {0, 0.1, 0});
    edge.pose.orientation = test::turn({0, 0, 1}, 0.785);
    SceneBody block = tet_body("block", 4, {0.3, 0.15, 0.15}, BodyKind::soft, {0, 0.29, 0});
    block.material = {5e3, 0.3, 0.003};
    block.velocity = {0, -4, 0};
    const auto scene = test::scene_of({edge, block});
    scene->settings.contact = contact;
    Simulation simulation(scene);
    const auto energy = [&simulation] {
      const StepStatistics& now = simulation.statistics();
      return now.kinetic_J + now.elastic_J + now.potential_J;
    };
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    const double start = energy();
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(simulation.step()) << simulation.problem();
      EXPECT_LT(energy(), start);
    }
  }
}

TEST(TetDistance, ThrownCubesKeepTheirMomentum) {
  for (const ContactSettings& contact : by_tetdistance())
    test::expect_momentum_kept(contact);
}

} // namespace
} // namespace lamina
