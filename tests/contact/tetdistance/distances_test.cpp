#include "tests/contact/tetdistance/solids.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using namespace tetdistance;
using test::exact_distances;
using test::shaken_ball;

DistanceField distances_of(const TetMesh& mesh, TetMarch march, TetExtent extent = TetExtent::full,
                           std::span<const std::uint32_t> marked = {}, int threads = 1) {
  DistanceField field;
  field.update({mesh.nodes, mesh.tetrahedra, {}, 1}, {march, extent, marked, threads});
  return field;
}

std::vector<double> list(const DistanceField& field, std::size_t nodes) {
  std::vector<double> distances;
  for (std::uint32_t node = 0; node < nodes; ++node)
    distances.push_back(field.distance(node));
  return distances;
}

struct Errors {
  double mean = 0, greatest = 0, least = 0, wrong = 0;
};

/// Over the exact distances, in cells of the ball.
Errors errors(const std::vector<double>& found, const std::vector<double>& exact, double cell) {
  Errors of;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double error = (found[i] - exact[i]) / cell;
    of.mean += error / static_cast<double>(exact.size());
    of.greatest = std::max(of.greatest, error);
    of.least = std::min(of.least, error);
    of.wrong += (error > 1e-9 ? 1.0 : 0.0) / static_cast<double>(exact.size());
  }
  return of;
}

/// The nodes of all tetrahedra whose middle lies in a ball.
std::vector<std::uint32_t> nodes_near(const TetMesh& mesh, const Vec3& middle, double radius) {
  std::vector<std::uint32_t> nodes;
  for (const Tetrahedron& t : mesh.tetrahedra)
    if (((mesh.nodes[t[0]] + mesh.nodes[t[1]] + mesh.nodes[t[2]] + mesh.nodes[t[3]]) / 4 - middle).norm() <
        radius)
      nodes.insert(nodes.end(), t.begin(), t.end());
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

TEST(TetDistances, AreExactInABox) {
  // Of a lattice whose nodes lie across from boundary nodes, every march finds the closest one.
  const TetMesh box = test::tet_box(8, {1, 1, 1});
  for (const TetMarch march : {TetMarch::rings, TetMarch::cffm, TetMarch::walking, TetMarch::cpfm}) {
    const DistanceField field = distances_of(box, march);
    for (std::uint32_t node = 0; node < box.nodes.size(); ++node) {
      const Vec3& p = box.nodes[node];
      const double exact = std::min(p.minCoeff(), (Vec3::Ones() - p).minCoeff());
      EXPECT_NEAR(field.distance(node), exact, 1e-15) << node;
    }
  }
}

TEST(TetDistances, AreNeverBelowTheExactOnesAndHardlyAbove) {
  const std::uint32_t n = 16;
  const test::SolidBody ball = shaken_ball(n, 1);
  const std::vector<double> exact = exact_distances(ball.mesh);
  struct Case {
    TetMarch march;
    double mean, wrong;
  };
  // Twice what was measured on this ball and more; for cffm and cpfm the order of size is that of M04's
  // tables.
  for (const Case& of : {Case{TetMarch::rings, 1e-3, 0.06}, Case{TetMarch::walking, 1e-3, 0.06},
                         Case{TetMarch::cffm, 0.1, 1}, Case{TetMarch::cpfm, 0.2, 1}}) {
    const DistanceField field = distances_of(ball.mesh, of.march);
    const Errors error = errors(list(field, exact.size()), exact, 2.0 / n);
    // Distances of the size of the ball are rounded.
    EXPECT_GE(error.least, -1e-12);
    EXPECT_LE(error.mean, of.mean) << "march " << static_cast<int>(of.march);
    EXPECT_LE(error.wrong, of.wrong) << "march " << static_cast<int>(of.march);
  }
}

TEST(TetDistances, LeadToTheirClosestPlace) {
  const test::SolidBody ball = shaken_ball(8, 1);
  for (const TetMarch march : {TetMarch::rings, TetMarch::cffm, TetMarch::walking, TetMarch::cpfm}) {
    const DistanceField field = distances_of(ball.mesh, march);
    for (std::uint32_t node = 0; node < ball.mesh.nodes.size(); ++node) {
      const Closest closest = field.closest(node);
      Vec3 sum = Vec3::Zero();
      for (std::size_t k = 0; k < 3; ++k)
        sum += closest.weight[k] * ball.mesh.nodes[closest.corner[k]];
      EXPECT_LT((sum - closest.place).norm(), 1e-14);
      EXPECT_NEAR((ball.mesh.nodes[node] - closest.place).norm(), field.distance(node), 1e-14);
    }
  }
}

TEST(TetDistances, FansFindWhatPlainCodeFinds) {
  const test::SolidBody ball = shaken_ball(8, 1);
  const SolidRings rings(ball.mesh.nodes.size(), ball.mesh.tetrahedra);
  std::vector<Vec3> positions;
  for (std::uint32_t rank = 0; rank < rings.nodes(); ++rank)
    positions.push_back(ball.mesh.nodes[rings.node_of(rank)]);
  test::Dice dice(3);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 point = dice.vector(0.8);
    const auto node = static_cast<std::uint32_t>(dice.within(0, rings.boundary_nodes()));
    const Foot fast = search_fans(rings, positions, point, node);
    const Foot plain = search_fans_plainly(rings, positions, point, node);
    EXPECT_EQ(fast.node, plain.node);
    // Two triangles may be as close as each other but for rounding.
    EXPECT_NEAR(fast.squared, plain.squared, 1e-14);
  }
}

TEST(TetDistances, AreTheSameBitForBitOnAnyNumberOfThreadsAndInAnyOrderOfNodes) {
  const test::SolidBody ball = shaken_ball(14, 1);
  const std::size_t count = ball.mesh.nodes.size();
  const auto marked = nodes_near(ball.mesh, {0.7, 0, 0}, 0.4);
  for (const TetExtent extent : {TetExtent::full, TetExtent::lazy, TetExtent::local})
    EXPECT_EQ(list(distances_of(ball.mesh, TetMarch::rings, extent, marked, 1), count),
              list(distances_of(ball.mesh, TetMarch::rings, extent, marked, 4), count));

  TetMesh other = ball.mesh;
  std::vector<std::uint32_t> place(count);
  std::iota(place.begin(), place.end(), 0u);
  std::shuffle(place.begin(), place.end(), std::mt19937(7));
  for (std::uint32_t node = 0; node < count; ++node)
    other.nodes[place[node]] = ball.mesh.nodes[node];
  for (Tetrahedron& t : other.tetrahedra)
    for (std::uint32_t& node : t)
      node = place[node];
  const DistanceField one = distances_of(ball.mesh, TetMarch::rings),
                      two = distances_of(other, TetMarch::rings);
  for (std::uint32_t node = 0; node < count; ++node)
    // Which of two equally close triangles is taken depends on the order, and so may the last bits.
    EXPECT_NEAR(one.distance(node), two.distance(place[node]), 1e-14);
}

TEST(TetDistances, LazilyAreThoseOfAllOnMarkedNodes) {
  const test::SolidBody ball = shaken_ball(14, 1);
  for (const TetMarch march : {TetMarch::rings, TetMarch::cffm, TetMarch::walking, TetMarch::cpfm}) {
    const DistanceField full = distances_of(ball.mesh, march);
    const auto marked = nodes_near(ball.mesh, {0.6, 0.3, 0}, 0.3);
    const DistanceField lazy = distances_of(ball.mesh, march, TetExtent::lazy, marked);
    ASSERT_FALSE(marked.empty());
    for (const std::uint32_t node : marked)
      EXPECT_EQ(lazy.distance(node), full.distance(node)) << node;
    if (march != TetMarch::rings) {
      EXPECT_LT(lazy.visited(), full.visited()) << "the middle is farther away";
    }
  }
}

TEST(TetDistances, LocallyVisitFewNodesAndHardlyDiffer) {
  const test::SolidBody ball = shaken_ball(24, 1);
  const DistanceField full = distances_of(ball.mesh, TetMarch::rings);
  std::size_t count = 0, differ = 0;
  test::Dice dice(11);
  for (int i = 0; i < 8; ++i) {
    const auto marked = nodes_near(ball.mesh, 0.85 * dice.vector(1).normalized(), 0.3);
    const DistanceField local = distances_of(ball.mesh, TetMarch::rings, TetExtent::local, marked);
    EXPECT_LT(local.visited(), full.visited() / 5);
    for (const std::uint32_t node : marked) {
      ++count;
      differ += std::abs(local.distance(node) - full.distance(node)) > 1e-12;
      // 0.2 % of the width of the ball.
      EXPECT_NEAR(local.distance(node), full.distance(node), 0.002 * 2);
    }
  }
  EXPECT_LT(static_cast<double>(differ), 0.005 * static_cast<double>(count));
}

TEST(TetDistances, OfARigidSolidAreTheSameWhereverItIs) {
  test::SolidBody ball = shaken_ball(6, 1);
  const std::vector<Vec3> at_rest = ball.mesh.nodes;
  const Solid solid{ball.mesh.nodes, ball.mesh.tetrahedra, {}, 0, true, at_rest};
  DistanceField first;
  first.update(solid, {});
  const std::vector<double> before = list(first, at_rest.size());
  test::Dice dice(2);
  const Pose pose{dice.vector(3), dice.turn()};
  ball.move([&](const Vec3& node) -> Vec3 { return pose * node; });
  DistanceField second;
  second.update(solid, {});
  first.update(solid, {});
  EXPECT_EQ(list(first, at_rest.size()), before);
  EXPECT_EQ(list(second, at_rest.size()), before) << "a run may go on from any pose";
  // The closest places move with it: rounding of a few metres.
  for (std::uint32_t node = 0; node < at_rest.size(); ++node)
    EXPECT_NEAR((ball.mesh.nodes[node] - first.closest(node).place).norm(), before[node], 1e-14);
}

TEST(TetDistances, OfBadSolidsAreHarmless) {
  TetMesh mesh = shaken_ball(4, 1).mesh;
  mesh.nodes.push_back({9, 9, 9});                         // used by nothing
  mesh.tetrahedra.push_back(mesh.tetrahedra.front());      // glued to another one on all its faces
  std::swap(mesh.tetrahedra[1][0], mesh.tetrahedra[1][1]); // inside out
  mesh.tetrahedra.push_back({3, 3, 4, 5});                 // collapsed
  mesh.tetrahedra.push_back({1, 2, 3, 4000000});           // no such node
  mesh.nodes[7] = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  const auto nodes = static_cast<std::uint32_t>(mesh.nodes.size());
  std::vector<std::uint32_t> all(nodes);
  std::iota(all.begin(), all.end(), 0u);
  for (const TetMarch march : {TetMarch::rings, TetMarch::cffm, TetMarch::walking, TetMarch::cpfm})
    for (const TetExtent extent : {TetExtent::full, TetExtent::lazy, TetExtent::local}) {
      const DistanceField field = distances_of(mesh, march, extent, all);
      EXPECT_FALSE(std::isfinite(field.distance(nodes - 1))) << "it has no way to the boundary";
      EXPECT_EQ(field.visited() < nodes, true);
    }
  EXPECT_EQ(distances_of({}, TetMarch::rings).visited(), 0u);
}

TEST(SolidRings, AreEdgesFromTheBoundary) {
  const TetMesh box = test::tet_box(6);
  const SolidRings rings(box.nodes.size(), box.tetrahedra);
  EXPECT_EQ(rings.rings(), 4u);
  for (std::uint32_t rank = 0; rank < rings.nodes(); ++rank) {
    const Vec3& p = box.nodes[rings.node_of(rank)];
    const double cells = 6 * std::min(p.minCoeff(), (Vec3::Ones() - p).minCoeff());
    EXPECT_EQ(rings.ring_of(rank), static_cast<std::size_t>(std::lround(cells)));
    for (const std::uint32_t inner : rings.inner(rank))
      EXPECT_EQ(rings.ring_of(inner) + 1, rings.ring_of(rank));
    for (const std::uint32_t beside : rings.beside(rank))
      EXPECT_EQ(rings.ring_of(beside), rings.ring_of(rank));
    EXPECT_EQ(rings.rank_of(rings.node_of(rank)), rank);
  }
  EXPECT_EQ(rings.triangles().size(), 12u * 36u);
}

} // namespace
} // namespace lamina
