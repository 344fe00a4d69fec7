#pragma once

#include <algorithm>
#include <cmath>

namespace lamina {

/// sRGB, 0 to 1.
struct Rgb {
  double red = 0, green = 0, blue = 0;
};

inline double linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Relative luminance and contrast ratio as WCAG 2 defines them.
inline double luminance(const Rgb& c) {
  return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}
inline double contrast(const Rgb& a, const Rgb& b) {
  const double la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

/// What is asked of text of ordinary size (WCAG 2, success criterion 1.4.3, level AA).
constexpr double least_contrast = 4.5;

} // namespace lamina
