#include "core/contact/ldi/stages/contact_results.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <limits>
#include <tuple>
#include <vector>

namespace lamina::test {
namespace {

/// Two pairs of bodies with four triangles and five vertices each, and two cells along x: the first is looked
/// at, the second are rigid bodies that rub. In each image lie three intervals of the first, nine of the
/// second.
class HandedOut : public testing::Test {
protected:
  HandedOut() {
    for (std::uint32_t p = 0; p < 2; ++p) {
      ldi::PairView pair{};
      pair.cells[0] = 2;
      pair.cells[1] = pair.cells[2] = 1;
      pair.first_group = 4 * p;
      pair.first_moment = p == 0 ? ldi::no_moments : 0;
      for (std::uint32_t direction = 0; direction < 3; ++direction) {
        pair.image[direction].width = 8;
        pair.image[direction].height = 4;
        pair.image[direction].first_cell = 2 * (3 * p + direction);
        totals.push_back({{1, 1}, p == 0 ? 3u : 9u, 20, 9});
      }
      arrays.pairs.push_back(pair);
      for (std::uint32_t body = 0; body < 2; ++body) {
        arrays.parts.push_back({p, body, 0, 0, 4});
        arrays.part_vertices.push_back(5);
      }
    }
    cells.assign(12, {1, 1});
    moments.assign(6, {});
    for (std::size_t i = 0; i < moments.size(); ++i)
      moments[i] = {18, -18 * 8 * 1024, 18 * 4 * 1024};
    gradient = {{{1, 2, 3}, 4, 3}, {{1, 2, 3}, 0, 0}};
    pixels.assign(9, {});
    // Nine intervals need two groups.
    samples.assign(6, {});
    samples[0].area[3] = 0.5f;
    samples[0].cell[1][3] = 1;
  }

  bool hand_out() {
    return ldi::hand_out(
        {totals, cells, moments, patches, patches_before, gradient, pixels, samples, {1, 1, true}}, arrays,
        36, layers);
  }

  ldi::BatchArrays arrays;
  std::vector<ldi::ImageTotals> totals;
  std::vector<ldi::ContactSum> cells;
  std::vector<ldi::RigidMoments> moments;
  std::vector<ldi::DevicePatch> patches; ///< none
  std::vector<std::uint32_t> patches_before;
  std::vector<ldi::DeviceGradient> gradient;
  std::vector<ldi::DevicePixel> pixels;
  std::vector<ldi::DeviceSamples> samples;
  std::array<ldi::PairLayers, 2> layers;
};

TEST_F(HandedOut, EachPairHasWhatIsItsOwn) {
  ASSERT_TRUE(hand_out());
  EXPECT_EQ(layers[0].pixels.size(), 9u);
  EXPECT_EQ(layers[0].gradient.size(), 2u);
  EXPECT_EQ(layers[0].gradient[layers[0].ranges[3].begin].vertex, 4u);
  EXPECT_TRUE(layers[0].moments.empty());
  EXPECT_TRUE(layers[0].friction.groups().empty());
  EXPECT_TRUE(layers[1].pixels.empty());
  EXPECT_TRUE(layers[1].gradient.empty());
  EXPECT_EQ(layers[1].ranges.size(), 4u);
  ASSERT_EQ(layers[1].moments.size(), 2u);
  EXPECT_EQ(layers[1].moments[1][2].count, 18);
  ASSERT_EQ(layers[1].friction.groups().size(), 6u);
  EXPECT_EQ(layers[1].friction.groups()[0].area[3], 0.5f);
  EXPECT_EQ(layers[1].friction.groups()[0].cell[1][3], 1u);
  EXPECT_EQ(layers[1].friction.cells(), 2u);
}

TEST_F(HandedOut, WhatCannotBeIsRefused) {
  const std::function<void()> nonsense[] = {
      [&] { totals[5].intervals = 17; },
      [&] { totals[0].intervals = 0xffffffffu; },
      [&] { totals[3].intervals = 1; },
      [&] { moments[5].count = 19; },
      [&] { moments[0].count = std::numeric_limits<std::int64_t>::min(); },
      [&] { moments[2].across = std::int64_t{1} << 40; },
      [&] { moments[3].up = -18 * 4 * 1024 - 1; },
      [&] { gradient[0].vertex = 5; },
      [&] { gradient[0].group = 4; },
      [&] { gradient[1].group = 0xffffffffu; },
      [&] {
        gradient.push_back({{0, 0, 0}, 0, 5});
      },
      [&] { pixels[0].axis = 3; },
      [&] { pixels[8].body[1] = 2; },
      [&] { pixels[7].triangle[0] = 4; },
      [&] { pixels[6].cell[1] = 2; },
      [&] { pixels[5].pixel[1] = 4; },
      [&] { pixels.pop_back(); },
      [&] { samples[5].cell[0][7] = 2; },
      [&] { samples[0].cell[1][0] = 0xffffffffu; },
      [&] { samples.pop_back(); },
      [&] { samples.push_back({}); },
  };
  std::size_t number = 0;
  for (const std::function<void()>& make : nonsense) {
    const auto before = std::tuple(totals, moments, gradient, pixels, samples);
    make();
    EXPECT_FALSE(hand_out()) << number;
    std::tie(totals, moments, gradient, pixels, samples) = before;
    ++number;
  }
  EXPECT_TRUE(hand_out());
}

/// The same with patches: two of the first pair, three of the second.
class HandedOutInPatches : public HandedOut {
protected:
  HandedOutInPatches() {
    for (ldi::PairView& pair : arrays.pairs) {
      pair.partition = Partition::patches;
      pair.cells[0] = 1;
    }
    for (std::int64_t k = 0; k < 5; ++k) {
      ldi::DevicePatch patch{};
      patch.sums.length[1] = k;
      for (auto& [low, high] : patch.sums.reach) {
        low = ~ldi::reach_up(10);
        high = ldi::reach_up(20);
      }
      patch.moments[2].count = 10 + k;
      patches.push_back(patch);
    }
    patches_before = {0, 2};
    pixels[3].cell[0] = pixels[3].cell[1] = 1;
    samples[0].cell[0][2] = 2;
  }
};

TEST_F(HandedOutInPatches, EachPairHasWhatIsItsOwn) {
  ASSERT_TRUE(hand_out());
  ASSERT_EQ(layers[0].patches.size(), 2u);
  EXPECT_EQ(layers[0].patches[1].length[1], 1);
  EXPECT_EQ(layers[0].ranges.size(), 4u);
  EXPECT_EQ(layers[0].multiplicity[0], 9u);
  EXPECT_TRUE(layers[0].moments.empty());
  ASSERT_EQ(layers[1].patches.size(), 3u);
  EXPECT_EQ(layers[1].patches[0].length[1], 2);
  EXPECT_EQ(layers[1].ranges.size(), 6u);
  ASSERT_EQ(layers[1].moments.size(), 3u);
  EXPECT_EQ(layers[1].moments[2][2].count, 14);
  EXPECT_EQ(layers[1].friction.cells(), 3u);
}

TEST_F(HandedOutInPatches, WhatCannotBeIsRefused) {
  const std::function<void()> nonsense[] = {
      [&] { patches_before[0] = 1; },
      [&] { patches_before[1] = 6; },
      [&] { patches_before[1] = 1; }, // a pixel of the first pair lies in its second patch
      [&] { patches_before.pop_back(); },
      [&] { patches.pop_back(); }, // a sample lies in the last
      [&] { patches.resize(40); }, // more than intervals
      [&] { patches[4].sums.length[0] = -1; },
      [&] { patches[0].sums.weight[2] = -1; },
      [&] { patches[1].sums.reach[1][1] = ldi::reach_up(9); },
      [&] { patches[3].moments[0].up = std::int64_t{1} << 40; },
      [&] { gradient[0].group = 4; },
      [&] { pixels[8].cell[1] = 2; },
  };
  std::size_t number = 0;
  for (const std::function<void()>& make : nonsense) {
    const auto before = std::tuple(patches, patches_before, gradient, pixels);
    make();
    EXPECT_FALSE(hand_out()) << number;
    std::tie(patches, patches_before, gradient, pixels) = before;
    ++number;
  }
  EXPECT_TRUE(hand_out());
}

} // namespace
} // namespace lamina::test
