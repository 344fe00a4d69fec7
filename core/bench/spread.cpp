#include "core/bench/spread.h"

#include <algorithm>
#include <cmath>

namespace lamina::bench {

namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

} // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty())
    return {};
  std::sort(values.begin(), values.end());
  return {values.size(), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)};
}

Spread TurnTimes::spread() const {
  std::vector<double> values;
  for (const auto& [turn, milliseconds] : times_)
    values.push_back(milliseconds);
  return spread_of(std::move(values));
}

Spread quotients(const TurnTimes& above, const TurnTimes& below) {
  std::vector<double> values;
  auto other = below.times_.begin();
  for (const auto& [turn, milliseconds] : above.times_) {
    while (other != below.times_.end() && other->first < turn)
      ++other;
    if (other != below.times_.end() && other->first == turn && other->second > 0)
      values.push_back(milliseconds / other->second);
  }
  return spread_of(std::move(values));
}

} // namespace lamina::bench
