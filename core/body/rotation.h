#pragma once

#include "core/math/types.h"

#include <cmath>

namespace lamina {

/// Cross-product matrix: cross_matrix(a) * b = a × b.
inline Mat3 cross_matrix(const Vec3& a) {
  Mat3 m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

/// The turn by a rotation vector (axis times angle in radians).
inline Quat rotation_exp(const Vec3& turn) {
  const double angle = turn.norm();
  // sin(x/2)/x to fourth order near zero, where the quotient would be 0/0.
  const double factor = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48;
  const Vec3 imaginary = factor * turn;
  return Quat(std::cos(0.5 * angle), imaginary.x(), imaginary.y(), imaginary.z()).normalized();
}

/// The shortest rotation vector of a turn; the inverse of rotation_exp for angles up to π.
inline Vec3 rotation_log(const Quat& turn) {
  const Vec3 imaginary = turn.w() < 0 ? Vec3(-turn.vec()) : Vec3(turn.vec());
  const double sine = imaginary.norm();
  if (sine < 1e-12)
    return 2 * imaginary;
  return 2 * std::atan2(sine, std::abs(turn.w())) / sine * imaginary;
}

} // namespace lamina
