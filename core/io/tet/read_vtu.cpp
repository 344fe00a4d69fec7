#include "core/io/tet/read_vtu.h"

#include "core/base/error.h"
#include "core/io/limits.h"
#include "core/io/tet/vtk_cells.h"
#include "core/io/tet/vtu_array.h"

#include <pugixml.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

namespace lamina {

namespace {

/// A document of more tags and attributes than this takes too much memory; grids have some dozens.
constexpr std::ptrdiff_t most_marks = 1'000'000;

class VtuReader {
public:
  VtuReader(std::string_view data, const std::string& name, const Progress& progress)
      : data_(data), name_(name), progress_(progress), collector_(name) {}

  TetFile read() {
    parse();
    const pugi::xml_node file = document_.child("VTKFile");
    if (!file)
      fail(document_, "not a VTK XML file: it has no tag VTKFile");
    read_encoding(file);
    if (const std::string type = file.attribute("type").value(); type != "UnstructuredGrid")
      fail(
          file,
          "holds a data set of type \"" + printable(type) +
              "\"; a solid of tetrahedra is an UnstructuredGrid, and a surface is read from OBJ, PLY, OFF or "
              "STL");
    for (const pugi::xml_node piece : file.child("UnstructuredGrid").children("Piece"))
      read_piece(piece);
    if (pieces_ == 0)
      fail(file, "no pieces");
    TetFile result = collector_.finish();
    if (pieces_ > 1)
      result.notes.push_back("the " + std::to_string(pieces_) +
                             " pieces of the file are not joined where they touch");
    return result;
  }

private:
  std::size_t line_at(std::ptrdiff_t offset) const {
    if (offset < 0)
      return 0;
    const std::size_t end = std::min(static_cast<std::size_t>(offset), data_.size());
    return 1 + static_cast<std::size_t>(
                   std::count(data_.begin(), data_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  }

  [[noreturn]] void fail(const pugi::xml_node& node, const std::string& reason) const {
    throw InputError(name_, node.parent() ? line_at(node.offset_debug()) : 0, reason);
  }

  void report(double fraction) const {
    if (progress_ && !progress_(fraction, "reading " + name_))
      throw Cancelled();
  }

  /// Appended data may be raw, which is no XML: it is cut out first.
  void parse() {
    std::string_view before = data_, after;
    if (const std::size_t tag = data_.find("<AppendedData"); tag != data_.npos) {
      const std::size_t end = data_.find('>', tag);
      const std::size_t mark = end == data_.npos ? end : data_.find('_', end);
      if (mark == data_.npos)
        throw InputError(name_, 0, "the appended data has no beginning: the file may be cut off");
      encoding_.appended = data_.substr(mark + 1);
      before = data_.substr(0, end + 1);
      after = "</AppendedData></VTKFile>";
    }
    const auto marks =
        std::count_if(before.begin(), before.end(), [](char c) { return c == '<' || c == '='; });
    if (marks > most_marks)
      throw InputError(name_, 0, "more tags than a grid can have");
    report(0);

    const std::string text = std::string(before) + std::string(after);
    const pugi::xml_parse_result parsed =
        document_.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
    if (!parsed)
      throw InputError(name_, line_at(parsed.offset), "is no XML that can be read: " + problem(parsed));
    report(0.5);
  }

  static std::string problem(const pugi::xml_parse_result& parsed) {
    std::string text = parsed.description();
    if (!text.empty())
      text[0] = static_cast<char>(text[0] >= 'A' && text[0] <= 'Z' ? text[0] - 'A' + 'a' : text[0]);
    return text;
  }

  void read_encoding(const pugi::xml_node& file) {
    encoding_.big_endian = std::strcmp(file.attribute("byte_order").value(), "BigEndian") == 0;
    const std::string header = file.attribute("header_type").as_string("UInt32");
    if (header != "UInt32" && header != "UInt64")
      fail(file, "header_type \"" + printable(header) + "\" is neither UInt32 nor UInt64");
    encoding_.header_type = header == "UInt32" ? NumberType::u32 : NumberType::u64;
    const std::string compressor = file.attribute("compressor").value();
    if (!compressor.empty() && compressor != "vtkZLibDataCompressor")
      fail(file,
           "compressed with \"" + printable(compressor) + "\": save it with zlib or without compression");
    encoding_.zlib = !compressor.empty();
    const std::string appended = file.child("AppendedData").attribute("encoding").as_string("base64");
    encoding_.appended_base64 = appended != "raw";
  }

  std::size_t read_count(const pugi::xml_node& node, const char* attribute, std::size_t most) const {
    const std::string_view text = node.attribute(attribute).value();
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
      fail(node, std::string(attribute) + " is no number: \"" + printable(text) + "\"");
    if (count > most)
      fail(node, std::string(attribute) + " is " + std::to_string(count) + "; at most " +
                     std::to_string(most) + " can be read");
    return count;
  }

  VtuArray array(const pugi::xml_node& parent, const char* wanted) const {
    for (const pugi::xml_node node : parent.children("DataArray"))
      if (!wanted || std::strcmp(node.attribute("Name").value(), wanted) == 0)
        return array(node);
    fail(parent, std::string("no array \"") + (wanted ? wanted : "Points") + "\"");
  }

  VtuArray array(const pugi::xml_node& node) const {
    static constexpr std::array<std::pair<std::string_view, NumberType>, 10> types = {
        {{"Int8", NumberType::i8},
         {"UInt8", NumberType::u8},
         {"Int16", NumberType::i16},
         {"UInt16", NumberType::u16},
         {"Int32", NumberType::i32},
         {"UInt32", NumberType::u32},
         {"Int64", NumberType::i64},
         {"UInt64", NumberType::u64},
         {"Float32", NumberType::f32},
         {"Float64", NumberType::f64}}};
    VtuArray result;
    result.name = printable(node.attribute("Name").as_string("Points"));
    const std::string_view type = node.attribute("type").value();
    const auto known =
        std::find_if(types.begin(), types.end(), [&](const auto& t) { return t.first == type; });
    if (known == types.end())
      fail(node, "the array \"" + result.name + "\" has the unknown type \"" + printable(type) + "\"");
    result.type = known->second;

    const std::string_view format = node.attribute("format").as_string("ascii");
    if (format == "appended") {
      result.format = VtuFormat::appended;
      result.offset = read_count(node, "offset", largest_file);
    } else if (format == "binary") {
      result.format = VtuFormat::binary;
    } else if (format != "ascii") {
      fail(node, "the array \"" + result.name + "\" has the unknown format \"" + printable(format) + "\"");
    }
    result.text = node.child_value();
    result.first_line = line_at(node.first_child() ? node.first_child().offset_debug() : node.offset_debug());
    return result;
  }

  VtuArray integers(const pugi::xml_node& parent, const char* wanted) const {
    VtuArray result = array(parent, wanted);
    if (!is_integer(result.type))
      fail(parent, "the array \"" + result.name + "\" must be of integers");
    return result;
  }

  void read_points(const pugi::xml_node& piece, std::size_t count) {
    const pugi::xml_node points = piece.child("Points");
    const VtuArray coordinates = array(points, nullptr);
    if (points.child("DataArray").attribute("NumberOfComponents").as_int(3) != 3)
      fail(points, "the points must have three components");
    read_vtu_array(coordinates, encoding_, 3 * count, name_, [&](ValueReader& values) {
      for (std::size_t i = 0; i < count; ++i) {
        const double x = values.number(coordinates.type, "a coordinate");
        const double y = values.number(coordinates.type, "a coordinate");
        collector_.nodes.emplace_back(x, y, values.number(coordinates.type, "a coordinate"));
      }
    });
  }

  void read_piece(const pugi::xml_node& piece) {
    ++pieces_;
    const auto first_node = static_cast<std::uint32_t>(collector_.nodes.size());
    const std::size_t points = read_count(piece, "NumberOfPoints", most_vertices - first_node);
    const std::size_t count = read_count(piece, "NumberOfCells", most_vertices);
    if (count == 0)
      return;
    read_points(piece, points);

    const pugi::xml_node section = piece.child("Cells");
    VtkCells cells;
    cells.offsets.push_back(0);
    const VtuArray offsets = integers(section, "offsets");
    read_vtu_array(offsets, encoding_, count, name_, [&](ValueReader& values) {
      for (std::size_t i = 0; i < count; ++i)
        add_offset(values.scanner(), values.integer(offsets.type, "an offset"), cells.offsets);
    });
    if (cells.offsets.back() > largest_file)
      fail(section, "the offsets announce more nodes than the file can hold");
    const VtuArray types = integers(section, "types");
    read_vtu_array(types, encoding_, count, name_, [&](ValueReader& values) {
      for (std::size_t i = 0; i < count; ++i)
        cells.types.push_back(static_cast<std::int16_t>(
            std::clamp<std::int64_t>(values.integer(types.type, "a cell type"), -1, 1000)));
    });
    const VtuArray connectivity = integers(section, "connectivity");
    read_vtu_array(connectivity, encoding_, cells.offsets.back(), name_, [&](ValueReader& values) {
      read_connectivity(values, connectivity.type, cells.offsets.back(), points, cells.connectivity);
    });
    collect_vtk_cells(TextScanner({}, name_, {}, line_at(piece.offset_debug())), cells, first_node,
                      collector_);
  }

  std::string_view data_;
  const std::string& name_;
  Progress progress_;
  pugi::xml_document document_;
  VtuEncoding encoding_;
  CellCollector collector_;
  std::size_t pieces_ = 0;
};

} // namespace

TetFile read_vtu(std::string_view data, const std::string& name, const Progress& progress) {
  return VtuReader(data, name, progress).read();
}

} // namespace lamina
