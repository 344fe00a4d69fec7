#include "core/bench/power_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lamina::bench {

PowerFit fit_power(std::span<const std::pair<double, double>> points) {
  std::vector<std::pair<double, double>> logs;
  for (const auto& [x, y] : points)
    if (x > 0 && y > 0)
      logs.emplace_back(std::log(x), std::log(y));
  PowerFit fit;
  fit.points = logs.size();

  double mean_x = 0, mean_y = 0;
  for (const auto& [x, y] : logs) {
    mean_x += x / static_cast<double>(logs.size());
    mean_y += y / static_cast<double>(logs.size());
  }
  double xx = 0, xy = 0;
  for (const auto& [x, y] : logs) {
    xx += (x - mean_x) * (x - mean_x);
    xy += (x - mean_x) * (y - mean_y);
  }
  if (!(xx > 0)) {
    fit.exponent = fit.factor = fit.spread = std::numeric_limits<double>::quiet_NaN();
    return fit;
  }

  fit.exponent = xy / xx;
  const double offset = mean_y - fit.exponent * mean_x;
  fit.factor = std::exp(offset);
  double farthest = 0;
  for (const auto& [x, y] : logs)
    farthest = std::max(farthest, std::abs(y - offset - fit.exponent * x));
  fit.spread = std::exp(farthest);
  return fit;
}

} // namespace lamina::bench
