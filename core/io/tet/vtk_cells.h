#pragma once

#include "core/io/tet/cell_collector.h"
#include "core/io/tet/value_reader.h"

#include <cstdint>
#include <vector>

namespace lamina {

/// The cells of an unstructured grid as VTK stores them: cell i has the type types[i] and the nodes
/// connectivity[offsets[i]] to connectivity[offsets[i + 1]], its end not included.
struct VtkCells {
  std::vector<std::uint32_t> connectivity;
  std::vector<std::uint64_t> offsets; ///< one more than cells
  std::vector<std::int16_t> types;
};

/// Reads `count` node indices of a grid of `nodes` nodes.
void read_connectivity(ValueReader& values, NumberType type, std::size_t count, std::size_t nodes,
                       std::vector<std::uint32_t>& connectivity);

/// Appends one offset per call, which must not be below the last.
void add_offset(const TextScanner& in, std::int64_t offset, std::vector<std::uint64_t>& offsets);

/// Hands all cells on; `first_node` is added to their indices. The offsets must rise and end with the
/// connectivity. Fails through `in`.
void collect_vtk_cells(const TextScanner& in, const VtkCells& cells, std::uint32_t first_node,
                       CellCollector& collector);

} // namespace lamina
