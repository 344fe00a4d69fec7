#include "core/contact/ldi/arithmetic/cells.h"
#include "core/contact/ldi/arithmetic/gradient_units.h"
#include "core/contact/ldi/arithmetic/pixel_pair.h"
#include "core/contact/ldi/arithmetic/top_left_rule.h"
#include "core/contact/ldi/arithmetic/winding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace lamina::ldi {
namespace {

__extension__ typedef __int128 wide_integer;

template <class Int>
bool covers(const ProjectedTriangle<Int>& t, std::int64_t u, std::int64_t v) {
  return t.area != 0 && (t.side[0].at(u, v) | t.side[1].at(u, v) | t.side[2].at(u, v)) >= 0;
}

TEST(Snapping, RoundsToTheNearestUnitAndHalvesUp) {
  const AxisGrid grid{0, 1024, 0};
  EXPECT_EQ(snap(0.5 / 1024, grid), 1);
  EXPECT_EQ(snap(-0.5 / 1024, grid), 0);
  EXPECT_EQ(snap(-1.5 / 1024, grid), -1);
  EXPECT_EQ(snap(-0.51 / 1024, grid), -1);
  EXPECT_EQ(snap(3, grid), 3072);
}

TEST(Snapping, KeepsWhatIsOutOfReachAtTheEnds) {
  const AxisGrid grid{0, 1e300, 0};
  const std::int64_t far = std::int64_t{1} << 60;
  EXPECT_EQ(snap(1e300, grid), far);
  EXPECT_EQ(snap(-1e300, grid), -far);
  EXPECT_EQ(std::abs(snap(std::numeric_limits<double>::quiet_NaN(), grid)), far);
}

TEST(Snapping, RoundsDepthsToQuantaOfAPowerOfTwo) {
  const double quantum = std::ldexp(1.0, -20), rounder = 1.5 * std::ldexp(quantum, 52);
  EXPECT_EQ(round_depth(3.2 * quantum, rounder), 3 * quantum);
  EXPECT_EQ(round_depth(-7.8 * quantum, rounder), -8 * quantum);
  EXPECT_EQ(round_depth(0.75, rounder), 0.75);
}

TEST(RowShift, IsWhatMultiplesOfTheGoldenRatioAreAwayFromWholeNumbersAndOdd) {
  for (const std::int64_t half_rows : {-1001L, -3L, 0L, 1L, 7L, 123456L}) {
    const double multiple = 0.309 * static_cast<double>(half_rows);
    EXPECT_NEAR(static_cast<double>(row_shift(half_rows)) / pixel_units, multiple - std::round(multiple),
                1.001 / pixel_units)
        << half_rows;
    EXPECT_EQ(row_shift(-half_rows), -row_shift(half_rows));
  }
}

TEST(FillRule, GivesEachSampleOfASplitSquareToExactlyOneTriangle) {
  std::mt19937 dice(1);
  for (int trial = 0; trial < 2000; ++trial) {
    // Small whole numbers, so that samples often lie on sides and corners.
    const auto number = [&] { return static_cast<std::int64_t>(dice() % 9); };
    const ImagePoint centre{number(), number()};
    const ImagePoint ring[4] = {{centre.u - 1 - number(), centre.v - number()},
                                {centre.u + number(), centre.v - 1 - number()},
                                {centre.u + 1 + number(), centre.v + number()},
                                {centre.u - number(), centre.v + 1 + number()}};
    for (std::int64_t u = -10; u < 20; ++u)
      for (std::int64_t v = -10; v < 20; ++v) {
        int turns = 0;
        for (int k = 0; k < 4; ++k) {
          const ProjectedTriangle<std::int64_t> fan(centre, ring[k], ring[(k + 1) % 4]);
          turns += covers(fan, u, v) ? (fan.faces_up ? 1 : -1) : 0;
        }
        // The same quadrilateral cut along a diagonal, seen from below: every column must close.
        const ProjectedTriangle<std::int64_t> first(ring[0], ring[2], ring[1]),
            second(ring[0], ring[3], ring[2]);
        turns += covers(first, u, v) ? (first.faces_up ? 1 : -1) : 0;
        turns += covers(second, u, v) ? (second.faces_up ? 1 : -1) : 0;
        ASSERT_EQ(turns, 0) << "trial " << trial << " at " << u << ' ' << v;
      }
  }
}

TEST(FillRule, LeavesOutTrianglesWithoutProjectedArea) {
  const ProjectedTriangle<std::int64_t> line({0, 0}, {5, 5}, {10, 10});
  EXPECT_EQ(line.area, 0);
}

TEST(EdgeFunctions, AgreeIn64And128Bits) {
  std::mt19937 dice(2);
  for (int trial = 0; trial < 5000; ++trial) {
    ImagePoint p[3];
    for (ImagePoint& q : p)
      q = {static_cast<std::int64_t>(dice() % (1u << 30)) - narrow_limit,
           static_cast<std::int64_t>(dice() % (1u << 30)) - narrow_limit};
    const std::int64_t u = dice() % (1u << 20), v = dice() % (1u << 20);
    const ProjectedTriangle<std::int64_t> narrow(p[0], p[1], p[2]);
    const ProjectedTriangle<wide_integer> wide(p[0], p[1], p[2]);
    EXPECT_TRUE(wide.area == narrow.area);
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(wide.side[k].at(u, v) == narrow.side[k].at(u, v));
    }
  }
}

TEST(EdgeFunctions, GiveBarycentricCoordinatesThatAddUpToOne) {
  const ProjectedTriangle<std::int64_t> t({0, 0}, {0, 4000}, {3000, 100});
  double total = 0;
  for (int k = 0; k < 3; ++k)
    total += t.barycentric(k, t.side[k].at(700, 1300), 1 / static_cast<double>(t.area));
  EXPECT_NEAR(total, 1, 1e-15);
}

TEST(Spans, AreCutExactlyWhereTheEdgeFunctionChangesSign) {
  std::mt19937 dice(3);
  for (int trial = 0; trial < 5000; ++trial) {
    EdgeFunction<std::int64_t> side{};
    side.du = static_cast<std::int64_t>(dice() % 2001) - 1000;
    side.dv = static_cast<std::int64_t>(dice() % 41) - 20;
    side.u = static_cast<std::int64_t>(dice() % 60000);
    side.v = 0;
    side.least = dice() % 2;
    const std::int64_t v = static_cast<std::int64_t>(dice() % 40);
    Span span{static_cast<std::int64_t>(dice() % 5), 60};
    std::int64_t first = span.last, last = span.first;
    for (std::int64_t pixel = span.first; pixel < span.last; ++pixel)
      if (side.at(pixel * pixel_units, v) >= 0) {
        first = std::min(first, pixel);
        last = std::max(last, pixel + 1);
      }
    narrow_span(span, side, side.at(span.first * pixel_units, v));
    if (first >= last) {
      EXPECT_GE(span.first, span.last);
    } else {
      EXPECT_EQ(span.first, first);
      EXPECT_EQ(span.last, last);
    }
  }
}

TEST(Depths, AreExactWhereTheThreeCornersAgree) {
  for (const double z : {0.1, 1.0 / 3, -17.3})
    EXPECT_EQ(interpolate_depth(z, z, z, 0.1234567, 0.4321), z);
}

/// A column written as text: body and orientation of each crossing with its depth.
struct Written {
  int body;
  bool entering;
  double depth;
};

struct FoundInterval {
  int lower_body, upper_body;
  double lower, upper;
  bool operator==(const FoundInterval&) const = default;
};

std::vector<FoundInterval> walk(const std::vector<Written>& written, int winding_a = 0) {
  std::vector<Fragment> fragments;
  std::vector<Crossing> crossings;
  for (const Written& w : written) {
    const std::uint32_t index = static_cast<std::uint32_t>(fragments.size());
    fragments.push_back({w.depth, 0, 0, index, fragment_place(0, w.body, w.entering)});
    crossings.push_back({w.depth, index, fragments.back().place});
  }
  std::sort(crossings.begin(), crossings.end(),
            [&](const Crossing& c, const Crossing& d) { return crosses_before(c, d, fragments.data()); });
  std::vector<FoundInterval> intervals;
  ColumnWalk state = walk_from_below(winding_a, 0);
  const std::uint32_t count = static_cast<std::uint32_t>(crossings.size());
  for (std::uint32_t k = 0; k < count;) {
    const IntervalEnds ends = walk_depth(crossings.data(), state, k, count);
    if (ends.closed)
      intervals.push_back({crossings[ends.lower].body(), crossings[ends.upper].body(),
                           crossings[ends.lower].depth, crossings[ends.upper].depth});
  }
  return intervals;
}

constexpr int A = 0, B = 1;
constexpr bool in = true, out = false;
using Found = std::vector<FoundInterval>;

TEST(Walk, FindsTheOverlapOfTwoBodies) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 2}, {B, in, 1}, {B, out, 3}}), (Found{{B, A, 1, 2}}));
}

TEST(Walk, GivesNoContactWhereFacesOnlyTouch) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 1}, {B, in, 1}, {B, out, 2}}), Found{});
}

TEST(Walk, FindsANestedBodyBetweenItsOwnFaces) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 5}, {B, in, 1}, {B, out, 2}}), (Found{{B, B, 1, 2}}));
}

TEST(Walk, GivesBothEndsOfCoincidingBodiesToOneOfThem) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 1}, {B, in, 0}, {B, out, 1}}), (Found{{B, B, 0, 1}}));
}

TEST(Walk, GivesATiedEndToTheBodyOfTheOtherEnd) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 1}, {B, in, 0}, {B, out, 2}}), (Found{{A, A, 0, 1}}));
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 2}, {B, in, 0}, {B, out, 1}}), (Found{{B, B, 0, 1}}));
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 2}, {B, in, 1}, {B, out, 2}}), (Found{{B, B, 1, 2}}));
  EXPECT_EQ(walk({{A, in, 1}, {A, out, 2}, {B, in, 0}, {B, out, 2}}), (Found{{A, A, 1, 2}}));
}

TEST(Walk, SeesOverlappingPiecesOfOneBodyAsOneSolid) {
  EXPECT_EQ(walk({{A, in, 0}, {A, in, 1}, {A, out, 2}, {A, out, 3}, {B, in, 0.5}, {B, out, 4}}),
            (Found{{B, A, 0.5, 3}}));
}

TEST(Walk, DoesNotEndWhereTwoPiecesOfOneBodyTouch) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 1}, {A, in, 1}, {A, out, 2}, {B, in, -1}, {B, out, 3}}),
            (Found{{A, A, 0, 2}}));
}

TEST(Walk, LeavesOutCavities) {
  EXPECT_EQ(walk({{A, in, 0}, {A, out, 1}, {A, in, 2}, {A, out, 3}, {B, in, 0.5}, {B, out, 2.5}}),
            (Found{{B, A, 0.5, 1}, {A, B, 2, 2.5}}));
}

TEST(Walk, TakesNothingFromABodyTurnedInsideOut) {
  EXPECT_EQ(walk({{A, out, 0}, {A, in, 2}, {B, in, -1}, {B, out, 3}}), Found{});
}

TEST(Walk, StartsInsideASolidThatReachesToInfinity) {
  EXPECT_EQ(walk({{A, out, 0}, {A, in, 4}, {B, in, -1}, {B, out, 5}}, 1),
            (Found{{B, A, -1, 0}, {A, B, 4, 5}}));
}

TEST(PixelPairs, HaveAreasThatAddUpToTheTrueAreaOverThreeDirections) {
  const Triple normal = unit({0.3, -0.5, 0.9});
  // A face of area 1 shows |n_d| of it along axis d, whose pixels each count |n_d| again.
  const Triple axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double total = 0;
  for (const Triple& axis : axes)
    total += pair_area(normal, axis, std::fabs(dot(normal, axis)));
  EXPECT_NEAR(total, 1, 1e-15);
}

TEST(PixelPairs, HaveTheNormalOfParallelFaces) {
  const Triple n = pair_normal({0, 0, 1}, {0, 0, -1});
  EXPECT_EQ(n.z, 1);
  EXPECT_EQ(unit({0, 0, 0}).x, 0);
}

TEST(Lengths, AreCutAtCellPlanes) {
  const double planes[] = {2, 3};
  const ColumnCells cells{5, 16, planes, 2};
  Interval interval{};
  interval.depth = {1, 5};
  const EndCells ends = cells_of_ends(cells, interval);
  EXPECT_EQ(cells.cell(ends.lower), 5u);
  EXPECT_EQ(cells.cell(ends.upper), 37u);
  EXPECT_EQ(length_in_cell(cells, ends, interval, 0), 1);
  EXPECT_EQ(length_in_cell(cells, ends, interval, 1), 1);
  EXPECT_EQ(length_in_cell(cells, ends, interval, 2), 2);
  interval.depth = {2, 3};
  const EndCells middle = cells_of_ends(cells, interval);
  EXPECT_EQ(length_in_cell(cells, middle, interval, 0), 0);
  EXPECT_EQ(length_in_cell(cells, middle, interval, 1), 1);
  EXPECT_EQ(length_in_cell(cells, middle, interval, 2), 0);
}

TEST(GradientUnits, AreSoFineThatNoSumOverflowsAndNoneRounds) {
  for (const std::uint64_t intervals : {std::uint64_t{1}, std::uint64_t{49152}, std::uint64_t{3} << 20}) {
    const GradientUnits units = gradient_units(intervals);
    EXPECT_EQ(units.scale, static_cast<double>(units.whole));
    // All intervals, two ends of two halves each, at one corner.
    EXPECT_LT(4.0 * static_cast<double>(intervals) * units.scale, 0x1p62);
    EXPECT_GE(4.0 * static_cast<double>(intervals) * units.scale, 0x1p61);
  }
}

TEST(GradientUnits, CancelBetweenTheEndsOfAnInterval) {
  const GradientUnits units = gradient_units(1000);
  Interval interval{};
  interval.barycentric = {{{0.3, 0.6}, {1.0 / 3, 1.0 / 7}}};
  GradientMoments lower{}, upper{};
  lower.add(units, interval, 0, 2);
  upper.add(units, interval, 1, 2);
  EXPECT_EQ(lower.m0(units) + lower.m1 + lower.m2 + upper.m0(units) + upper.m1 + upper.m2, 0);
  EXPECT_EQ(gradient_component(upper.m0(units) + upper.m1 + upper.m2, units, 0.25), 0.25);
  // Less than a unit is cut off.
  EXPECT_NEAR(gradient_component(upper.m1, units, 0.25), 0.25 / 3, 0.25 / units.scale);
}

} // namespace
} // namespace lamina::ldi
