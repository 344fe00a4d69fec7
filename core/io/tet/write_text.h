#pragma once

#include "core/math/types.h"

#include <charconv>
#include <string>

namespace lamina {

/// Appends a number with as few digits as read back as the same.
template <typename Number>
void append_number(std::string& text, Number number) {
  char digits[40];
  text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Appends a point as three numbers and the end of a line.
inline void append_point(std::string& text, const Vec3& point) {
  for (int k = 0; k < 3; ++k) {
    append_number(text, point[k]);
    text += k < 2 ? ' ' : '\n';
  }
}

} // namespace lamina
