#include "core/contact/ldi/columns.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Longer columns are left to std::sort; most have four to eight crossings.
constexpr std::ptrdiff_t short_column = 24;

void sort_column(Crossing* begin, Crossing* end, const Fragment* fragments) {
  const auto before = [fragments](const Crossing& c, const Crossing& d) {
    return crosses_before(c, d, fragments);
  };
  if (end - begin > short_column) {
    std::sort(begin, end, before);
    return;
  }
  for (Crossing* next = begin + 1; next < end; ++next) {
    const Crossing moving = *next;
    Crossing* hole = next;
    for (; hole > begin && before(moving, hole[-1]); --hole)
      *hole = hole[-1];
    *hole = moving;
  }
}

/// Where each column's crossings begin; afterwards next[c] is where its next crossing goes.
void scan_counts(const std::vector<std::uint32_t>& counts, std::vector<std::uint32_t>& next) {
  next.resize(counts.size());
  std::uint32_t sum = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    next[c] = sum;
    sum += counts[c] & ~FragmentList::lost_mark;
  }
}

} // namespace

void sort_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set) {
  set.columns.clear();
  set.bad.clear();
  scan_counts(list.counts(), set.next);
  set.fragments = list.fragments();
  set.crossings.resize(set.fragments.size());
  for (std::uint32_t i = 0; i < set.fragments.size(); ++i) {
    const Fragment& fragment = set.fragments[i];
    set.crossings[set.next[fragment.column()]++] = {fragment.depth, i, fragment.place};
  }

  std::uint32_t begin = 0;
  for (std::uint32_t c = 0; c < list.counts().size(); ++c) {
    const std::uint32_t count = list.counts()[c], end = set.next[c];
    const std::uint32_t first = begin;
    begin = end;
    if (count == 0)
      continue;
    if (count > crossing_limit) {
      set.bad.push_back({c, true});
      continue;
    }
    std::array<int, 2> balance{};
    std::array<bool, 2> present{};
    for (std::uint32_t k = first; k < end; ++k) {
      const std::size_t body = static_cast<std::size_t>(set.crossings[k].body());
      balance[body] += set.crossings[k].turn();
      present[body] = true;
    }

    // Counted from above, the walk begins with what all crossings together must have undone.
    Column column{c, first, end, {}};
    bool balances = true;
    for (std::size_t body = 0; body < 2; ++body) {
      const ColumnStart& start = starts[body];
      column.winding[body] = start.winding_at_infinity - (start.from_above ? balance[body] : 0);
      present[body] = present[body] || column.winding[body] > 0;
      balances = balances && (!start.complete || balance[body] == 0);
    }
    if (!balances) {
      set.bad.push_back({c, false});
    } else if (present[0] && present[1]) {
      sort_column(set.crossings.data() + first, set.crossings.data() + end, set.fragments.data());
      set.columns.push_back(column);
    }
  }
}

} // namespace lamina::ldi
