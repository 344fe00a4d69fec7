#include "core/io/read_vtk_surface.h"

#include "core/io/limits.h"
#include "core/io/polygon.h"
#include "core/io/tet/vtk_sections.h"

#include <filesystem>
#include <utility>

namespace lamina {

namespace {

class SurfaceReader {
public:
  SurfaceReader(std::string_view data, const std::string& name, const Progress& progress)
      : file_(data, name, progress) {
    mesh_.name = std::filesystem::path(name).stem().string();
  }

  LoadedFile read() {
    file_.read_header();
    file_.in().next_line();
    for (std::string keyword = file_.next_keyword(); !keyword.empty(); keyword = file_.next_keyword()) {
      if (keyword == "POINTS")
        file_.read_points(mesh_.vertices);
      else if (keyword == "POLYGONS" || keyword == "TRIANGLE_STRIPS" || keyword == "LINES" ||
               keyword == "VERTICES")
        read_cells(keyword);
      else if (keyword == "FIELD")
        file_.pass_over_field();
      else if (keyword == "METADATA")
        file_.pass_over_metadata();
      else if (keyword == "CELL_DATA" || keyword == "POINT_DATA")
        break;
      else
        file_.in().fail("expected POINTS, POLYGONS or TRIANGLE_STRIPS, found \"" + printable(keyword) + "\"");
    }
    if (mesh_.triangles.empty())
      throw InputError(file_.in().file(), 0, "no triangles");
    LoadedFile loaded;
    if (splitter_.folded() > 0)
      loaded.notes.push_back(std::to_string(splitter_.folded()) +
                             " polygons could not be cut cleanly and became fans");
    if (left_out_ > 0)
      loaded.notes.push_back(std::to_string(left_out_) + " cells that are no surface are left out");
    loaded.meshes.push_back(std::move(mesh_));
    return loaded;
  }

private:
  void read_cells(const std::string& keyword) {
    VtkCells cells;
    file_.read_cells(mesh_.vertices.size(), cells);
    for (std::size_t c = 0; c + 1 < cells.offsets.size(); ++c) {
      if (cells.offsets[c + 1] > cells.connectivity.size())
        file_.in().fail("a cell reaches beyond the list of cells");
      const std::span<const std::uint32_t> corners(cells.connectivity.data() + cells.offsets[c],
                                                   cells.offsets[c + 1] - cells.offsets[c]);
      if (corners.size() < 3 || keyword == "LINES" || keyword == "VERTICES")
        ++left_out_;
      else if (keyword == "POLYGONS")
        splitter_.split(mesh_.vertices, corners, mesh_.triangles);
      else
        add_strip(corners);
      if (mesh_.triangles.size() > most_triangles)
        file_.in().fail("more than " + std::to_string(most_triangles) + " triangles");
    }
  }

  /// Every second triangle of a strip runs the other way round.
  void add_strip(std::span<const std::uint32_t> corners) {
    for (std::size_t i = 0; i + 2 < corners.size(); ++i)
      mesh_.triangles.push_back({corners[i], corners[i + 1 + i % 2], corners[i + 2 - i % 2]});
  }

  VtkSections file_;
  TriangleMesh mesh_;
  PolygonSplitter splitter_;
  std::size_t left_out_ = 0;
};

} // namespace

bool is_vtk_surface(std::string_view start) {
  if (!start.starts_with("# vtk DataFile"))
    return false;
  // Behind title and encoding.
  const std::size_t dataset = start.find("DATASET");
  return dataset != start.npos && start.substr(dataset, 40).find("POLYDATA") != start.npos;
}

LoadedFile read_vtk_surface(std::string_view data, const std::string& name, const Progress& progress) {
  return SurfaceReader(data, name, progress).read();
}

} // namespace lamina
