#pragma once

#include "core/io/text_scanner.h"

#include <cstdint>
#include <string_view>

namespace lamina {

/// How a number is stored in binary data.
enum class NumberType : std::uint8_t { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

std::size_t number_size(NumberType type);
inline bool is_integer(NumberType type) {
  return type < NumberType::f32;
}

/// Where numbers may stand in a text.
enum class TextLayout {
  rows, ///< a row is a line; begin_row() and end_row() go from line to line
  free  ///< line ends are blanks
};

/// The numbers of a file one after another, from text or from binary data of either byte order, so that one
/// reader serves both.
class ValueReader {
public:
  /// `in` must outlive the reader, which moves its cursor.
  ValueReader(TextScanner& in, TextLayout layout) : in_(&in), layout_(layout) {}
  ValueReader(TextScanner& in, bool big_endian);

  bool binary() const { return binary_; }
  /// The least number of bytes that a number of this type takes.
  std::size_t least_size(NumberType type) const { return binary_ ? number_size(type) : 2; }

  /// In a text of rows: goes to the next filled line, which must exist.
  void begin_row();
  /// In a text of rows: the line must hold no more, and is left.
  void end_row();

  double number(NumberType type, const char* what);
  /// Unsigned 64-bit integers beyond the signed ones come out negative.
  std::int64_t integer(NumberType type, const char* what);
  /// A number of things of which each takes at least `least` bytes of what is left.
  std::size_t count(NumberType type, const char* what, std::size_t least, std::size_t most);
  void skip(NumberType type, std::size_t count);

  TextScanner& scanner() { return *in_; }

private:
  template <typename T>
  T take();
  void find_text_value() {
    if (layout_ == TextLayout::free)
      in_->next_filled_line();
  }

  TextScanner* in_;
  TextLayout layout_ = TextLayout::free;
  bool binary_ = false, swap_ = false;
};

/// Fails with the scanner's line unless a count is at least 0 and at most what `bytes` can hold at `least`
/// bytes each and than `most`.
std::size_t checked_count(const TextScanner& in, std::int64_t count, const char* what, std::size_t least,
                          std::size_t most);

} // namespace lamina
