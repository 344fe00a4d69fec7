#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

enum class PlyType : std::uint8_t { i8, u8, i16, u16, i32, u32, f32, f64 };
std::size_t ply_size(PlyType type);
bool is_integer(PlyType type);

struct PlyProperty {
  std::string name;
  bool is_list = false;
  PlyType count_type = PlyType::u8; ///< of lists
  PlyType type = PlyType::f32;      ///< of the value, or of a list's items
};

struct PlyElement {
  std::string name;
  std::size_t count = 0;
  std::vector<PlyProperty> properties;

  /// Index of a property, or −1.
  int find(std::string_view property) const;
};

enum class PlyEncoding { text, little_endian, big_endian };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::text;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  ///< bytes up to the data
  std::size_t lines = 0; ///< lines up to the data
};

/// Reads the header of a PLY file (Turk 1994). Throws InputError for what it does not allow; a header without
/// `end_header` is one of these.
PlyHeader read_ply_header(std::string_view data, const std::string& name);

} // namespace lamina
