#include "tests/papers/m04/overlaps.h"

#include "tests/papers/m04/marches.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace lamina::papers::m04 {
namespace {

std::string word(const Cell& cell) {
  return std::get<std::string>(cell);
}
double value(const Cell& cell) {
  return std::get<double>(cell);
}

// Fig. 11: where edges cross, points find nothing and segments push the tetrahedra apart.
TEST(M04Fig11, PointsFindNothingWhereEdgesCrossAndSegmentsPush) {
  const Table table = crossing_edges();
  ASSERT_EQ(table.rows.size(), 2u);
  ASSERT_EQ(word(table.rows[0][0]), "points");
  EXPECT_EQ(value(table.rows[0][1]), 0);
  EXPECT_GT(value(table.rows[1][1]), 0);
  EXPECT_GT(value(table.rows[1][4]), 0);
}

// Fig. 12: contacts all around the hole push the ball out of it and the torus as much the other way.
TEST(M04Fig12, ContactsAllAroundPushTheBallOutOfTheTorus) {
  const auto [torus, ball] = torus_and_ball();
  for (const TetResponse response : {TetResponse::point, TetResponse::segment}) {
    const PairContacts found = test::detect_solids(torus, ball, test::tet_settings(response));
    EXPECT_GT(found.contacts.size(), 500u);
    const test::Push on_torus = test::push_on(found, 0, torus.surface, torus.mesh.nodes);
    const test::Push on_ball = test::push_on(found, 1, ball.surface, ball.mesh.nodes);
    // Sums of rounded numbers.
    EXPECT_LT((on_torus.force + on_ball.force).norm(), 1e-13 * on_ball.size);
    EXPECT_GT(on_ball.force.y(), 0);
    // Around the hole pushes cancel, for the ball is off its middle by a tenth of what it overlaps.
    EXPECT_LT(std::hypot(on_ball.force.x(), on_ball.force.z()), 0.5 * on_ball.force.y());
  }
}

// Fig. 7 on smaller solids: distances are never too small. CPFM is off by half of an edge at most, plus what
// points that are not the closest add; features are ten times as good.
TEST(M04Fig7, MarchesOfAPawnErrByLessThanAnEdge) {
  const TetMesh pawn = *big_solid(BigSolid::pawn, 20'000);
  EXPECT_NEAR(static_cast<double>(pawn.tetrahedra.size()), 20'000, 4'000);
  constexpr std::array marches{TetMarch::cpfm, TetMarch::cffm, TetMarch::rings};
  const std::vector<March> found = march_in_turn(pawn, marches, 1, 300);
  for (const March& march : found) {
    EXPECT_GT(march.least_error, -1e-12);
    EXPECT_LT(march.max_error, 1);
  }
  EXPECT_LT(found[0].mean_error, 0.1);
  EXPECT_LT(found[1].mean_error, 0.2 * found[0].mean_error);
  EXPECT_LT(found[2].mean_error, 0.2 * found[0].mean_error);
}

} // namespace
} // namespace lamina::papers::m04
