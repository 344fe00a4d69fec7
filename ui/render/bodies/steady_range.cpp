#include "ui/render/bodies/steady_range.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr int patience = 120; ///< pictures: two seconds at full rate
constexpr double far_below = 0.35;

} // namespace

double round_above(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= value * (1 - 1e-9))
      return step * decade;
  return 10 * decade;
}

double SteadyRange::update(double largest) {
  if (!(largest > 0) || !std::isfinite(largest))
    return top_;
  if (largest > top_) {
    top_ = round_above(largest);
    recent_ = 0;
    below_ = 0;
  } else if (largest > far_below * top_) {
    recent_ = 0;
    below_ = 0;
  } else {
    recent_ = std::max(recent_, largest);
    if (++below_ >= patience) {
      top_ = round_above(recent_);
      recent_ = 0;
      below_ = 0;
    }
  }
  return top_;
}

} // namespace lamina
