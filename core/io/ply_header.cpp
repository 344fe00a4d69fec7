#include "core/io/ply_header.h"

#include "core/io/text_scanner.h"

#include <array>
#include <utility>

namespace lamina {

namespace {

PlyType read_type(TextScanner& in) {
  static constexpr std::array<std::pair<std::string_view, PlyType>, 16> types = {{
      {"char", PlyType::i8},
      {"int8", PlyType::i8},
      {"uchar", PlyType::u8},
      {"uint8", PlyType::u8},
      {"short", PlyType::i16},
      {"int16", PlyType::i16},
      {"ushort", PlyType::u16},
      {"uint16", PlyType::u16},
      {"int", PlyType::i32},
      {"int32", PlyType::i32},
      {"uint", PlyType::u32},
      {"uint32", PlyType::u32},
      {"float", PlyType::f32},
      {"float32", PlyType::f32},
      {"double", PlyType::f64},
      {"float64", PlyType::f64},
  }};
  const std::string_view word = in.word();
  for (const auto& [name, type] : types)
    if (name == word)
      return type;
  in.fail("unknown property type \"" + printable(word) + "\"");
}

PlyProperty read_property(TextScanner& in) {
  PlyProperty property;
  const TextScanner before = in;
  if (in.word() == "list") {
    property.is_list = true;
    property.count_type = read_type(in);
    if (!is_integer(property.count_type))
      in.fail("the length of a list must be an integer");
  } else {
    in = before;
  }
  property.type = read_type(in);
  property.name = in.word();
  if (property.name.empty())
    in.fail("a property without a name");
  return property;
}

PlyElement read_element(TextScanner& in) {
  PlyElement element;
  element.name = in.word();
  const std::int64_t count = in.integer("the number of elements");
  if (count < 0)
    in.fail("the number of elements is negative");
  element.count = static_cast<std::size_t>(count);
  return element;
}

PlyEncoding read_encoding(TextScanner& in) {
  const std::string_view word = in.word();
  if (word == "ascii")
    return PlyEncoding::text;
  if (word == "binary_little_endian")
    return PlyEncoding::little_endian;
  if (word == "binary_big_endian")
    return PlyEncoding::big_endian;
  in.fail("unknown PLY format \"" + printable(word) + "\"");
}

} // namespace

std::size_t ply_size(PlyType type) {
  constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
  return sizes[static_cast<std::size_t>(type)];
}

bool is_integer(PlyType type) {
  return type != PlyType::f32 && type != PlyType::f64;
}

int PlyElement::find(std::string_view property) const {
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (properties[i].name == property)
      return static_cast<int>(i);
  return -1;
}

PlyHeader read_ply_header(std::string_view data, const std::string& name) {
  TextScanner in(data, name);
  if (in.word() != "ply")
    in.fail("not a PLY file: the first line is not \"ply\"");
  in.next_line();
  PlyHeader header;
  bool has_format = false;
  for (; in.next_filled_line(); in.next_line()) {
    const std::string_view keyword = in.word();
    if (keyword == "end_header") {
      if (!has_format)
        in.fail("the header states no format");
      in.next_line();
      header.size = in.offset();
      header.lines = in.line() - 1;
      return header;
    }
    if (keyword == "format") {
      header.encoding = read_encoding(in);
      has_format = true;
    } else if (keyword == "element") {
      header.elements.push_back(read_element(in));
    } else if (keyword == "property") {
      if (header.elements.empty())
        in.fail("a property before the first element");
      header.elements.back().properties.push_back(read_property(in));
    } else if (keyword != "comment" && keyword != "obj_info") {
      in.fail("unknown header line \"" + printable(keyword) + "\"");
    }
  }
  throw InputError(name, 0, "the PLY header has no end_header line");
}

} // namespace lamina
