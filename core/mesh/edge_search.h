#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lamina {

/// Into how many parts a line of some length (m) is divided for edges of about the given length.
inline std::size_t part_count(double length, double edge, std::size_t least) {
  return std::max(least, static_cast<std::size_t>(std::lround(std::min(length / edge, 1e9))));
}

/// The edge length near a first guess for which `cost` is least; of equal ones the longest.
template <typename Cost>
double best_edge(double guess, const Cost& cost) {
  // Steps of 0.5 % over a factor of four either way: finer than the counts change for any count that matters.
  constexpr int steps = 560;
  double best = 4 * guess, least = cost(best);
  for (int i = 1; i <= steps; ++i) {
    const double edge = 4 * guess * std::pow(0.995, i);
    const double value = cost(edge);
    if (value < least) {
      least = value;
      best = edge;
    }
  }
  return best;
}

} // namespace lamina
