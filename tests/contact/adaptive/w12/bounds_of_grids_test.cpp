#include "tests/contact/adaptive/w12/bounds_of_grids.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

TEST(W12Bound, HoldsForRandomPairs) {
  for (const GridRow& row : bounds_of_grids(400, 1)) {
    if (row.bound == GridBound::strict || row.bound == GridBound::strict_gathered ||
        row.bound == GridBound::shadows) {
      EXPECT_EQ(row.held, row.count) << name_of(row.bound) << ", " << row.tiles << "² tiles";
    }
  }
}

} // namespace
} // namespace lamina::test
