#pragma once

#include <cstddef>
#include <utility>
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

/// What a contender took in those of its turns that were timed, in ms.
class TurnTimes {
public:
  /// Turns come in order.
  void add(int turn, double milliseconds) { times_.emplace_back(turn, milliseconds); }
  bool empty() const { return times_.empty(); }
  Spread spread() const;

  /// Quotients of what two took in the same turns. What slows a machine down for some seconds slows both, so
  /// it moves few of them, where it could move the median of one contender alone. Turns in which one was not
  /// timed, or `below` took no time, count for nothing.
  friend Spread quotients(const TurnTimes& above, const TurnTimes& below);

private:
  std::vector<std::pair<int, double>> times_; ///< turn and ms
};
Spread quotients(const TurnTimes& above, const TurnTimes& below);

} // namespace lamina::bench
