#include "core/contact/stochastic/tree_search.h"
#include "tests/contact/same_contacts.h"
#include "tests/contact/stochastic/stochastic_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lamina::test {
namespace {

using stochastic::Budget;
using stochastic::SearchedSurface;
using stochastic::TreeSearch;
using stochastic::TriangleTree;

Settings by_trees(int evaluations) {
  Settings settings = by_chance(64, evaluations);
  settings.contact.stochastic.search = RandomSearch::tree;
  return settings;
}

/// Two bumpy bodies that touch on several hills.
struct BumpyPair {
  Surface a = surface_of(make_blob({1, 0.8, 0.9}, 0.12, 24, 3, 1500), {{0, 0, 0}, Dice(2).turn()});
  Surface b = surface_of(make_blob({0.9, 1, 0.8}, 0.12, 24, 8, 1200), {{0.75, 0.2, 0.1}, Dice(7).turn()});
};

struct Searched {
  SearchedSurface surface;
  TriangleTree tree;
  explicit Searched(const Surface& of) {
    surface.update(of);
    tree.make(surface);
  }
};

using TrianglePair = std::pair<std::uint32_t, std::uint32_t>;

std::vector<TrianglePair> met(const Searched& a, const Searched& b, std::uint64_t evaluations) {
  std::vector<TrianglePair> pairs;
  Budget budget(evaluations);
  TreeSearch().run(a.tree, b.tree, budget, [&](std::uint32_t i, std::uint32_t j) {
    pairs.push_back({i, j});
  });
  return pairs;
}

Box box_of(const Surface& surface, std::uint32_t triangle) {
  Box box;
  for (const std::uint32_t corner : (*surface.triangles)[triangle])
    box.include(surface.positions[corner]);
  return box;
}

} // namespace

TEST(StochasticTrees, MeetAllTrianglesWhoseBoxesOverlapOnceEach) {
  const BumpyPair bodies;
  const Searched a(bodies.a), b(bodies.b);
  std::vector<TrianglePair> found = met(a, b, std::uint64_t{1} << 40), all;
  for (std::uint32_t i = 0; i < bodies.a.triangles->size(); ++i)
    for (std::uint32_t j = 0; j < bodies.b.triangles->size(); ++j)
      if (box_of(bodies.a, i).overlaps(box_of(bodies.b, j)))
        all.push_back({i, j});
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, all);
  EXPECT_GT(all.size(), 100u);
}

TEST(StochasticTrees, ExpectAChanceThatTheOverlapHolds) {
  // Two nodes of one triangle each: their boxes lie apart, touch, or are one.
  TriangleMesh one;
  one.vertices = {{0, 0, 0}, {1, 0, 0.1}, {0, 1, 0.2}};
  one.triangles = {{0, 1, 2}};
  const auto chance = [&](const Vec3& offset, double cell) {
    const Surface still = surface_of(one), moved = surface_of(shifted(one, offset));
    const Searched a(still), b(moved);
    return stochastic::chance_of_collision(a.tree, a.tree.nodes()[0], b.tree, b.tree.nodes()[0], cell);
  };
  EXPECT_EQ(chance({2, 0, 0}, 1), 0);
  EXPECT_GT(chance({1, 0, 0}, 1), 0);
  // One cell of 1 m × 1 m × 1 m, of which each fills the share that its area has of a face.
  const double area = 0.5 * Vec3(1, 0, 0.1).cross(Vec3(0, 1, 0.2)).norm();
  EXPECT_NEAR(chance({0, 0, 0}, 1), 1 - std::pow(1 - area, area), 1e-12);
  double last = chance({0, 0, 0}, 1);
  for (const double way : {0.2, 0.5, 0.9}) {
    EXPECT_LT(chance({way, 0, 0}, 1), last) << "less of both lies in the overlap";
    last = chance({way, 0, 0}, 1);
  }
}

TEST(StochasticTrees, FindWhatTouchesWithEnoughDistancesAndNeverSpendMore) {
  const BumpyPair bodies;
  const auto distances = true_distances(bodies.a, bodies.b, 0);
  std::set<VertexOf> wanted;
  for (std::size_t side = 0; side < 2; ++side) {
    const Surface &own = side == 0 ? bodies.a : bodies.b, &other = side == 0 ? bodies.b : bodies.a;
    const VertexFans fans(*own.triangles, own.positions.size());
    for (std::uint32_t v = 0; v < distances[side].size(); ++v)
      if (distances[side][v] < 0 &&
          fans.area_vector(v, own.positions)
                  .dot(enclosed::nearest_place({other}, own.positions[v])->position - own.positions[v]) < 0)
        wanted.insert({side, v});
  }
  ASSERT_GT(wanted.size(), 40u);
  double least = 0; // measured 0, 0.02, 0.74, and all from 2,400 on
  for (const int evaluations : {100, 400, 1600, 6400, 25600, 1000000}) {
    const PairContacts found = detect(bodies.a, bodies.b, by_trees(evaluations));
    EXPECT_LE(stochastic_of(found).evaluations, static_cast<std::uint64_t>(evaluations));
    const std::set<VertexOf> touch = touching(found);
    const auto hit =
        std::count_if(wanted.begin(), wanted.end(), [&](const VertexOf& v) { return touch.contains(v); });
    const double share = static_cast<double>(hit) / static_cast<double>(wanted.size());
    EXPECT_GE(share, least) << "more distances find no less";
    least = share;
    if (evaluations == 6400) {
      EXPECT_EQ(share, 1) << "half of what the trees have are enough";
    }
    for (const VertexOf& vertex : touch)
      EXPECT_LT(distances[vertex.first][vertex.second], 0);
  }
  EXPECT_EQ(least, 1);
}

TEST(StochasticTrees, FindTheSameWhateverWasSearchedBefore) {
  BumpyPair bodies;
  const PairContacts fresh = detect(bodies.a, bodies.b, by_trees(1000));
  StepByStep steps{bodies.a, bodies.b, by_trees(1000)};
  for (Vec3& p : steps.a.positions)
    p += Vec3(0.01, 0.3 * p.z(), 0);
  for (const Vec3& p : steps.a.positions)
    steps.a.bounds.include(p);
  steps.step();
  steps.a = bodies.a;
  expect_same(steps.step(), fresh);
  EXPECT_FALSE(fresh.contacts.empty());
}

TEST(StochasticTrees, SurviveWhatIsNoSurface) {
  const Surface ball = surface_of(make_sphere(0.5, 300), {{0.9, 0, 0}, Quat::Identity()}, false);
  Surface bad = surface_of(make_sphere(0.5, 300), {}, false);
  for (std::size_t v = 0; v < bad.positions.size(); v += 4)
    bad.positions[v] = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());
  for (const Contact& contact : detect(bad, ball, by_trees(100000)).contacts)
    EXPECT_TRUE(std::isfinite(contact.measure) && std::isfinite(contact.area));
  EXPECT_TRUE(detect(Surface{}, ball, by_trees(100)).contacts.empty());
  for (Vec3& p : bad.positions)
    p = Vec3(0.5, 0, 0);
  bad.bounds = {Vec3(0.5, 0, 0), Vec3(0.5, 0, 0)};
  EXPECT_TRUE(detect(bad, ball, by_trees(100000)).contacts.empty());
}

} // namespace lamina::test
