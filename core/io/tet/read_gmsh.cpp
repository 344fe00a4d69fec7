#include "core/io/tet/read_gmsh.h"

#include "core/io/limits.h"
#include "core/io/tet/node_numbers.h"
#include "core/io/tet/value_reader.h"

#include <array>
#include <bit>
#include <cstring>
#include <optional>

namespace lamina {

namespace {

enum class Version { v1, v2, v4 };

class GmshReader {
public:
  GmshReader(std::string_view data, const std::string& name, const Progress& progress)
      : in_(data, name, progress), cells_(name) {}

  TetFile read() {
    while (in_.next_filled_line()) {
      const std::string section(in_.word());
      if (section == "$MeshFormat")
        read_format();
      else if (section == "$NOD" || section == "$Nodes")
        read_nodes(section);
      else if (section == "$ELM" || section == "$Elements")
        read_elements(section);
      else if (section.starts_with('$') && section.size() < 100)
        pass_over(section);
      else
        in_.fail("expected a section such as $Nodes, found \"" + printable(section) + "\"");
    }
    if (!has_elements_)
      in_.fail(has_nodes_ ? "the file has no elements" : "the file has no nodes");
    return cells_.finish();
  }

private:
  void read_format() {
    in_.next_line();
    in_.next_filled_line();
    const double version = in_.number("the version of the format");
    const std::int64_t binary = in_.integer("the file type");
    const std::int64_t size = in_.integer("the data size");
    if (version >= 2 && version < 3)
      version_ = Version::v2;
    else if (version > 4.05 && version < 4.15)
      version_ = Version::v4;
    else
      in_.fail("version " + printable(std::to_string(version).substr(0, 4)) +
               " of the Gmsh format cannot be read: save the mesh as version 2.2 or 4.1");
    if (binary != 0 && binary != 1)
      in_.fail("the file type is " + std::to_string(binary) + ", neither 0 (text) nor 1 (binary)");
    if (version_ == Version::v4 && size == 4)
      size_type_ = NumberType::u32;
    else if (size != 8)
      in_.fail("data of " + std::to_string(size) + " bytes cannot be read: save the mesh with 8");
    in_.next_line();
    if (binary == 1)
      read_byte_order();
    end_section("$MeshFormat");
  }

  void read_byte_order() {
    std::array<char, 4> one;
    std::memcpy(one.data(), in_.bytes(4).data(), 4);
    const bool little = one == std::array<char, 4>{1, 0, 0, 0};
    if (!little && one != std::array<char, 4>{0, 0, 0, 1})
      in_.fail("the binary format does not begin with the number 1, which tells its byte order");
    values_.emplace(in_, !little);
  }

  ValueReader begin_section(const std::string& section) {
    const bool old = section == "$NOD" || section == "$ELM";
    if (old != (version_ == Version::v1))
      in_.fail(old ? section + " belongs to version 1 of the Gmsh format, not to what $MeshFormat says"
                   : section + " comes without a section $MeshFormat before it");
    in_.next_line();
    return values_ ? *values_ : ValueReader(in_, TextLayout::rows);
  }

  void end_section(const std::string& section) {
    const std::string end = (section == "$NOD" || section == "$ELM" ? "$END" : "$End") + section.substr(1);
    if (!in_.next_filled_line())
      in_.fail("the file ends where " + end + " is expected");
    if (const std::string_view word = in_.word(); word != end)
      in_.fail("expected " + end + ", found \"" + printable(word) + "\"");
    in_.next_line();
  }

  void pass_over(const std::string& section) {
    if (!in_.go_to("$End" + section.substr(1)))
      in_.fail("the section " + printable(section) + " has no end");
    in_.next_line();
  }

  std::size_t count(ValueReader& values, NumberType type, const char* what, std::size_t least) {
    // Gmsh writes the counts of version 2 as text even in binary files.
    if (version_ != Version::v4) {
      in_.next_filled_line();
      const std::size_t result = checked_count(in_, in_.integer(what), what, least, most_vertices);
      in_.next_line();
      return result;
    }
    return values.count(type, what, least, most_vertices);
  }

  void read_nodes(const std::string& section) {
    ValueReader values = begin_section(section);
    if (has_nodes_)
      in_.fail("a second list of nodes");
    has_nodes_ = true;
    if (version_ == Version::v4)
      read_node_blocks(values);
    else
      read_node_list(values);
    if (const auto twice = numbers_.sort())
      in_.fail("node number " + std::to_string(*twice) + " is given twice");
    end_section(section);
  }

  void add_node_number(std::int64_t number) {
    if (number < 0)
      in_.fail("node number " + std::to_string(number) + " is negative");
    numbers_.add(number);
  }

  Vec3 position(ValueReader& values) {
    const double x = values.number(NumberType::f64, "a coordinate");
    const double y = values.number(NumberType::f64, "a coordinate");
    return {x, y, values.number(NumberType::f64, "a coordinate")};
  }

  void read_node_list(ValueReader& values) {
    const std::size_t nodes = count(values, NumberType::i32, "the number of nodes", values.binary() ? 28 : 8);
    for (std::size_t i = 0; i < nodes; ++i) {
      values.begin_row();
      add_node_number(values.integer(NumberType::i32, "a node number"));
      cells_.nodes.push_back(position(values));
      values.end_row();
    }
  }

  void read_node_blocks(ValueReader& values) {
    values.begin_row();
    const std::size_t blocks = count(values, size_type_, "the number of node blocks", 8);
    const std::size_t nodes = count(values, size_type_, "the number of nodes", values.binary() ? 28 : 8);
    values.skip(size_type_, 2);
    values.end_row();
    for (std::size_t b = 0; b < blocks; ++b) {
      values.begin_row();
      const std::int64_t dimension = values.integer(NumberType::i32, "the dimension of an entity");
      values.skip(NumberType::i32, 1);
      const bool parametric = values.integer(NumberType::i32, "whether nodes have parameters") != 0;
      const std::size_t size =
          count(values, size_type_, "the number of nodes of a block", values.binary() ? 28 : 8);
      values.end_row();
      if (dimension < 0 || dimension > 3)
        in_.fail("the dimension of an entity is " + std::to_string(dimension));
      for (std::size_t i = 0; i < size; ++i) {
        values.begin_row();
        add_node_number(values.integer(size_type_, "a node number"));
        values.end_row();
      }
      for (std::size_t i = 0; i < size; ++i) {
        values.begin_row();
        cells_.nodes.push_back(position(values));
        if (parametric)
          values.skip(NumberType::f64, static_cast<std::size_t>(dimension));
        values.end_row();
      }
    }
    if (cells_.nodes.size() != nodes)
      in_.fail("the blocks hold " + std::to_string(cells_.nodes.size()) + " nodes where " +
               std::to_string(nodes) + " are announced");
  }

  void read_elements(const std::string& section) {
    ValueReader values = begin_section(section);
    if (!has_nodes_)
      in_.fail("the elements come before the nodes");
    has_elements_ = true;
    if (version_ == Version::v4)
      read_element_blocks(values);
    else if (values.binary())
      read_element_runs(values);
    else
      read_element_rows(values);
    end_section(section);
  }

  const CellType& cell_type(std::int64_t number) {
    const CellType* type = gmsh_cell_type(number);
    if (!type)
      in_.fail("element type " + std::to_string(number) + " is not known");
    return *type;
  }

  void read_element(ValueReader& values, const CellType& type, std::size_t nodes, NumberType number_type) {
    const std::size_t corners = corner_count(type.shape);
    if (corners == 0) {
      values.skip(number_type, nodes);
      cells_.pass_over(type.shape);
      return;
    }
    std::array<std::uint32_t, 8> indices{};
    for (std::size_t i = 0; i < corners; ++i) {
      const std::int64_t number = values.integer(number_type, "a node number");
      const auto index = numbers_.find(number);
      if (!index)
        in_.fail("an element uses node " + std::to_string(number) + ", which the file does not have");
      indices[i] = *index;
    }
    values.skip(number_type, nodes - corners);
    cells_.add(type.shape, nodes, {indices.data(), corners});
  }

  void read_element_rows(ValueReader& values) {
    const std::size_t elements = count(values, NumberType::i32, "the number of elements", 8);
    for (std::size_t i = 0; i < elements; ++i) {
      values.begin_row();
      in_.integer("an element number");
      const CellType& type = cell_type(in_.integer("an element type"));
      std::size_t nodes = type.nodes;
      if (version_ == Version::v1) {
        values.skip(NumberType::i32, 2);
        if (in_.integer("the number of nodes") != type.nodes)
          in_.fail("the number of nodes does not fit the element type");
      } else {
        values.skip(NumberType::i32, values.count(NumberType::i32, "the number of tags", 2, most_vertices));
      }
      read_element(values, type, nodes, NumberType::i32);
      values.end_row();
    }
  }

  void read_element_runs(ValueReader& values) {
    const std::size_t elements = count(values, NumberType::i32, "the number of elements", 8);
    for (std::size_t done = 0; done < elements;) {
      const CellType& type = cell_type(values.integer(NumberType::i32, "an element type"));
      const std::size_t run =
          values.count(NumberType::i32, "the number of elements of a run", 4, elements - done);
      const std::size_t tags = values.count(NumberType::i32, "the number of tags", 4, most_vertices);
      if (run == 0)
        in_.fail("a run of no elements");
      for (std::size_t i = 0; i < run; ++i) {
        values.skip(NumberType::i32, 1 + tags);
        read_element(values, type, type.nodes, NumberType::i32);
      }
      done += run;
    }
  }

  void read_element_blocks(ValueReader& values) {
    values.begin_row();
    const std::size_t blocks = count(values, size_type_, "the number of element blocks", 8);
    const std::size_t elements = count(values, size_type_, "the number of elements", 4);
    values.skip(size_type_, 2);
    values.end_row();
    std::size_t done = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
      values.begin_row();
      values.skip(NumberType::i32, 2);
      const CellType& type = cell_type(values.integer(NumberType::i32, "an element type"));
      const std::size_t size = count(values, size_type_, "the number of elements of a block", 4);
      values.end_row();
      for (std::size_t i = 0; i < size; ++i) {
        values.begin_row();
        values.skip(size_type_, 1);
        read_element(values, type, type.nodes, size_type_);
        values.end_row();
      }
      done += size;
    }
    if (done != elements)
      in_.fail("the blocks hold " + std::to_string(done) + " elements where " + std::to_string(elements) +
               " are announced");
  }

  TextScanner in_;
  CellCollector cells_;
  NodeNumbers numbers_;
  Version version_ = Version::v1;
  NumberType size_type_ = NumberType::u64;
  std::optional<ValueReader> values_; ///< in a binary file
  bool has_nodes_ = false, has_elements_ = false;
};

} // namespace

TetFile read_gmsh(std::string_view data, const std::string& name, const Progress& progress) {
  return GmshReader(data, name, progress).read();
}

} // namespace lamina
