#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace lamina {

/// Reads the lines of a text file of a run, whatever a crash or a disk left in it. A last line without a line
/// feed counts as not written.
class LineReader {
public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;

  /// Throws InputError if there is no such regular file or it cannot be read.
  explicit LineReader(const std::filesystem::path& path);

  /// The next line, without its line feed; false at the end. Throws InputError for a line that is longer than
  /// any that is written.
  bool next(std::string& line);

  /// At the end: whether a last line without a line feed was left out.
  bool cut() const { return cut_; }

  std::size_t line() const { return line_; } ///< number of the line that next() gave, from 1

  /// Throws InputError with file, line and the reason.
  [[noreturn]] void refuse(const std::string& reason) const;

private:
  std::string name_;
  std::ifstream stream_;
  std::size_t line_ = 0;
  bool cut_ = false;
};

/// Throws InputError unless the path is that of a regular file. Devices and pipes would never end.
void require_regular_file(const std::filesystem::path& path);

} // namespace lamina
