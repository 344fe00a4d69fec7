#include "core/io/tet/read_vtk.h"

#include "core/io/tet/vtk_sections.h"

namespace lamina {

TetFile read_vtk(std::string_view data, const std::string& name, const Progress& progress) {
  VtkSections file(data, name, progress);
  TextScanner& in = file.in();
  if (const std::string kind = file.read_header(); kind != "UNSTRUCTURED_GRID")
    in.fail("holds a data set of kind \"" + printable(kind) +
            "\"; a solid of tetrahedra is an UNSTRUCTURED_GRID, and a surface is POLYDATA");
  in.next_line();
  CellCollector collector(name);
  VtkCells cells;
  while (cells.types.empty()) {
    const std::string keyword = file.next_keyword();
    if (keyword == "POINTS")
      file.read_points(collector.nodes);
    else if (keyword == "CELLS")
      file.read_cells(collector.nodes.size(), cells);
    else if (keyword == "CELL_TYPES")
      file.read_types(cells);
    else if (keyword == "FIELD")
      file.pass_over_field();
    else if (keyword == "METADATA")
      file.pass_over_metadata();
    else if (keyword.empty() || keyword == "CELL_DATA" || keyword == "POINT_DATA")
      in.fail("the file ends before its cells and their types");
    else
      in.fail("expected POINTS, CELLS or CELL_TYPES, found \"" + printable(keyword) + "\"");
  }
  collect_vtk_cells(in, cells, 0, collector);
  return collector.finish();
}

} // namespace lamina
