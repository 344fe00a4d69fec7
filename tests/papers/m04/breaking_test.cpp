#include "tests/papers/m04/breaking.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::papers::m04 {
namespace {

/// Splitting faces loses nothing: pieces have the volume of the whole, and with it its mass, to rounding.
void expect_broken_without_loss(const BreakingRun& run, std::size_t bodies) {
  const Broken found = run_until_broken(run);
  EXPECT_EQ(found.bodies, bodies);
  EXPECT_GE(found.broken, 1u);
  EXPECT_GT(found.pieces, found.bodies);
  EXPECT_LT(std::abs(found.volume_change), 1e-10);
}

// Fig. 13: the torus arrives after a fifth of a second, and comes apart by either response.
TEST(M04Fig13, ATorusBreaksOnACubeByEitherResponse) {
  for (const TetResponse response : {TetResponse::point, TetResponse::segment})
    expect_broken_without_loss({.scene = "torus-breaks", .seconds = 0.5, .response = response}, 1);
}

// Fig. 14: bodies with surfaces only and tetrahedra meet, and the tissue breaks under their weight.
TEST(M04Fig14, ATissueBreaksUnderBodiesWithSurfacesOnly) {
  expect_broken_without_loss({.scene = "weak-tissue", .seconds = 0.45, .response = TetResponse::segment}, 1);
}

// Fig. 15.
TEST(M04Fig15, EllipsoidsBreakOnTheEdgeOfACube) {
  expect_broken_without_loss({.scene = "coarse-ellipsoids", .seconds = 0.5, .response = TetResponse::segment},
                             9);
}

} // namespace
} // namespace lamina::papers::m04
