#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::bvh {

/// A box in single precision that holds what it was made of, whatever the rounding.
struct FloatBox {
  float low[3], high[3];
};

inline constexpr float float_end = std::numeric_limits<float>::max();

/// Rounding to the nearest number is off by 2⁻²⁴ of the value at most, or by half of the smallest number. So
/// boxes are made larger by this share of a number, and by the smallest.
inline constexpr float rounding_share = 1.5e-7f;

/// No greater than x, and no number for none.
inline float round_down(double x) {
  const float f =
      static_cast<float>(std::clamp(x, -static_cast<double>(float_end), static_cast<double>(float_end)));
  return f - (std::abs(f) * rounding_share + std::numeric_limits<float>::min());
}

/// No less than x.
inline float round_up(double x) {
  return -round_down(-x);
}

inline FloatBox rounded_outwards(const Box& box) {
  FloatBox result;
  for (int k = 0; k < 3; ++k) {
    result.low[k] = round_down(box.min[k]);
    result.high[k] = round_up(box.max[k]);
  }
  return result;
}

inline Box in_double(const FloatBox& box) {
  return {Vec3(box.low[0], box.low[1], box.low[2]), Vec3(box.high[0], box.high[1], box.high[2])};
}

/// Larger by the margin on every side; what gets too large for a number becomes infinite.
inline FloatBox inflated(const FloatBox& box, double margin) {
  const float wide = round_up(margin);
  FloatBox result;
  for (int k = 0; k < 3; ++k) {
    result.low[k] = box.low[k] - wide - rounding_share * (std::abs(box.low[k]) + wide);
    result.high[k] = box.high[k] + wide + rounding_share * (std::abs(box.high[k]) + wide);
  }
  return result;
}

} // namespace lamina::bvh
