#include "tests/physics/cube_on_block.h"

namespace lamina {
namespace {

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

TEST(TetDistance, ThrownCubesKeepTheirMomentum) {
  for (const ContactSettings& contact : by_tetdistance())
    test::expect_momentum_kept(contact);
}

} // namespace
} // namespace lamina
