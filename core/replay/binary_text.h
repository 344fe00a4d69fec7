#pragma once

#include <string>

namespace lamina {

/// Appends a number as it lies in memory.
template <typename Number>
void append_bytes(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// A name on one line of a PLY header.
inline std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ')
      c = ' ';
  return text;
}

} // namespace lamina
