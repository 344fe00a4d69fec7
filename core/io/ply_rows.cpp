#include "core/io/ply_rows.h"

#include <bit>

namespace lamina {

PlyTextRows::PlyTextRows(std::string_view data, const PlyHeader& header, const std::string& name,
                         const Progress& progress)
    : in_(data, name, progress), size_(data.size()) {
  for (std::size_t i = 0; i < header.lines; ++i)
    in_.next_line();
}

void PlyTextRows::begin_row() {
  if (!in_.next_filled_line())
    in_.fail("the file ends before all elements that its header announces");
}

void PlyTextRows::end_row() {
  if (!in_.at_line_end()) {
    if (longer_rows_++ == 0)
      first_longer_row_ = in_.line();
  }
  in_.next_line();
}

void PlyTextRows::finish() {
  if (in_.next_filled_line())
    in_.fail("the file goes on after the elements that its header announces");
}

PlyBinaryRows::PlyBinaryRows(std::string_view data, const PlyHeader& header, const std::string& name,
                             const Progress& progress)
    : begin_(data.data()), at_(data.data() + header.size), end_(data.data() + data.size()),
      next_report_(end_),
      swap_((header.encoding == PlyEncoding::little_endian) != (std::endian::native == std::endian::little)),
      name_(name), progress_(progress) {
  if (progress_ && bytes_left() > report_every)
    next_report_ = at_ + report_every;
}

void PlyBinaryRows::report_progress() {
  next_report_ = bytes_left() > report_every ? at_ + report_every : end_;
  if (progress_ &&
      !progress_(static_cast<double>(at_ - begin_) / static_cast<double>(end_ - begin_), "reading " + name_))
    throw Cancelled();
}

double PlyBinaryRows::number(PlyType type) {
  if (type == PlyType::f32)
    return read<float>();
  if (type == PlyType::f64)
    return read<double>();
  return static_cast<double>(integer(type));
}

std::int64_t PlyBinaryRows::integer(PlyType type) {
  switch (type) {
  case PlyType::i8:
    return read<std::int8_t>();
  case PlyType::u8:
    return read<std::uint8_t>();
  case PlyType::i16:
    return read<std::int16_t>();
  case PlyType::u16:
    return read<std::uint16_t>();
  case PlyType::i32:
    return read<std::int32_t>();
  default:
    return read<std::uint32_t>();
  }
}

void PlyBinaryRows::finish() {
  // Writers may end with a line feed or padding; more than that means that the counts are wrong.
  for (const char* at = at_; at != end_; ++at)
    if (*at != '\0' && *at != '\n' && *at != '\r' && *at != ' ')
      fail(std::to_string(end_ - at_) + " bytes are left over: the counts in the header do not fit the data");
}

void PlyBinaryRows::fail(const std::string& reason) const {
  throw InputError(name_, 0, reason + " (byte " + std::to_string(at_ - begin_) + ")");
}

} // namespace lamina
