#pragma once

#include <cstddef>
#include <vector>

namespace lamina::bench {

/// Median and quartiles of repeated measurements: what is printed instead of a mean, which one disturbed
/// repetition could move at will.
struct Spread {
  std::size_t count = 0;
  double lower = 0, median = 0, upper = 0; ///< in the unit of the values; all zero if there are none
};

/// Quantiles between two values are interpolated linearly (Hyndman and Fan 1996, definition 7).
Spread spread_of(std::vector<double> values);

} // namespace lamina::bench
