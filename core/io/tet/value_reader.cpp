#include "core/io/tet/value_reader.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace lamina {

std::size_t number_size(NumberType type) {
  constexpr std::array<std::size_t, 10> sizes = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

ValueReader::ValueReader(TextScanner& in, bool big_endian)
    : in_(&in), binary_(true), swap_(big_endian != (std::endian::native == std::endian::big)) {}

void ValueReader::begin_row() {
  if (!binary_ && !in_->next_filled_line())
    in_->fail("the file ends in the middle of a list");
}

void ValueReader::end_row() {
  if (binary_)
    return;
  if (!in_->at_line_end())
    in_->fail("more numbers in the line than belong to it");
  in_->next_line();
}

template <typename T>
T ValueReader::take() {
  std::array<char, sizeof(T)> bytes;
  const std::string_view source = in_->bytes(sizeof(T));
  for (std::size_t i = 0; i < sizeof(T); ++i)
    bytes[i] = source[swap_ ? sizeof(T) - 1 - i : i];
  return std::bit_cast<T>(bytes);
}

double ValueReader::number(NumberType type, const char* what) {
  if (!binary_) {
    find_text_value();
    return in_->number(what);
  }
  if (type == NumberType::f32)
    return take<float>();
  if (type == NumberType::f64)
    return take<double>();
  return static_cast<double>(integer(type, what));
}

std::int64_t ValueReader::integer(NumberType type, const char* what) {
  if (!binary_) {
    find_text_value();
    return in_->integer(what);
  }
  switch (type) {
  case NumberType::i8:
    return take<std::int8_t>();
  case NumberType::u8:
    return take<std::uint8_t>();
  case NumberType::i16:
    return take<std::int16_t>();
  case NumberType::u16:
    return take<std::uint16_t>();
  case NumberType::i32:
    return take<std::int32_t>();
  case NumberType::u32:
    return take<std::uint32_t>();
  case NumberType::i64:
  case NumberType::u64:
    return take<std::int64_t>();
  default:
    in_->fail(std::string(what) + " is stored as a floating-point number");
  }
}

std::size_t ValueReader::count(NumberType type, const char* what, std::size_t least, std::size_t most) {
  return checked_count(*in_, integer(type, what), what, least, most);
}

void ValueReader::skip(NumberType type, std::size_t count) {
  if (binary_) {
    if (count > in_->bytes_left() / number_size(type))
      in_->fail("the file ends within its binary data");
    in_->bytes(count * number_size(type));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    find_text_value();
    if (in_->at_line_end())
      in_->fail_word("a number");
    in_->word();
  }
}

std::size_t checked_count(const TextScanner& in, std::int64_t count, const char* what, std::size_t least,
                          std::size_t most) {
  if (count < 0)
    in.fail(std::string(what) + " is negative");
  const auto value = static_cast<std::uint64_t>(count);

  // The last number of a text needs no blank behind it.
  if (value > (in.bytes_left() + 1) / least)
    in.fail(std::string(what) + " is " + std::to_string(count) + ", more than the file can hold");
  if (value > most)
    in.fail(std::string(what) + " is " + std::to_string(count) + "; at most " + std::to_string(most) +
            " can be read");
  return value;
}

} // namespace lamina
