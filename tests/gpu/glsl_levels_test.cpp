#include "core/contact/ldi/arithmetic/levels.h"
#include "tests/gpu/glsl_test.h"

#include <algorithm>

namespace lamina::test {
namespace {

using GlslLevels = GlslArithmetic;

constexpr std::uint32_t crossings_in_column = 12;
/// Between no more crossings lie so many intervals at the most.
constexpr std::size_t most_intervals = crossings_in_column / 2;

TEST_F(GlslLevels, ColumnsAreWalkedLevelByLevelInTheSameWay) {
  Words words, wanted;
  std::size_t intervals = 0;
  for (int i = 0; i < 20'000; ++i) {
    // Few depths, so that many crossings tie; columns need not close.
    std::vector<ldi::Crossing> crossings(crossings_in_column);
    for (ldi::Crossing& crossing : crossings)
      crossing = {std::round(within(-0.5, i % 12 + 0.5)), 0, ldi::fragment_place(0, 0, within(0, 1) < 0.5)};
    std::stable_sort(crossings.begin(), crossings.end(),
                     [](const ldi::Crossing& c, const ldi::Crossing& d) { return c.depth < d.depth; });
    for (const ldi::Crossing& crossing : crossings)
      words.insert(words.end(), {bits_of(crossing.depth), crossing.entering()});
    const std::int64_t winding = i % 4 - 1, count = 1 + i % crossings_in_column;
    words.insert(words.end(), {winding, count});

    Words found;
    ldi::walk_levels(crossings.data(), static_cast<std::uint32_t>(count), static_cast<int>(winding),
                     [&](std::uint32_t lower, std::uint32_t upper, int multiplicity) {
                       found.insert(found.end(), {lower, upper, multiplicity});
                     });
    intervals += found.size() / 3;
    found.resize(3 * most_intervals);
    wanted.insert(wanted.end(), found.begin(), found.end());
  }
  EXPECT_GT(intervals, 10'000u);
  expect_given(R"(
  LevelWalk walk = levels_from_below(0u, uint(in_word(25u)), int(in_word(24u)));
  for (uint k = 0u; k < 6u; ++k) {
    SelfInterval interval = next_level(walk);
    out_word(3u * k, int64_t(interval.lower));
    out_word(3u * k + 1u, int64_t(interval.upper));
    out_word(3u * k + 2u, int64_t(interval.multiplicity));
  }
)",
               words, 2 * crossings_in_column + 2, wanted);
}

TEST_F(GlslLevels, WhatOverlapsAtRestIsTheSame) {
  Words words, wanted;
  for (int i = 0; i < 20'000; ++i) {
    double offset[3];
    for (double& corner : offset)
      corner = static_cast<double>(static_cast<float>(i % 3 ? within(-0.01, 0.1) : of_any_size(-30, 3)));
    const double b1 = within(0, 1), b2 = within(0, 1 - b1);
    const ldi::Triple normal = ldi::unit({within(-1, 1), within(-1, 1), of_any_size(-i % 60, 0)});
    ldi::Triple axis = ldi::unit({within(-1, 1), i % 5 ? within(-1, 1) : 0, of_any_size(-20, 0)});
    if (i % 11 == 0)
      axis = {0, 0, 0};
    words.insert(words.end(), {bits_of(offset[0]), bits_of(offset[1]), bits_of(offset[2]), bits_of(b1),
                               bits_of(b2), bits_of(normal.x), bits_of(normal.y), bits_of(normal.z),
                               bits_of(axis.x), bits_of(axis.y), bits_of(axis.z)});
    wanted.push_back(bits_of(ldi::rest_overlap_along(offset, b1, b2, normal, axis)));
  }
  expect_given(R"(
  double offset[3] = double[3](in_double(0u), in_double(1u), in_double(2u));
  out_double(0u, rest_overlap_along(offset, in_double(3u), in_double(4u),
                                    dvec3(in_double(5u), in_double(6u), in_double(7u)),
                                    dvec3(in_double(8u), in_double(9u), in_double(10u))));
)",
               words, 11, wanted);
}

} // namespace
} // namespace lamina::test
