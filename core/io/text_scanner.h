#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace lamina {

/// Readers tell of their progress once in so many bytes.
inline constexpr std::size_t report_every = std::size_t{1} << 22;

/// Words and numbers of a text file held in memory, line by line. Line ends are \n, \r\n or \r. Numbers are
/// read correctly rounded, with exponents as in 1e-3 or in Fortran's 1D-3; a number that is not finite, or
/// followed by anything but a blank, is an error that names the line. Made for speed: no allocation while
/// reading.
class TextScanner {
public:
  /// `text` must outlive the scanner. `file` names it in messages; `first_line` is the number of its first
  /// line, for a text that is part of a file.
  TextScanner(std::string_view text, std::string file, Progress progress = {}, std::size_t first_line = 1);

  bool at_end() const { return at_ == end_; }
  std::size_t line() const { return line_; }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
  const std::string& file() const { return file_; }

  /// Skips blanks; `#` starts a comment, and a backslash at the end continues the line, where switched on.
  void skip_blanks() {
    while (at_ != end_) {
      if (*at_ == ' ' || *at_ == '\t' || *at_ == '\v' || *at_ == '\f')
        ++at_;
      else if (!skip_special())
        return;
    }
  }
  bool at_line_end() {
    skip_blanks();
    return at_ == end_ || *at_ == '\n' || *at_ == '\r';
  }
  /// Leaves the rest of the line unread and goes to the next one.
  void next_line();
  /// Goes to the next line that holds anything; false at the end of the file.
  bool next_filled_line() {
    while (!at_end() && at_line_end())
      next_line();
    return !at_end();
  }

  /// The next word of this line, empty at its end.
  std::string_view word();
  /// The rest of this line without blanks around it.
  std::string_view rest_of_line();

  /// The next number of this line. `what` names it in messages: "a coordinate".
  double number(const char* what);
  std::int64_t integer(const char* what);

  /// Reads a number if the line goes on.
  bool number_if_any(double& value, const char* what) {
    if (at_line_end())
      return false;
    value = number(what);
    return true;
  }

  /// The same for a number that does not matter: it may be infinite, or none (nan).
  bool any_number_if_any(double& value, const char* what);

  /// The character under the cursor, 0 at the end; and a step over it.
  char peek() const { return at_ == end_ ? '\0' : *at_; }
  void skip() { ++at_; }

  /// The next `count` bytes, whatever they are. Messages name no line from here on, as there are none in
  /// binary data.
  std::string_view bytes(std::size_t count);
  /// Goes to the next place where `text` occurs; false, and nowhere, if there is none.
  bool go_to(std::string_view text);

  /// An integer directly under the cursor that may be followed by any character (for v/vt/vn).
  std::int64_t integer_part(const char* what);

  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file_, binary_ ? 0 : line_, reason);
  }
  [[noreturn]] void fail_word(const char* what);

  bool comments = false;      ///< # comments up to the line end
  bool continuations = false; ///< backslash before the line end

private:
  bool skip_special();
  /// Each reads a number that begins at `first`, and returns its end.
  const char* general_number(const char* first, const char* end, const char* what, double& value);
  const char* fortran_number(const char* first, const char* mark, const char* what, double& value);
  void report_progress();
  static bool ends_word(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f' || c == '\0';
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  const char* next_report_;
  std::size_t line_ = 1;
  bool binary_ = false;
  std::string file_;
  Progress progress_;
};

/// A word for a message: shortened, with characters that do not print shown as '?'.
std::string printable(std::string_view word);

} // namespace lamina
