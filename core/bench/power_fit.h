#pragma once

#include <cstddef>
#include <span>
#include <utility>

namespace lamina::bench {

/// y = factor · x^exponent, fitted by least squares of the logarithms.
struct PowerFit {
  double exponent = 0, factor = 0;
  double spread = 1;      ///< largest quotient of a value and the fit, or its inverse; at least 1
  std::size_t points = 0; ///< used: those with x > 0 and y > 0
};

/// Exponent, factor and spread are NaN unless two different x are left.
PowerFit fit_power(std::span<const std::pair<double, double>> points);

} // namespace lamina::bench
