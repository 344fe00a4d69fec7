#include "core/mesh/cell_grid.h"

#include "core/mesh/edge_search.h"
#include "core/mesh/weld.h"

#include <cmath>

namespace lamina {

namespace {

using Parts = std::array<std::vector<std::size_t>, 3>; ///< into how many parts each interval is divided
using Cell = std::array<std::size_t, 3>;

Parts divide(const CellGrid& grid, double edge) {
  Parts parts;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t i = 0; i + 1 < grid.planes[axis].size(); ++i)
      parts[axis].push_back(part_count(grid.planes[axis][i + 1] - grid.planes[axis][i], edge, 1));
  return parts;
}

bool is_solid(const CellGrid& grid, const Cell& cell, std::size_t axis, int step) {
  Cell at = cell;
  if ((step < 0 && at[axis] == 0) || (step > 0 && at[axis] + 1 == grid.cells(static_cast<int>(axis))))
    return false;
  at[axis] += static_cast<std::size_t>(step);
  return grid.solid[(at[2] * grid.cells(1) + at[1]) * grid.cells(0) + at[0]];
}

/// Calls visit(cell, axis, step) for each side of a solid cell that no other solid cell covers.
template <typename Visit>
void for_each_side(const CellGrid& grid, const Visit& visit) {
  for (std::size_t z = 0; z < grid.cells(2); ++z)
    for (std::size_t y = 0; y < grid.cells(1); ++y)
      for (std::size_t x = 0; x < grid.cells(0); ++x)
        for (std::size_t axis = 0; axis < 3; ++axis)
          for (const int step : {-1, 1})
            if (const Cell cell = {x, y, z};
                is_solid(grid, cell, axis, 0) && !is_solid(grid, cell, axis, step))
              visit(cell, axis, step);
}

/// All coordinates along an axis, and the index at which each interval begins.
struct Lines {
  std::vector<double> at;
  std::vector<std::size_t> start;
};

Lines draw_lines(const std::vector<double>& planes, const std::vector<std::size_t>& parts) {
  Lines lines;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    lines.start.push_back(lines.at.size());
    for (std::size_t k = 0; k < parts[i]; ++k)
      lines.at.push_back(planes[i] + (planes[i + 1] - planes[i]) * static_cast<double>(k) /
                                         static_cast<double>(parts[i]));
  }
  lines.start.push_back(lines.at.size());
  lines.at.push_back(planes.back());
  return lines;
}

/// Two triangles for each square of one side of a cell; every square has its own four vertices.
void add_side(const std::array<Lines, 3>& lines, const Cell& cell, std::size_t axis, int step,
              TriangleMesh& mesh) {
  const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  const double height = lines[axis].at[lines[axis].start[cell[axis] + (step > 0 ? 1 : 0)]];
  for (std::size_t j = lines[v].start[cell[v]]; j < lines[v].start[cell[v] + 1]; ++j) {
    for (std::size_t i = lines[u].start[cell[u]]; i < lines[u].start[cell[u] + 1]; ++i) {
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (const auto& [du, dv] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)}) {
        Vec3 vertex;
        vertex[static_cast<int>(axis)] = height;
        vertex[static_cast<int>(u)] = lines[u].at[i + static_cast<std::size_t>(du)];
        vertex[static_cast<int>(v)] = lines[v].at[j + static_cast<std::size_t>(dv)];
        mesh.vertices.push_back(vertex);
      }
      const std::uint32_t b = step > 0 ? 1 : 3, d = step > 0 ? 3 : 1;
      mesh.triangles.push_back({first, first + b, first + 2});
      mesh.triangles.push_back({first, first + 2, first + d});
    }
  }
}

} // namespace

TriangleMesh boundary_of_cells(const CellGrid& grid, std::size_t triangles) {
  // The area tells how long an edge is likely to be.
  double area = 0;
  for_each_side(grid, [&](const Cell& cell, std::size_t axis, int) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    area += (grid.planes[u][cell[u] + 1] - grid.planes[u][cell[u]]) *
            (grid.planes[v][cell[v] + 1] - grid.planes[v][cell[v]]);
  });
  const auto count = [&](double edge) {
    const Parts parts = divide(grid, edge);
    std::size_t sum = 0;
    for_each_side(grid, [&](const Cell& cell, std::size_t axis, int) {
      const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
      sum += 2 * parts[u][cell[u]] * parts[v][cell[v]];
    });
    return std::abs(static_cast<double>(sum) - static_cast<double>(triangles));
  };
  const double edge = best_edge(std::sqrt(2 * area / static_cast<double>(triangles)), count);

  const Parts parts = divide(grid, edge);
  std::array<Lines, 3> lines;
  for (std::size_t axis = 0; axis < 3; ++axis)
    lines[axis] = draw_lines(grid.planes[axis], parts[axis]);
  TriangleMesh mesh;
  for_each_side(
      grid, [&](const Cell& cell, std::size_t axis, int step) { add_side(lines, cell, axis, step, mesh); });
  weld(mesh);
  return mesh;
}

} // namespace lamina
