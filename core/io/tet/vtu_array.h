#pragma once

#include "core/io/tet/value_reader.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace lamina {

/// What the first tag of a VTK XML file says about all its arrays.
struct VtuEncoding {
  bool big_endian = false;
  NumberType header_type = NumberType::u32; ///< of the byte counts in front of binary data
  bool zlib = false;                        ///< binary data is compressed
  std::string_view appended;                ///< what follows the underscore of AppendedData; may be empty
  bool appended_base64 = false;
};

enum class VtuFormat { ascii, binary, appended };

/// One DataArray.
struct VtuArray {
  std::string name; ///< for messages
  NumberType type = NumberType::f32;
  VtuFormat format = VtuFormat::ascii;
  std::string_view text;      ///< between its tags
  std::size_t first_line = 0; ///< of the file, where that text begins
  std::size_t offset = 0;     ///< into the appended data
};

/// The bytes of a binary or appended array of `values` values, decoded and decompressed. Throws InputError,
/// naming `file` and the array, unless they are exactly that many.
std::string decode_vtu_array(const VtuArray& array, const VtuEncoding& encoding, std::size_t values,
                             const std::string& file);

/// Calls `read` with a reader that stands before the first value of an array of `values` values, and checks
/// that a text holds no more.
template <typename Read>
void read_vtu_array(const VtuArray& array, const VtuEncoding& encoding, std::size_t values,
                    const std::string& file, const Read& read) {
  if (array.format == VtuFormat::ascii) {
    TextScanner in(array.text, file, {}, array.first_line);
    ValueReader reader(in, TextLayout::free);
    read(reader);
    if (in.next_filled_line())
      in.fail("the array \"" + array.name + "\" holds more than the " + std::to_string(values) +
              " numbers that belong to it");
    return;
  }
  const std::string bytes = decode_vtu_array(array, encoding, values, file);
  TextScanner in(bytes, file + ": array \"" + array.name + "\"");
  in.bytes(0);
  ValueReader reader(in, encoding.big_endian);
  read(reader);
}

} // namespace lamina
