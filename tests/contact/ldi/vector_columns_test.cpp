#include "core/contact/ldi/simd/vector_stages.h"
#include "tests/contact/ldi/vector_stages.h"

#include <array>

namespace lamina::test {
namespace {

using namespace lamina::ldi;

/// An image whose crossings are known.
class DrawnImage {
public:
  explicit DrawnImage(std::size_t columns) { list_.clear(columns); }

  void cross(std::uint32_t column, int body, bool entering, double depth) {
    ASSERT_TRUE(list_.reserve(1));
    Fragment* end = list_.end();
    *end = {depth, 0.25, 0.5, triangle_++, fragment_place(column, body, entering)};
    list_.commit(end + 1);
    ++list_.column_counts(body)[column];
  }
  FragmentList& list() { return list_; }

private:
  FragmentList list_;
  std::uint32_t triangle_ = 0;
};

struct Walked {
  std::vector<Interval> intervals;
  std::vector<BadColumn> bad;
};

constexpr std::uint32_t no_limit = 1000, pixels_in_row = 7;

using WalkColumns = decltype(ldi::simd::walk_columns);

Walked walk(WalkColumns& walk_all, const FragmentList& list, const std::array<ColumnStart, 2>& starts,
            std::uint32_t limit = no_limit) {
  Walked walked;
  ColumnSet set;
  walk_all(list, starts, limit, set);
  walked.intervals.resize(set.found.count);
  list_intervals(set, pixels_in_row, 0, walked.intervals);
  walked.bad = set.bad;
  return walked;
}

void expect_same_walks(const Walked& a, const Walked& b) {
  ASSERT_EQ(a.intervals.size(), b.intervals.size());
  for (std::size_t i = 0; i < a.intervals.size(); ++i) {
    const Interval &x = a.intervals[i], &y = b.intervals[i];
    ASSERT_TRUE(x.depth == y.depth && x.barycentric == y.barycentric && x.triangle == y.triangle &&
                x.body == y.body && x.pixel == y.pixel && x.multiplicity == y.multiplicity)
        << i;
  }
  ASSERT_EQ(a.bad.size(), b.bad.size());
  for (std::size_t i = 0; i < a.bad.size(); ++i) {
    EXPECT_EQ(a.bad[i].index, b.bad[i].index);
    EXPECT_EQ(a.bad[i].too_many_crossings, b.bad[i].too_many_crossings);
  }
}

class VectorColumns : public VectorStages {};

/// Columns of 0 to 40 crossings, some at the same depths, some that do not balance; bodies that are closed or
/// open, turned inside out, seen from above, or of which a part was left out.
TEST_P(VectorColumns, WalkAsTheScalarOnes) {
  Dice dice(11);
  std::size_t intervals = 0, bad = 0;
  for (int round = 0; round < 3000; ++round) {
    const std::size_t columns = 1 + static_cast<std::size_t>(dice.within(0, 90));
    const bool some_tie = round % 3 == 0, some_wrong = round % 4 == 0;
    const double longest = round % 5 ? 4 : 20;
    std::array<ColumnStart, 2> starts;
    for (ColumnStart& start : starts) {
      start.winding_at_infinity = dice.within(0, 1) < 0.1 ? 1 : 0;
      start.complete = dice.within(0, 1) < 0.7;
      start.from_above = !start.complete && dice.within(0, 1) < 0.5;
      start.closed = !some_wrong;
    }
    DrawnImage image(columns);
    for (std::uint32_t column = 0; column < columns; ++column)
      for (int body = 0; body < 2; ++body) {
        const int pairs = static_cast<int>(dice.within(-1, longest / 2));
        for (int k = 0; k < 2 * pairs; ++k) {
          const double depth = dice.within(0, 1);
          image.cross(column, body, k % 2 == 0, some_tie ? std::round(16 * depth) / 16 : depth);
        }
        if (some_wrong && dice.within(0, 1) < 0.1)
          image.cross(column, body, dice.within(0, 1) < 0.5, dice.within(0, 1));
      }
    const std::uint32_t limit = round % 7 ? no_limit : 3;
    const Walked plain = walk(ldi::walk_columns, image.list(), starts, limit);
    SCOPED_TRACE(round);
    expect_same_walks(walk(simd::walk_columns, image.list(), starts, limit), plain);
    intervals += plain.intervals.size();
    bad += plain.bad.size();
  }
  EXPECT_GT(intervals, 10'000u);
  EXPECT_GT(bad, 5000u);
}

/// The second body passes through the first, which has two parts: [0.1, 0.4] and [0.6, 0.9].
TEST_P(VectorColumns, FindBothOverlapsOfOneColumnInOrder) {
  constexpr std::size_t columns = 21;
  DrawnImage image(columns);
  for (std::uint32_t column = 0; column < columns; ++column) {
    for (const double depth : {0.9, 0.1, 0.4, 0.6})
      image.cross(column, 0, depth == 0.1 || depth == 0.6, depth);
    image.cross(column, 1, false, 0.8);
    image.cross(column, 1, true, 0.2);
  }
  const ColumnStart closed{0, true, false, true};
  const Walked walked = walk(simd::walk_columns, image.list(), {closed, closed});
  ASSERT_EQ(walked.intervals.size(), 2 * columns);
  for (std::size_t i = 0; i < walked.intervals.size(); ++i) {
    const Interval& interval = walked.intervals[i];
    EXPECT_EQ(interval.depth, (i % 2 ? std::array<double, 2>{0.6, 0.8} : std::array<double, 2>{0.2, 0.4}));
    EXPECT_EQ(interval.pixel[0], i / 2 % pixels_in_row);
    EXPECT_EQ(interval.pixel[1], i / 2 / pixels_in_row);
  }
  EXPECT_TRUE(walked.bad.empty());
}

/// What could not be stored makes its column bad, and no other.
TEST_P(VectorColumns, NameColumnsThatLostACrossing) {
  DrawnImage image(12);
  for (const std::uint32_t column : {2u, 3u, 9u})
    for (int body = 0; body < 2; ++body) {
      image.cross(column, body, true, 0.1 + 0.2 * body);
      image.cross(column, body, false, 0.7 + 0.2 * body);
    }
  image.list().lose(3, 1);
  const ColumnStart closed{0, true, false, true};
  const Walked walked = walk(simd::walk_columns, image.list(), {closed, closed});
  ASSERT_EQ(walked.bad.size(), 1u);
  EXPECT_EQ(walked.bad[0].index, 3u);
  EXPECT_TRUE(walked.bad[0].too_many_crossings);
  EXPECT_EQ(walked.intervals.size(), 2u);
  expect_same_walks(walked, walk(ldi::walk_columns, image.list(), {closed, closed}));
}

INSTANTIATE_TEST_SUITE_P(On, VectorColumns, testing::ValuesIn(all_targets_here()), name_of_target);

} // namespace
} // namespace lamina::test
