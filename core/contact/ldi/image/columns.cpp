#include "core/contact/ldi/image/columns.h"

#include "core/contact/ldi/arithmetic/sort_column.h"

namespace lamina::ldi {

namespace {

/// Where each column's crossings begin; afterwards next[c] is where its next crossing goes.
void scan_counts(const FragmentList& list, std::vector<std::uint32_t>& next) {
  next.resize(list.columns());
  std::uint32_t sum = 0;
  for (std::size_t c = 0; c < next.size(); ++c) {
    next[c] = sum;
    sum += list.stored_in(c);
  }
}

} // namespace

DepthRange depths_within(const Grid& grid, int direction) {
  const double low = grid.region.minimum[direction], pixel = grid.pixel_size[direction];
  return {low - pixel, low + grid.region.size[direction] + pixel};
}

bool begin_column(std::span<const Crossing> crossings, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, Column& column, std::vector<BadColumn>& bad) {
  if (crossings.size() > crossing_limit) {
    bad.push_back({column.index, true});
    return false;
  }
  ColumnBalance balance;
  for (const Crossing& crossing : crossings)
    balance.add(crossing);
  bool inside = true;
  for (int body = 0; body < 2; ++body) {
    const ColumnStart& start = starts[static_cast<std::size_t>(body)];
    column.winding[static_cast<std::size_t>(body)] = balance.winding(body, start);
    inside = inside && balance.may_be_inside(body, start);
  }
  if (balance.balances(starts[0], starts[1]))
    return inside;
  bad.push_back({column.index, false});
  return false;
}

void sort_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set) {
  set.columns.clear();
  set.bad.clear();
  scan_counts(list, set.next);
  set.fragments = list.fragments();
  set.crossings.resize(set.fragments.size());
  for (std::uint32_t i = 0; i < set.fragments.size(); ++i) {
    const Fragment& fragment = set.fragments[i];
    set.crossings[set.next[fragment.column()]++] = {fragment.depth, i, fragment.place};
  }

  std::uint32_t begin = 0;
  for (std::uint32_t c = 0; c < list.columns(); ++c) {
    Column column{c, begin, set.next[c], {}};
    begin = column.end;
    if (list.lost_some_in(c)) {
      set.bad.push_back({c, true});
      continue;
    }
    const std::span<Crossing> crossings(set.crossings.data() + column.begin, column.end - column.begin);
    if (crossings.empty() || !begin_column(crossings, starts, crossing_limit, column, set.bad))
      continue;
    sort_column(set.crossings.data(), set.fragments.data(), column.begin, column.end - column.begin);
    set.columns.push_back(column);
  }
}

} // namespace lamina::ldi
