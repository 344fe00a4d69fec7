#include "tests/contact/adaptive/pairs_wanted.h"
#include "tests/contact/adaptive/w12/bounds_of_grids.h"

#include <gtest/gtest.h>

#include <iostream>

namespace lamina::test {
namespace {

// Each pair is seen along three directions on four grids. The rows are those of docs/reproduction/W12.md.
TEST(W12Bound, HoldsForManyRandomPairs) {
  std::cout << "tiles,bound,pairs,held,median_of_bound_over_error\n";
  for (const GridRow& row : bounds_of_grids(pairs_wanted(30'000), 2)) {
    std::cout << row.tiles << "²," << '"' << name_of(row.bound) << '"' << ',' << row.count << ',' << row.held
              << ',' << row.looseness << '\n';
    if (row.bound == GridBound::strict || row.bound == GridBound::strict_gathered ||
        row.bound == GridBound::shadows) {
      EXPECT_EQ(row.held, row.count) << name_of(row.bound) << ", " << row.tiles << "² tiles";
    }
  }
}

} // namespace
} // namespace lamina::test
