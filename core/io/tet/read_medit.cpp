#include "core/io/tet/read_medit.h"

#include "core/io/limits.h"
#include "core/io/tet/value_reader.h"

#include <array>
#include <optional>

namespace lamina {

namespace {

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z')
      c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::optional<CellShape> shape_of(const std::string& keyword) {
  if (keyword == "tetrahedra")
    return CellShape::tetrahedron;
  if (keyword == "hexahedra" || keyword == "hexaedra")
    return CellShape::hexahedron;
  if (keyword == "prisms" || keyword == "pentahedra")
    return CellShape::prism;
  if (keyword == "pyramids")
    return CellShape::pyramid;
  return std::nullopt;
}

bool begins_keyword(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

class MeditReader {
public:
  MeditReader(std::string_view text, const std::string& name, const Progress& progress)
      : in_(text, name, progress), cells_(name) {
    in_.comments = true;
  }

  TetFile read() {
    read_header();
    while (in_.next_filled_line()) {
      const std::string_view word = in_.word();
      const std::string keyword = lower(word);
      if (keyword == "end")
        return cells_.finish();
      if (!begins_keyword(word.front()))
        in_.fail("expected a keyword such as Tetrahedra, found \"" + printable(word) + "\"");
      if (keyword == "dimension")
        read_dimension();
      else if (keyword == "vertices")
        read_vertices();
      else if (const auto shape = shape_of(keyword))
        read_cells(*shape);
      else
        pass_over(keyword);
    }
    if (!has_cells_)
      in_.fail("the file ends before its tetrahedra");
    return cells_.finish();
  }

private:
  void read_header() {
    const bool any = in_.next_filled_line();
    if (!any || lower(in_.word()) != "meshversionformatted")
      in_.fail("not a Medit file: it does not begin with MeshVersionFormatted");
    in_.next_filled_line();
    in_.integer("the version of the format");
  }

  void read_dimension() {
    in_.next_filled_line();
    if (const std::int64_t dimension = in_.integer("the dimension"); dimension != 3)
      in_.fail("a mesh of dimension " + std::to_string(dimension) + "; it must have 3");
  }

  /// The rows of a list that begins here have so many values that matter, and a reference number.
  std::size_t read_count(const char* what, std::size_t least, std::size_t values) {
    in_.next_filled_line();
    const std::size_t count = checked_count(in_, in_.integer(what), what, least, most_vertices);
    in_.next_filled_line();
    // Lines mean nothing in this format. Where they hold a row each, more or less than a reference is
    // allowed.
    TextScanner ahead = in_;
    std::size_t words = 0;
    while (words < 2 * (values + 1) && !ahead.at_line_end() && !begins_keyword(ahead.peek())) {
      ahead.word();
      ++words;
    }
    row_a_line_ = words >= values && (count < 2 || words < 2 * (values + 1));
    return count;
  }

  /// A reference number, and whatever else a program wrote behind the values that matter.
  void end_row() {
    if (!row_a_line_) {
      in_.next_filled_line();
      in_.number("a reference number");
      return;
    }
    while (!in_.at_line_end() && !begins_keyword(in_.peek()))
      in_.number("a number");
  }

  /// The next value of a row, wherever that is.
  template <class Read>
  auto next(const Read& read) {
    if (!row_a_line_)
      in_.next_filled_line();
    return read();
  }

  void begin_row(const char* what, std::size_t row, std::size_t rows) {
    if (!in_.next_filled_line())
      in_.fail("the file ends after " + std::to_string(row) + " of " + std::to_string(rows) + " " + what);
  }

  void read_vertices() {
    if (has_vertices_)
      in_.fail("a second list of vertices");
    has_vertices_ = true;
    const std::size_t count = read_count("the number of vertices", 6, 3);
    cells_.nodes.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      begin_row("vertices", i, count);
      Vec3 position;
      for (int axis = 0; axis < 3; ++axis)
        position[axis] = next([this] { return in_.number("a coordinate"); });
      cells_.nodes.push_back(position);
      end_row();
    }
  }

  void read_cells(CellShape shape) {
    if (!has_vertices_)
      in_.fail(std::string("the ") + shape_name(shape) + " come before the vertices");
    has_cells_ = true;
    const std::size_t corners = corner_count(shape),
                      count = read_count("the number of cells", 2 * corners, corners);
    std::array<std::uint32_t, 8> indices{};
    for (std::size_t i = 0; i < count; ++i) {
      begin_row(shape_name(shape), i, count);
      for (std::size_t k = 0; k < corners; ++k) {
        const std::int64_t index = next([this] { return in_.integer("a vertex index"); });
        if (index < 1 || static_cast<std::uint64_t>(index) > cells_.nodes.size())
          in_.fail("vertex index " + std::to_string(index) + " is outside the vertex list (" +
                   std::to_string(cells_.nodes.size()) + " vertices, counted from 1)");
        indices[k] = static_cast<std::uint32_t>(index - 1);
      }
      end_row();
      cells_.add(shape, corners, {indices.data(), corners});
    }
  }

  /// Everything up to the next keyword.
  void pass_over(const std::string& keyword) {
    const bool surface = keyword == "triangles" || keyword == "quadrilaterals";
    const std::size_t corners = keyword == "triangles" ? 3 : 4;
    std::size_t words = 0;
    while (in_.next_filled_line() && !begins_keyword(in_.peek())) {
      in_.word();
      // Behind the count stand the corners and the reference of each.
      if (surface && ++words > 1 && (words - 2) % (corners + 1) == 0)
        cells_.pass_over(CellShape::surface);
    }
  }

  TextScanner in_;
  CellCollector cells_;
  bool has_vertices_ = false, has_cells_ = false;
  bool row_a_line_ = true; ///< of the list that is read now
};

} // namespace

TetFile read_medit(std::string_view text, const std::string& name, const Progress& progress) {
  return MeditReader(text, name, progress).read();
}

} // namespace lamina
