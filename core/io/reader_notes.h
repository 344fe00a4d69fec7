#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lamina {

/// An oddity that may occur on many lines and is reported once, with its count and its first line.
class RepeatedNote {
public:
  void add(std::size_t line) {
    if (count_++ == 0)
      first_line_ = line;
  }
  /// Appends "SENTENCE (N times, first on line L)" if it occurred.
  void report(std::vector<std::string>& notes, const std::string& sentence) const {
    if (count_ == 0)
      return;
    const std::string times =
        count_ == 1 ? "once, on line " : std::to_string(count_) + " times, first on line ";
    notes.push_back(sentence + " (" + times + std::to_string(first_line_) + ")");
  }

private:
  std::size_t count_ = 0, first_line_ = 0;
};

} // namespace lamina
