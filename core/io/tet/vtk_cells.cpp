#include "core/io/tet/vtk_cells.h"

#include <algorithm>
#include <array>

namespace lamina {

void read_connectivity(ValueReader& values, NumberType type, std::size_t count, std::size_t nodes,
                       std::vector<std::uint32_t>& connectivity) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t index = values.integer(type, "a node index");
    if (index < 0 || static_cast<std::uint64_t>(index) >= nodes)
      values.scanner().fail("node index " + std::to_string(index) + " is outside the list of points (" +
                            std::to_string(nodes) + " points, counted from 0)");
    connectivity.push_back(static_cast<std::uint32_t>(index));
  }
}

void add_offset(const TextScanner& in, std::int64_t offset, std::vector<std::uint64_t>& offsets) {
  const std::uint64_t last = offsets.empty() ? 0 : offsets.back();
  if (offset < 0 || static_cast<std::uint64_t>(offset) < last)
    in.fail("offset " + std::to_string(offset) + " follows offset " + std::to_string(last) +
            ": they must rise");
  offsets.push_back(static_cast<std::uint64_t>(offset));
}

void collect_vtk_cells(const TextScanner& in, const VtkCells& cells, std::uint32_t first_node,
                       CellCollector& collector) {
  if (cells.offsets.size() != cells.types.size() + 1 || cells.offsets.back() != cells.connectivity.size())
    in.fail("the offsets end at " + std::to_string(cells.offsets.empty() ? 0 : cells.offsets.back()) +
            ", the connectivity holds " + std::to_string(cells.connectivity.size()) + " node indices");
  for (std::size_t i = 0; i < cells.types.size(); ++i) {
    const CellType* type = vtk_cell_type(cells.types[i]);
    if (!type)
      in.fail("cell type " + std::to_string(cells.types[i]) + " of cell " + std::to_string(i) +
              " is not known");
    const std::size_t size = cells.offsets[i + 1] - cells.offsets[i], corners = corner_count(type->shape);
    if (corners == 0) {
      collector.pass_over(type->shape);
      continue;
    }
    if (type->nodes ? size != type->nodes : size < corners)
      in.fail("cell " + std::to_string(i) + " of type " + std::to_string(cells.types[i]) + " has " +
              std::to_string(size) + " nodes");
    std::array<std::uint32_t, 8> indices{};
    for (std::size_t k = 0; k < corners; ++k)
      indices[k] = first_node + cells.connectivity[cells.offsets[i] + k];
    collector.add(type->shape, size, {indices.data(), corners});
  }
}

} // namespace lamina
