#include "core/contact/adaptive/ray_walk.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace lamina::test {
namespace {

struct Hit {
  double z;
  int turns;
  std::uint8_t body;
};

/// Whether the first body is seen twice by a ray that is within the second one everywhere.
bool is_seen_twice(std::vector<Hit> hits, int winding = 0) {
  std::array<bool, 2> twice{};
  adaptive::walk_ray(hits, {winding, 1}, {0, 1}, twice);
  EXPECT_FALSE(twice[1]);
  return twice[0];
}

TEST(RayWalk, NotesABodyThatItIsWithinTwice) {
  EXPECT_FALSE(is_seen_twice({{0.1, 1, 0}, {0.3, -1, 0}, {0.4, 1, 0}, {0.6, -1, 0}}));
  EXPECT_TRUE(is_seen_twice({{0.1, 1, 0}, {0.4, -1, 0}, {0.3, 1, 0}, {0.6, -1, 0}}));
}

// Faces beyond the region may be left out: there a ray may seem to be within a body twice.
TEST(RayWalk, NotesNothingBeyondTheRegion) {
  EXPECT_FALSE(is_seen_twice({{-2, 1, 0}, {-1, 1, 0}, {-0.5, -1, 0}, {0.5, -1, 0}}));
  EXPECT_FALSE(is_seen_twice({{0.5, 1, 0}, {1.5, 1, 0}, {2, -1, 0}, {3, -1, 0}}));
  EXPECT_TRUE(is_seen_twice({{-2, 1, 0}, {-1, 1, 0}, {0.5, -1, 0}, {0.6, -1, 0}}));
}

TEST(RayWalk, NotesABodyThatItIsWithinTwiceFromTheFirst) {
  EXPECT_TRUE(is_seen_twice({{0.5, -1, 0}, {0.6, -1, 0}}, 2));
  EXPECT_TRUE(is_seen_twice({{0.5, 1, 0}}, 1)) << "up to the end of the region";
  EXPECT_FALSE(is_seen_twice({{-0.5, -1, 0}, {0.6, -1, 0}}, 2));
}

// Two parts of a surface that touch.
TEST(RayWalk, NotesNoPoint) {
  EXPECT_FALSE(is_seen_twice({{0.1, 1, 0}, {0.3, 1, 0}, {0.3, -1, 0}, {0.6, -1, 0}}));
}

TEST(RayWalk, FindsWhatLiesWithinBoth) {
  std::vector<Hit> hits{{0.2, 1, 0}, {0.9, -1, 0}, {0.5, 1, 1}, {1.5, -1, 1}};
  std::array<bool, 2> twice{};
  const adaptive::RayWalk found = adaptive::walk_ray(hits, {0, 0}, {0, 1}, twice);
  EXPECT_DOUBLE_EQ(found.length, 0.4);
  EXPECT_EQ(found.upper_ends, 1) << "the first body ends it above, the second one below";
}

} // namespace
} // namespace lamina::test
