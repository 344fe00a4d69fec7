#include "core/contact/broad_phase.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

std::vector<Surface> random_boxes(unsigned seed, int count, double spread) {
  Dice dice(seed);
  std::vector<Surface> surfaces;
  for (int k = 0; k < count; ++k) {
    const Vec3 low = dice.vector(spread);
    surfaces.push_back(surface_of(
        box_between(low, low + Vec3(dice.within(0.1, 1), dice.within(0.1, 1), dice.within(0.1, 1)))));
  }
  return surfaces;
}

std::vector<const Surface*> pointers_to(const std::vector<Surface>& surfaces) {
  std::vector<const Surface*> pointers;
  for (const Surface& surface : surfaces)
    pointers.push_back(&surface);
  return pointers;
}

std::vector<BodyPair> all_pairs(const std::vector<Surface>& surfaces) {
  std::vector<BodyPair> pairs;
  for (std::uint32_t a = 0; a < surfaces.size(); ++a)
    for (std::uint32_t b = a + 1; b < surfaces.size(); ++b)
      if (surfaces[a].bounds.overlaps(surfaces[b].bounds))
        pairs.push_back({a, b});
  return pairs;
}

TEST(BroadPhase, FindsWhatComparingAllPairsFinds) {
  BroadPhase broad_phase;
  std::vector<BodyPair> pairs;
  std::size_t found = 0;
  // The same object sees bodies move, come and go, and their spread turn from axis to axis.
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::vector<Surface> surfaces = random_boxes(seed, 40 + static_cast<int>(seed % 3), 2);
    for (Surface& surface : surfaces)
      for (Vec3* corner : {&surface.bounds.min, &surface.bounds.max})
        (*corner)[seed / 3 % 3] += 3 * surface.positions[0][seed / 3 % 3];
    broad_phase.find_pairs(pointers_to(surfaces), nullptr, 0, pairs);
    EXPECT_EQ(pairs, all_pairs(surfaces)) << seed;
    found += pairs.size();
  }
  EXPECT_GT(found, 50u);
}

TEST(BroadPhase, SortsPairsAndAsksOnceForEach) {
  const std::vector<Surface> surfaces = random_boxes(1, 50, 1);
  std::vector<BodyPair> asked, pairs;
  BroadPhase().find_pairs(
      pointers_to(surfaces),
      [&](std::uint32_t a, std::uint32_t b) {
        asked.push_back({a, b});
        return (a + b) % 2 == 0;
      },
      0, pairs);
  EXPECT_EQ(asked.size(), all_pairs(surfaces).size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_LT(pairs[i].a, pairs[i].b);
    EXPECT_EQ((pairs[i].a + pairs[i].b) % 2, 0u);
    if (i > 0) {
      EXPECT_LT(std::pair(pairs[i - 1].a, pairs[i - 1].b), std::pair(pairs[i].a, pairs[i].b));
    }
  }
}

TEST(BroadPhase, InflatesBoxesByTheMargin) {
  const std::vector<Surface> surfaces = {surface_of(box_between({0, 0, 0}, {1, 1, 1})),
                                         surface_of(box_between({1.5, 0, 0}, {2, 1, 1}))};
  std::vector<BodyPair> pairs;
  BroadPhase().find_pairs(pointers_to(surfaces), nullptr, 0.2, pairs);
  EXPECT_TRUE(pairs.empty());
  BroadPhase().find_pairs(pointers_to(surfaces), nullptr, 0.25, pairs);
  EXPECT_EQ(pairs.size(), 1u);
}

TEST(BroadPhase, LetsASolidThatReachesToInfinityMeetEverything) {
  std::vector<Surface> surfaces = {surface_of(box_between({9, 9, 9}, {10, 10, 10})),
                                   surface_of(inside_out(box_between({0, 0, 0}, {1, 1, 1}))),
                                   surface_of(box_between({-5, 0, 0}, {-4, 1, 1}))};
  surfaces[1].winding_at_infinity = 1;
  std::vector<BodyPair> pairs;
  BroadPhase().find_pairs(pointers_to(surfaces), nullptr, 0, pairs);
  EXPECT_EQ(pairs, (std::vector<BodyPair>{{0, 1}, {1, 2}}));
}

TEST(BroadPhase, PassesOverBodiesWithoutFiniteBounds) {
  std::vector<Surface> surfaces = random_boxes(2, 10, 0.2);
  surfaces[3].bounds.max.x() = std::numeric_limits<double>::quiet_NaN();
  surfaces[4].bounds = Box{};
  std::vector<BodyPair> pairs;
  BroadPhase().find_pairs(pointers_to(surfaces), nullptr, 0, pairs);
  EXPECT_FALSE(pairs.empty());
  for (const BodyPair& pair : pairs) {
    EXPECT_TRUE(pair.a != 3 && pair.b != 3 && pair.a != 4 && pair.b != 4);
  }
}

TEST(BroadPhase, ComparesFarFewerThanAllPairsOfSeparateBodies) {
  // A lattice of 1,000 separate bodies: nothing overlaps, so nothing is asked.
  std::vector<Surface> surfaces;
  for (int k = 0; k < 1000; ++k)
    surfaces.push_back(
        surface_of(shifted(box_between({0, 0, 0}, {0.5, 0.5, 0.5}), Vec3(k % 10, k / 10 % 10, k / 100))));
  std::vector<BodyPair> pairs;
  int asked = 0;
  BroadPhase().find_pairs(
      pointers_to(surfaces), [&](std::uint32_t, std::uint32_t) { return ++asked > 0; }, 0, pairs);
  EXPECT_EQ(asked, 0);
  EXPECT_TRUE(pairs.empty());
}

} // namespace
} // namespace lamina::test
