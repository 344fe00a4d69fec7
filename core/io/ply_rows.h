#pragma once

#include "core/io/ply_header.h"
#include "core/io/text_scanner.h"

#include <cstring>

namespace lamina {

/// The values of PLY rows one after another, from text. Each row is one line; values beyond those that the
/// header declares are left unread and counted. Both row readers have the same members, so that one template
/// reads either.
class PlyTextRows {
public:
  PlyTextRows(std::string_view data, const PlyHeader& header, const std::string& name,
              const Progress& progress);

  static constexpr std::size_t least_size(PlyType) { return 2; } ///< a digit and a blank
  std::size_t bytes_left() const { return size_ - in_.offset(); }
  void begin_row();
  void end_row();
  double number(PlyType) { return in_.number("a number"); }
  std::int64_t integer(PlyType) { return in_.integer("an integer"); }
  void skip(PlyType) {
    if (in_.at_line_end())
      in_.fail_word("a number");
    in_.word();
  }
  void finish();
  [[noreturn]] void fail(const std::string& reason) const { in_.fail(reason); }

  std::size_t longer_rows() const { return longer_rows_; }
  std::size_t first_longer_row() const { return first_longer_row_; }

private:
  TextScanner in_;
  std::size_t size_;
  std::size_t longer_rows_ = 0, first_longer_row_ = 0;
};

/// The same from binary data of either byte order.
class PlyBinaryRows {
public:
  PlyBinaryRows(std::string_view data, const PlyHeader& header, const std::string& name,
                const Progress& progress);

  static std::size_t least_size(PlyType type) { return ply_size(type); }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }
  void begin_row() {
    if (at_ >= next_report_)
      report_progress();
  }
  void end_row() {}
  double number(PlyType type);
  std::int64_t integer(PlyType type);
  void skip(PlyType type) { take(ply_size(type)); }
  void finish();
  [[noreturn]] void fail(const std::string& reason) const;

private:
  void report_progress();
  const char* take(std::size_t bytes) {
    if (bytes > bytes_left())
      fail("the file ends before all elements that its header announces");
    const char* const first = at_;
    at_ += bytes;
    return first;
  }
  template <typename T>
  T read() {
    char bytes[sizeof(T)];
    const char* const first = take(sizeof(T));
    for (std::size_t i = 0; i < sizeof(T); ++i)
      bytes[i] = first[swap_ ? sizeof(T) - 1 - i : i];
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }

  const char *begin_, *at_, *end_, *next_report_;
  bool swap_;
  std::string name_;
  Progress progress_;
};

} // namespace lamina
