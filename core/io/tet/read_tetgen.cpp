#include "core/io/tet/read_tetgen.h"

#include "core/io/limits.h"
#include "core/io/tet/value_reader.h"

#include <array>

namespace lamina {

namespace {

void skip_numbers(TextScanner& in) {
  for (double ignored; in.number_if_any(ignored, "a number");) {
  }
}

void begin_row(TextScanner& in, const char* what, std::size_t row, std::size_t rows) {
  if (!in.next_filled_line())
    in.fail("the file ends after " + std::to_string(row) + " of " + std::to_string(rows) + " " + what);
}

/// Checks that rows are numbered one after another, from 0 or 1.
class RowNumbers {
public:
  void check(TextScanner& in, std::size_t row, const char* what) {
    const std::int64_t number = in.integer(what);
    if (row == 0)
      first = number;
    if (first != 0 && first != 1)
      in.fail("the numbering begins with " + std::to_string(first) + "; it must with 0 or 1");
    if (number != first + static_cast<std::int64_t>(row))
      in.fail("row " + std::to_string(number) + " comes where row " +
              std::to_string(first + static_cast<std::int64_t>(row)) + " is expected");
  }
  std::int64_t first = 0;
};

std::size_t read_count(TextScanner& in, const char* what, std::size_t least) {
  if (!in.next_filled_line())
    in.fail("the file is empty");
  return checked_count(in, in.integer(what), what, least, most_vertices);
}

/// Returns the number of the first node.
std::int64_t read_nodes(TextScanner& in, CellCollector& cells) {
  const std::size_t count = read_count(in, "the number of nodes", 8);
  if (const std::int64_t dimension = in.integer("the dimension"); dimension != 3)
    in.fail("nodes of dimension " + std::to_string(dimension) + "; they must have 3");
  skip_numbers(in);
  in.next_line();
  RowNumbers numbers;
  cells.nodes.reserve(count);
  for (std::size_t i = 0; i < count; ++i, in.next_line()) {
    begin_row(in, "nodes", i, count);
    numbers.check(in, i, "a node number");
    const double x = in.number("a coordinate"), y = in.number("a coordinate");
    cells.nodes.emplace_back(x, y, in.number("a coordinate"));
    skip_numbers(in);
  }
  if (in.next_filled_line())
    in.fail("the file goes on after the nodes that it announces");
  return numbers.first;
}

void read_tetrahedra(TextScanner& in, std::int64_t first, CellCollector& cells) {
  const std::size_t count = read_count(in, "the number of tetrahedra", 10);
  std::int64_t size = 4;
  if (!in.at_line_end())
    size = in.integer("the nodes per tetrahedron");
  if (size != 4 && size != 10)
    in.fail("tetrahedra of " + std::to_string(size) + " nodes; they must have 4 or 10");
  skip_numbers(in);
  in.next_line();
  RowNumbers numbers;
  std::array<std::uint32_t, 4> corners{};
  for (std::size_t i = 0; i < count; ++i, in.next_line()) {
    begin_row(in, "tetrahedra", i, count);
    numbers.check(in, i, "a tetrahedron number");
    for (std::uint32_t& corner : corners) {
      const std::int64_t number = in.integer("a node number");
      if (number < first || static_cast<std::uint64_t>(number - first) >= cells.nodes.size())
        in.fail("node " + std::to_string(number) + " is outside the node list (" +
                std::to_string(cells.nodes.size()) + " nodes, counted from " + std::to_string(first) + ")");
      corner = static_cast<std::uint32_t>(number - first);
    }
    for (std::int64_t k = 4; k < size; ++k)
      in.integer("a node number");
    skip_numbers(in);
    cells.add(CellShape::tetrahedron, static_cast<std::size_t>(size), corners);
  }
  if (in.next_filled_line())
    in.fail("the file goes on after the tetrahedra that it announces");
}

} // namespace

TetFile read_tetgen(std::string_view node_text, const std::string& node_name, std::string_view element_text,
                    const std::string& element_name, const Progress& progress) {
  CellCollector cells(element_name);
  TextScanner nodes(node_text, node_name, progress), elements(element_text, element_name, progress);
  nodes.comments = elements.comments = true;
  const std::int64_t first = read_nodes(nodes, cells);
  read_tetrahedra(elements, first, cells);
  return cells.finish();
}

} // namespace lamina
