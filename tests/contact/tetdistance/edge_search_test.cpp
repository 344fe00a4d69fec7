#include "core/contact/tetdistance/edge_search.h"
#include "core/contact/tetrahedra/tet_frame.h"
#include "tests/contact/tetdistance/solids.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using namespace tetdistance;
using test::SolidBody;

std::vector<EdgePiece> search(const Surface& surface, const SolidBody& body, int threads = 1) {
  SurfaceParts parts;
  parts.update(surface);
  const Solid solid = body.solid();
  const std::array<EdgeQuery, 1> queries = {EdgeQuery{&parts, &solid, body.surface.bounds, false}};
  std::vector<std::vector<EdgePiece>> found;
  EdgeSearch().find(queries, threads, found);
  return found.at(0);
}

/// Lengths within each tetrahedron, of each edge, from pieces.
std::map<std::array<std::uint32_t, 2>, double> shares(const std::vector<EdgePiece>& pieces) {
  std::map<std::array<std::uint32_t, 2>, double> sums;
  for (const EdgePiece& piece : pieces)
    sums[{piece.edge, piece.tetrahedron}] += piece.to - piece.from;
  return sums;
}

TEST(EdgeSearch, FindsWhatClippingEachEdgeToEachTetrahedronFinds) {
  const SolidBody ball = test::shaken_ball(5, 1);
  SolidBody other = test::tet_ball(4, 0.8);
  test::Dice dice(4);
  const Pose pose{{0.9, 0.3, -0.2}, dice.turn()};
  other.move([&](const Vec3& node) -> Vec3 { return pose * node; });
  SurfaceParts parts;
  parts.update(other.surface);
  const auto found = shares(search(other.surface, ball));

  std::size_t count = 0;
  for (std::uint32_t e = 0; e < parts.edges().size(); ++e) {
    const Vec3& a = other.surface.positions[parts.edges()[e].vertex[0]];
    const Vec3& b = other.surface.positions[parts.edges()[e].vertex[1]];
    for (std::uint32_t t = 0; t < ball.mesh.tetrahedra.size(); ++t) {
      const tetrahedra::TetFrame frame(ball.mesh.nodes, ball.mesh.tetrahedra[t]);
      if (!frame.usable())
        continue;
      const auto at_a = frame.weights(a), at_b = frame.weights(b);
      double from = 0, to = 1;
      for (std::size_t i = 0; i < 4; ++i) {
        const double zero = at_a[i] / (at_a[i] - at_b[i]);
        (at_b[i] > at_a[i] ? from : to) = at_b[i] > at_a[i] ? std::max(from, zero) : std::min(to, zero);
      }
      const auto piece = found.find({e, t});
      // Edges are shifted by 10⁻⁹ of the ball, and cut in single precision.
      EXPECT_NEAR(piece == found.end() ? 0 : piece->second, std::max(0.0, to - from), 1e-6);
      count += to > from;
    }
  }
  EXPECT_GT(count, 100u);
}

TEST(EdgeSearch, CountsEdgesWithinFacesOfTetrahedraOnce) {
  // All edges of the cube run within planes of the lattice, and many along its edges.
  const SolidBody block(test::tet_box(4, {1, 1, 1}));
  const TriangleMesh cube = test::box_between({0.25, 0.25, 0.5}, {0.75, 0.75, 2});
  const Surface surface = test::surface_of(cube, {}, false);
  SurfaceParts parts;
  parts.update(surface);
  std::vector<double> inside(parts.edges().size(), 0);
  for (const EdgePiece& piece : search(surface, block))
    inside[piece.edge] += piece.to - piece.from;
  for (std::size_t e = 0; e < inside.size(); ++e) {
    const double low = surface.positions[parts.edges()[e].vertex[0]].z();
    const double high = surface.positions[parts.edges()[e].vertex[1]].z();
    const double expected = low == high ? (low == 0.5 ? 1 : 0) : 0.5 / 1.5;
    EXPECT_NEAR(inside[e], expected, 1e-6);
  }
}

TEST(EdgeSearch, IsTheSameBitForBitOnAnyNumberOfThreads) {
  const SolidBody ball = test::shaken_ball(12, 1);
  SolidBody other = test::tet_ball(9, 0.7);
  other.move([](const Vec3& node) -> Vec3 { return node + Vec3(0.6, 0, 0); });
  const auto one = search(other.surface, ball, 1), many = search(other.surface, ball, 4);
  ASSERT_EQ(one.size(), many.size());
  ASSERT_FALSE(one.empty());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].edge, many[i].edge);
    EXPECT_EQ(one[i].tetrahedron, many[i].tetrahedron);
    EXPECT_EQ(one[i].from, many[i].from);
    EXPECT_EQ(one[i].to, many[i].to);
  }
}

TEST(EdgeSearch, PassesOverWhatIsNoNumber) {
  SolidBody ball = test::shaken_ball(5, 1);
  Surface surface = test::tet_ball(6, 0.9).surface;
  const std::size_t whole = search(surface, ball).size();
  ball.mesh.nodes.back() = Vec3::Constant(std::numeric_limits<double>::infinity());
  surface.positions[7] = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  const std::size_t left = search(surface, ball).size();
  EXPECT_GT(left, 0u);
  EXPECT_LT(left, whole);
}

} // namespace
} // namespace lamina
