#include "core/io/tet/vtk_sections.h"

#include "core/io/limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lamina {

namespace {

std::string upper(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
  return result;
}

/// The points and cells of the format are at least this many bytes as text.
constexpr std::size_t least_point_text = 6;

} // namespace

std::string VtkSections::read_header() {
  if (!in_.rest_of_line().starts_with("# vtk DataFile Version "))
    in_.fail("not a legacy VTK file: it does not begin with \"# vtk DataFile Version\"");
  in_.next_line();
  in_.next_line();
  in_.next_filled_line();
  const std::string encoding = upper(in_.word());
  if (encoding != "ASCII" && encoding != "BINARY")
    in_.fail("expected ASCII or BINARY, found \"" + printable(encoding) + "\"");
  in_.next_line();
  in_.next_filled_line();
  const std::string keyword = upper(in_.word());
  std::string kind = upper(in_.word());
  if (keyword != "DATASET")
    in_.fail("expected DATASET, found \"" + printable(keyword) + "\"");
  binary_ = encoding == "BINARY";
  return kind;
}

std::string VtkSections::next_keyword() {
  return in_.next_filled_line() ? upper(in_.word()) : std::string();
}

/// From here on values follow; the keyword line is left.
void VtkSections::begin_values() {
  if (!in_.at_line_end())
    in_.fail_word("the end of the line");
  in_.next_line();
  if (binary_)
    values_ = ValueReader(in_, true);
}

NumberType VtkSections::number_type() {
  static constexpr std::array<std::pair<std::string_view, NumberType>, 12> names = {
      {{"UNSIGNED_CHAR", NumberType::u8},
       {"CHAR", NumberType::i8},
       {"UNSIGNED_SHORT", NumberType::u16},
       {"SHORT", NumberType::i16},
       {"UNSIGNED_INT", NumberType::u32},
       {"INT", NumberType::i32},
       {"UNSIGNED_LONG", NumberType::u64},
       {"LONG", NumberType::i64},
       {"VTKTYPEINT64", NumberType::i64},
       {"VTKIDTYPE", NumberType::i32},
       {"FLOAT", NumberType::f32},
       {"DOUBLE", NumberType::f64}}};
  const std::string word = upper(in_.word());
  for (const auto& [name, type] : names)
    if (word == name)
      return type;
  in_.fail("expected a type of numbers, found \"" + printable(word) + "\"");
}

std::size_t VtkSections::read_count(const char* what, std::size_t least_bytes) {
  return checked_count(in_, in_.integer(what), what, least_bytes, largest_file);
}

void VtkSections::read_points(std::vector<Vec3>& points) {
  if (!points.empty())
    in_.fail("a second list of points");
  const std::size_t count = checked_count(in_, in_.integer("the number of points"), "the number of points",
                                          least_point_text, most_vertices);
  const NumberType type = number_type();
  begin_values();
  points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double x = values_.number(type, "a coordinate"), y = values_.number(type, "a coordinate");
    points.emplace_back(x, y, values_.number(type, "a coordinate"));
  }
}

void VtkSections::read_cells(std::size_t points, VtkCells& cells) {
  if (points == 0)
    in_.fail("the cells come before the points");
  if (!cells.offsets.empty())
    in_.fail("a second list of cells");
  const std::size_t count = read_count("the number of cells", 2),
                    size = read_count("the size of the cells", 2);
  begin_values();
  if (!binary_)
    in_.next_filled_line();
  if (in_.peek() == 'O' && size > 0)
    read_offsets(count, size, points, cells);
  else
    read_cell_list(count, size, points, cells);
}

/// Version 5: as many offsets, of which the last is the end, and the connectivity.
void VtkSections::read_offsets(std::size_t count, std::size_t size, std::size_t points, VtkCells& cells) {
  const NumberType offset_type = array_type("OFFSETS");
  for (std::size_t i = 0; i < count; ++i)
    add_offset(in_, values_.integer(offset_type, "an offset"), cells.offsets);
  in_.next_filled_line();
  const NumberType node_type = array_type("CONNECTIVITY");
  read_connectivity(values_, node_type, size, points, cells.connectivity);
}

NumberType VtkSections::array_type(const char* name) {
  if (const std::string word = upper(in_.word()); word != name)
    in_.fail(std::string("expected ") + name + ", found \"" + printable(word) + "\"");
  const NumberType type = number_type();
  if (!is_integer(type))
    in_.fail(std::string(name) + " must be integers");
  begin_values();
  return type;
}

void VtkSections::read_cell_list(std::size_t count, std::size_t size, std::size_t points, VtkCells& cells) {
  cells.offsets.push_back(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t nodes =
        values_.count(NumberType::i32, "the number of nodes of a cell", least(NumberType::i32), size);
    read_connectivity(values_, NumberType::i32, nodes, points, cells.connectivity);
    cells.offsets.push_back(cells.connectivity.size());
    if (cells.connectivity.size() + i + 1 > size)
      in_.fail("the cells take more than the " + std::to_string(size) + " numbers that are announced");
  }
  if (cells.connectivity.size() + count != size)
    in_.fail("the cells take " + std::to_string(cells.connectivity.size() + count) + " numbers where " +
             std::to_string(size) + " are announced");
}

void VtkSections::read_types(VtkCells& cells) {
  const std::size_t count = read_count("the number of cell types", 2);
  if (cells.offsets.size() != count + 1)
    in_.fail(std::to_string(count) + " cell types for " +
             std::to_string(cells.offsets.empty() ? 0 : cells.offsets.size() - 1) + " cells");
  begin_values();
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t type = values_.integer(NumberType::i32, "a cell type");
    cells.types.push_back(static_cast<std::int16_t>(std::clamp<std::int64_t>(type, -1, 1000)));
  }
  if (count == 0)
    in_.fail("no cells");
}

void VtkSections::pass_over_field() {
  in_.word();
  const std::size_t arrays = read_count("the number of arrays", 2);
  begin_values();
  for (std::size_t i = 0; i < arrays; ++i) {
    if (!in_.next_filled_line())
      in_.fail("the file ends within its field data");
    in_.word();
    const std::size_t components = read_count("the number of components", 1);
    const std::size_t tuples = read_count("the number of tuples", 1);
    const NumberType type = number_type();
    if (components > 0 && tuples > in_.bytes_left() / components)
      in_.fail("an array of field data is longer than the file");
    begin_values();
    values_.skip(type, components * tuples);
  }
}

void VtkSections::pass_over_metadata() {
  in_.next_line();
  while (!in_.at_end() && !in_.at_line_end())
    in_.next_line();
}

} // namespace lamina
