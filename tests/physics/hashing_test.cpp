#include "tests/physics/cube_on_block.h"

namespace lamina {
namespace {

ContactSettings by_hashing() {
  ContactSettings contact = Settings().contact;
  contact.method = "hashing";
  return contact;
}

TEST(Hashing, ASoftCubeComesToRestOnABlock) {
  test::expect_soft_cube_rests(by_hashing());
}

TEST(Hashing, ARigidCubeWithoutTetrahedraRestsOnABlockThatHasSome) {
  test::expect_surface_cube_rests(by_hashing());
}

TEST(Hashing, ASlidingCubeIsBrakedByCoulombsLaw) {
  for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
    SceneBody cube =
        test::tet_body("cube", 4, Vec3::Constant(test::cube_side), BodyKind::rigid, {-0.1, 0.05, 0});
    cube.velocity = {1, 0, 0};
    auto scene = test::cube_on_block(cube, by_hashing(), response);
    scene->settings.friction.coefficient = 0.5;
    Simulation simulation(scene);
    test::run_for(simulation, 0.05);
    const double early = simulation.snapshot()->bodies[1].velocity.x();
    test::run_for(simulation, 0.1);
    // v(t) = v − μ g t
    EXPECT_NEAR(early - simulation.snapshot()->bodies[1].velocity.x(), 0.5 * 9.81 * 0.1,
                0.02 * 0.5 * 9.81 * 0.1);
  }
}

TEST(Hashing, ThrownCubesKeepTheirMomentum) {
  test::expect_momentum_kept(by_hashing());
}

} // namespace
} // namespace lamina
