#include "core/contact/tetrahedra/tet_hash.h"

#include "tests/contact/tetrahedra/solid_body.h"

#include <gtest/gtest.h>

#include <limits>
#include <tuple>

namespace lamina::test {

using namespace tetrahedra;

namespace {

/// Bodies, all of whose nodes are points.
struct Bodies {
  std::vector<SolidBody> bodies;
  std::vector<std::vector<std::uint32_t>> numbers;
  std::vector<Solid> solids;
  std::vector<HashPoints> points;

  void list() {
    solids.clear();
    points.clear();
    numbers.assign(bodies.size(), {});
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      numbers[i].resize(bodies[i].mesh.nodes.size());
      std::iota(numbers[i].begin(), numbers[i].end(), 0u);
      solids.push_back(bodies[i].solid());
      points.push_back({bodies[i].mesh.nodes, numbers[i]});
    }
  }
};

/// Crumpled boxes about the origin, some of which lie in one another and in themselves.
Bodies crumpled(Dice& dice, std::size_t count) {
  Bodies all;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 way = dice.vector(0.4);
    const Quat turn = dice.turn();
    all.bodies.emplace_back(tet_box(3, Vec3::Constant(dice.within(0.3, 2))));
    all.bodies.back().move([&](const Vec3& p) -> Vec3 { return turn * (p + dice.vector(0.1)) + way; });
  }
  all.list();
  return all;
}

std::vector<BodyPair> all_pairs(std::uint32_t count) {
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < count; ++a)
    for (std::uint32_t b = a; b < count; ++b)
      pairs.push_back({a, b});
  return pairs;
}

/// Every point tried against every tetrahedron.
std::vector<PointInTet> brute_force(const Bodies& all, std::span<const BodyPair> pairs) {
  std::vector<PointInTet> found;
  for (std::uint32_t p = 0; p < pairs.size(); ++p)
    for (std::uint32_t side = 0; side < (pairs[p].with_itself() ? 1 : 2); ++side) {
      const HashPoints& points = all.points[side == 0 ? pairs[p].a : pairs[p].b];
      const Solid& solid = all.solids[side == 0 ? pairs[p].b : pairs[p].a];
      for (std::uint32_t i = 0; i < points.positions.size(); ++i)
        for (std::uint32_t t = 0; t < solid.tetrahedra.size(); ++t) {
          const Tetrahedron& nodes = solid.tetrahedra[t];
          const bool own = std::find(nodes.begin(), nodes.end(), i) != nodes.end();
          const TetFrame frame(solid.nodes, nodes);
          if (!frame.usable() || (pairs[p].with_itself() && own))
            continue;
          const TetWeights weights = frame.weights(points.positions[i]);
          if (is_inside(weights))
            found.push_back({p, side, i, t, weights});
        }
    }
  return found;
}

auto key(const PointInTet& hit) {
  return std::tie(hit.pair, hit.side, hit.point, hit.tetrahedron, hit.weights);
}

void expect_same(const std::vector<PointInTet>& found, const std::vector<PointInTet>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_EQ(key(found[i]), key(expected[i])) << "hit " << i;
}

} // namespace

TEST(TetHash, FindsWhatBruteForceFindsWhateverTheCells) {
  Dice dice(1);
  TetHash hash;
  std::size_t within_itself = 0, between = 0;
  for (int round = 0; round < 12; ++round) {
    const Bodies all = crumpled(dice, 4);
    const std::vector<BodyPair> pairs = all_pairs(4);
    const std::vector<PointInTet> expected = brute_force(all, pairs);
    for (const PointInTet& hit : expected)
      ++(pairs[hit.pair].with_itself() ? within_itself : between);
    std::vector<PointInTet> found;
    for (const double cell : {1.2, 0.1, 20.0, dice.within(0.1, 5)})
      for (const int threads : {1, 4}) {
        hash.find({all.solids, all.points, pairs, cell, threads}, found);
        expect_same(found, expected);
      }
  }
  EXPECT_GT(within_itself, 10u);
  EXPECT_GT(between, 100u);
}

TEST(TetHash, LooksAtTheGivenPairsAlone) {
  Dice dice(2);
  const Bodies all = crumpled(dice, 4);
  const std::vector<BodyPair> pairs = {{1, 3}, {2, 2}};
  std::vector<PointInTet> found;
  TetHash().find({all.solids, all.points, pairs}, found);
  expect_same(found, brute_force(all, pairs));
}

TEST(TetHash, CandidatesOfCellsAreThePointsInBoxesOfTetrahedra) {
  Dice dice(8);
  const Bodies all = crumpled(dice, 3);
  const std::vector<BodyPair> pairs = all_pairs(3);
  const auto rounded = [](const Vec3& p) { return Eigen::Array3f(p.cast<float>()); };
  // Every point against every tetrahedron, by cell corners as the hash has them.
  std::size_t expected = 0;
  for (const BodyPair& pair : pairs)
    for (std::uint32_t side = 0; side < (pair.with_itself() ? 1 : 2); ++side) {
      const HashPoints& points = all.points[side == 0 ? pair.a : pair.b];
      const Solid& solid = all.solids[side == 0 ? pair.b : pair.a];
      for (const Tetrahedron& nodes : solid.tetrahedra) {
        Eigen::Array3f low = rounded(solid.nodes[nodes[0]]), high = low;
        for (const std::uint32_t node : nodes) {
          low = low.min(rounded(solid.nodes[node]));
          high = high.max(rounded(solid.nodes[node]));
        }
        for (std::uint32_t i = 0; i < points.positions.size(); ++i) {
          const Eigen::Array3f at = rounded(points.positions[i]);
          const bool own = pair.with_itself() && is_node_of(i, nodes);
          expected += (at >= low).all() && (at <= high).all() && !own;
        }
      }
    }
  for (const double cell : {0.3, 1.2, 50.0}) {
    TetHash hash;
    std::vector<PointInTet> found;
    const TetHashInput input{all.solids, all.points, pairs, cell, 1};
    hash.find(input, found);
    const std::vector<HashCell> cells = hash.candidates(input, found);
    std::size_t sum = 0, hits = 0;
    for (const HashCell& one : cells) {
      sum += one.candidates;
      hits += one.found;
      EXPECT_LE(one.found, one.candidates);
    }
    EXPECT_EQ(sum, expected) << cell;
    EXPECT_EQ(hits, found.size());
    for (const PointInTet& hit : found) {
      const Vec3& at = all.points[hit.side == 0 ? pairs[hit.pair].a : pairs[hit.pair].b].positions[hit.point];
      EXPECT_TRUE(std::any_of(cells.begin(), cells.end(), [&](const HashCell& one) {
        // Cells are laid in single precision.
        return ((at - one.low).array() > -1e-5).all() && ((at - one.low).array() < hash.cell() + 1e-5).all();
      }));
    }
  }
}

TEST(TetHash, ManySharesOfTetrahedraAreTheSameForAnyThreads) {
  Bodies all;
  for (const double way : {0.0, 0.31, 0.77}) {
    all.bodies.emplace_back(tet_box(14));
    all.bodies.back().move([&](const Vec3& p) -> Vec3 { return p + Vec3::Constant(way); });
  }
  all.list();
  const std::vector<BodyPair> pairs = all_pairs(3);
  std::vector<PointInTet> one, four;
  TetHash().find({all.solids, all.points, pairs, 1.2, 1}, one);
  TetHash().find({all.solids, all.points, pairs, 1.2, 4}, four);
  EXPECT_GT(one.size(), 1000u);
  expect_same(four, one);
}

TEST(TetHash, WeightsPlaceThePoint) {
  Dice dice(3);
  const Bodies all = crumpled(dice, 4);
  const std::vector<BodyPair> pairs = {{0, 1}, {0, 2}, {1, 3}};
  std::vector<PointInTet> found;
  TetHash().find({all.solids, all.points, pairs}, found);
  ASSERT_FALSE(found.empty());
  for (const PointInTet& hit : found) {
    const BodyPair& pair = pairs[hit.pair];
    const Solid& other = all.solids[hit.side == 0 ? pair.b : pair.a];
    const Tetrahedron& t = other.tetrahedra[hit.tetrahedron];
    Vec3 place = Vec3::Zero();
    for (std::size_t k = 0; k < 4; ++k)
      place += hit.weights[k] * other.nodes[t[k]];
    // Rounding, in bodies of a metre that are a little flattened.
    EXPECT_LT((place - all.points[hit.side == 0 ? pair.a : pair.b].positions[hit.point]).norm(), 1e-12);
  }
}

TEST(TetHash, UnusableTetrahedraAndPointsAreLeftOut) {
  Bodies all;
  all.bodies.emplace_back(tet_box(1));
  all.bodies.emplace_back(tet_box(1));
  all.bodies[1].move([](const Vec3& p) -> Vec3 { return 0.1 * p + Vec3(0.3, 0.5, 0.2); });
  all.list();
  const std::vector<BodyPair> pairs = {{0, 1}};
  std::vector<PointInTet> found;
  TetHash hash;
  hash.find({all.solids, all.points, pairs}, found);
  EXPECT_GE(found.size(), 8u);
  EXPECT_EQ(hash.skipped_tetrahedra(), 0u);

  SolidBody& outer = all.bodies[0];
  outer.move([](const Vec3& p) -> Vec3 { return {p.x(), p.y(), -p.z() + 1}; }); // inside out
  hash.find({all.solids, all.points, pairs}, found);
  EXPECT_TRUE(found.empty());
  EXPECT_GT(hash.skipped_tetrahedra(), 0u);

  outer.move([](const Vec3& p) -> Vec3 { return {p.x(), p.y(), 0.5}; }); // flat
  hash.find({all.solids, all.points, pairs}, found);
  EXPECT_TRUE(found.empty());

  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), 1e308, 1e30})
    for (const std::size_t body : {0u, 1u}) {
      all.bodies[0] = SolidBody(tet_box(1));
      all.bodies[1] = SolidBody(tet_box(1));
      all.bodies[1].move([](const Vec3& p) -> Vec3 { return 0.1 * p + Vec3(0.3, 0.5, 0.2); });
      all.bodies[body].mesh.nodes[3].y() = bad;
      all.list();
      hash.find({all.solids, all.points, pairs}, found);
      expect_same(found, brute_force(all, pairs));
    }
}

TEST(TetHash, SmallThingsFarApartCostNoMemory) {
  // Two pairs, a thousand kilometres apart: a grid of such cells would have 10^27.
  Bodies all;
  for (const double way : {0.0, 0.0005, 1e6, 1e6 + 0.5}) {
    all.bodies.emplace_back(tet_box(1, Vec3::Constant(way < 1e6 ? 1e-3 : 1)));
    all.bodies.back().move([&](const Vec3& p) -> Vec3 { return p + Vec3(way, way / 2, way / 3); });
  }
  all.list();
  const std::vector<BodyPair> pairs = all_pairs(4);
  std::vector<PointInTet> found;
  TetHash().find({all.solids, all.points, pairs}, found);
  EXPECT_FALSE(found.empty());
  expect_same(found, brute_force(all, pairs));
}

} // namespace lamina::test
