#pragma once

#include "core/math/types.h"

#include <charconv>
#include <concepts>
#include <string>

namespace lamina {

/// Builds a line of CSV field by field; doubles get the fewest digits that read back to the same bits.
class CsvLine {
public:
  explicit CsvLine(std::string& text) : text_(text) {}

  template <typename Number>
  requires std::integral<Number> || std::floating_point<Number> CsvLine& add(Number number) {
    separate();
    char digits[40];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    return *this;
  }
  CsvLine& add(const Vec3& v) { return add(v.x()).add(v.y()).add(v.z()); }
  CsvLine& add(const std::string& words) {
    separate();
    if (words.find_first_of(",\"\r\n") == std::string::npos) {
      text_ += words;
      return *this;
    }
    text_ += '"';
    for (const char c : words)
      text_ += c == '"' ? std::string("\"\"") : std::string(1, c);
    text_ += '"';
    return *this;
  }
  CsvLine& empty(int fields = 1) {
    for (int i = 0; i < fields; ++i)
      separate();
    return *this;
  }
  void end() { text_ += '\n'; }

private:
  void separate() {
    if (!first_)
      text_ += ',';
    first_ = false;
  }
  std::string& text_;
  bool first_ = true;
};

} // namespace lamina
