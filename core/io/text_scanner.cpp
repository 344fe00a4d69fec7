#include "core/io/text_scanner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace lamina {

namespace {

/// Powers of ten that double holds exactly.
constexpr std::array<double, 23> exact_powers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                 1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Plain decimals whose digits and power of ten are both exact in double: one rounding gives the right result
/// (Clinger 1990). Returns the end of the number, or nullptr if it needs the general conversion.
const char* plain_decimal(const char* at, const char* end, double& value) {
  const bool negative = at != end && *at == '-';
  at += negative;
  const char* const first = at;
  std::uint64_t digits = 0;
  while (at != end && static_cast<unsigned char>(*at - '0') < 10)
    digits = 10 * digits + static_cast<unsigned char>(*at++ - '0');
  auto count = at - first;
  std::ptrdiff_t decimals = 0;
  if (at != end && *at == '.') {
    const char* const point = at++;
    while (at != end && static_cast<unsigned char>(*at - '0') < 10)
      digits = 10 * digits + static_cast<unsigned char>(*at++ - '0');
    decimals = at - point - 1;
    count += decimals;
  }
  // Nineteen digits fit 64 bits; leading zeros only make this test too strict.
  if (count == 0 || count > 19 || digits > (std::uint64_t{1} << 53) ||
      (at != end && (*at == 'e' || *at == 'E')))
    return nullptr;
  value = static_cast<double>(digits) / exact_powers[static_cast<std::size_t>(decimals)];
  if (negative)
    value = -value;
  return at;
}

/// The power of ten of the first digit that is not 0, of a well-formed number.
std::int64_t decimal_exponent(std::string_view number) {
  std::int64_t stated = 0;
  const std::size_t mark = number.find_first_of("eE");
  if (mark != std::string_view::npos) {
    std::size_t first = mark + 1;
    const bool negative = number[first] == '-';
    first += negative || number[first] == '+';
    // Longer exponents are out of range whatever the digits say.
    const auto result = std::from_chars(number.data() + first, number.data() + number.size(), stated);
    if (result.ec != std::errc())
      return negative ? -1 : 1;
    stated = negative ? -stated : stated;
  }
  const std::string_view digits = number.substr(0, mark);
  const auto point = static_cast<std::int64_t>(std::min(digits.find('.'), digits.size()));
  const auto leading = static_cast<std::int64_t>(digits.find_first_of("123456789"));
  return stated + point - leading - (leading < point ? 1 : 0);
}

} // namespace

std::string printable(std::string_view word) {
  std::string result(word.substr(0, 40));
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126)
      c = '?';
  return word.size() > 40 ? result + "..." : result;
}

TextScanner::TextScanner(std::string_view text, std::string file, Progress progress, std::size_t first_line)
    : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()), next_report_(end_),
      line_(first_line), file_(std::move(file)), progress_(std::move(progress)) {
  // A byte-order mark is no part of the text.
  if (text.starts_with("\xef\xbb\xbf"))
    at_ += 3;
  if (progress_ && text.size() > report_every)
    next_report_ = at_ + report_every;
}

bool TextScanner::skip_special() {
  if (comments && *at_ == '#') {
    while (at_ != end_ && *at_ != '\n' && *at_ != '\r')
      ++at_;
    return true;
  }
  if (continuations && *at_ == '\\' && at_ + 1 != end_ && (at_[1] == '\n' || at_[1] == '\r')) {
    ++at_;
    next_line();
    return true;
  }
  return false;
}

void TextScanner::next_line() {
  while (at_ != end_ && *at_ != '\n' && *at_ != '\r')
    ++at_;
  if (at_ == end_)
    return;
  const bool pair = *at_ == '\r' && at_ + 1 != end_ && at_[1] == '\n';
  at_ += pair ? 2 : 1;
  ++line_;
  if (at_ > next_report_)
    report_progress();
}

void TextScanner::report_progress() {
  next_report_ = static_cast<std::size_t>(end_ - at_) > report_every ? at_ + report_every : end_;
  if (progress_ &&
      !progress_(static_cast<double>(at_ - begin_) / static_cast<double>(end_ - begin_), "reading " + file_))
    throw Cancelled();
}

std::string_view TextScanner::word() {
  skip_blanks();
  const char* const first = at_;
  while (at_ != end_ && !ends_word(*at_))
    ++at_;
  // A NUL ends no word in text files; take it along so that the reader moves on and refuses the word.
  if (at_ == first && at_ != end_ && *at_ == '\0')
    ++at_;
  return {first, static_cast<std::size_t>(at_ - first)};
}

std::string_view TextScanner::rest_of_line() {
  skip_blanks();
  const char* const first = at_;
  while (at_ != end_ && *at_ != '\n' && *at_ != '\r')
    ++at_;
  const char* last = at_;
  while (last != first && (last[-1] == ' ' || last[-1] == '\t'))
    --last;
  return {first, static_cast<std::size_t>(last - first)};
}

std::string_view TextScanner::bytes(std::size_t count) {
  binary_ = true;
  if (count > bytes_left())
    fail("the file ends within its binary data");
  const char* const first = at_;
  at_ += count;
  if (at_ > next_report_)
    report_progress();
  return {first, count};
}

bool TextScanner::go_to(std::string_view text) {
  const std::string_view left(at_, bytes_left());
  const std::size_t found = left.find(text);
  if (found == std::string_view::npos)
    return false;
  while (at_ < left.data() + found) {
    const char* const end =
        static_cast<const char*>(std::memchr(at_, '\n', static_cast<std::size_t>(left.data() + found - at_)));
    at_ = end ? end + 1 : left.data() + found;
    line_ += end != nullptr;
  }
  return true;
}

void TextScanner::fail_word(const char* what) {
  if (at_line_end())
    fail(std::string("expected ") + what + ", found the end of the " + (at_end() ? "file" : "line"));
  fail(std::string("expected ") + what + ", found \"" + printable(word()) + "\"");
}

const char* TextScanner::general_number(const char* first, const char* end, const char* what, double& value) {
  const std::from_chars_result result = std::from_chars(first, end, value);
  if (result.ec == std::errc::invalid_argument)
    fail_word(what);
  const std::string_view digits(first, static_cast<std::size_t>(result.ptr - first));
  if (result.ec == std::errc::result_out_of_range) {
    // Too small is zero, correctly rounded; too large has no double.
    if (decimal_exponent(digits) > 0)
      fail(std::string(what) + " is too large: \"" + printable(digits) + "\"");
    value = digits.front() == '-' ? -0.0 : 0.0;
  }
  if (!std::isfinite(value))
    fail(std::string(what) + " is not finite: \"" + printable(digits) + "\"");
  return result.ptr;
}

const char* TextScanner::fortran_number(const char* first, const char* mark, const char* what,
                                        double& value) {
  const char* end = mark + 1;
  while (end != end_ && !ends_word(*end))
    ++end;
  std::string number(first, end);
  number[static_cast<std::size_t>(mark - first)] = 'e';
  const char* const last = general_number(number.data(), number.data() + number.size(), what, value);
  return first + (last - number.data());
}

double TextScanner::number(const char* what) {
  skip_blanks();
  const char* first = at_;
  if (at_ != end_ && *at_ == '+' && at_ + 1 != end_ && at_[1] != '-')
    ++first;
  double value = 0;
  const char* last = plain_decimal(first, end_, value);
  if (!last)
    last = general_number(first, end_, what, value);
  // Fortran writes the exponents of its doubles with a D.
  if (last != end_ && (*last == 'D' || *last == 'd'))
    last = fortran_number(first, last, what, value);
  if (last != end_ && !ends_word(*last) && !(comments && *last == '#') && !(continuations && *last == '\\'))
    fail_word(what);
  at_ = last;
  return value;
}

bool TextScanner::any_number_if_any(double& value, const char* what) {
  if (at_line_end())
    return false;
  // Also as some compilers print it: -nan(ind), 1.#QNAN.
  const char* const first = at_;
  std::string_view text = word();
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  const bool finite = text.find_first_of("nNiI#") == text.npos;
  double parsed = 0;
  if (!finite && std::from_chars(text.data(), text.data() + text.size(), parsed).ec == std::errc()) {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  at_ = first;
  value = number(what);
  return true;
}

std::int64_t TextScanner::integer_part(const char* what) {
  const char* at = at_;
  const bool negative = at != end_ && *at == '-';
  if (negative || (at != end_ && *at == '+'))
    ++at;
  const char* const first = at;
  std::int64_t value = 0;
  while (at != end_ && static_cast<unsigned char>(*at - '0') < 10) {
    if (at - first == 18)
      fail_word(what);
    value = 10 * value + (*at++ - '0');
  }
  if (at == first)
    fail_word(what);
  at_ = at;
  return negative ? -value : value;
}

std::int64_t TextScanner::integer(const char* what) {
  skip_blanks();
  const char* const first = at_;
  const std::int64_t value = integer_part(what);
  if (at_ != end_ && !ends_word(*at_) && !(comments && *at_ == '#') && !(continuations && *at_ == '\\')) {
    at_ = first;
    fail_word(what);
  }
  return value;
}

} // namespace lamina
