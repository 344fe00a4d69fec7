#pragma once

#include <cstdint>
#include <span>

namespace lamina {

/// What a cell of a volume file is. The corners of all but `unknown` come first in its list of nodes.
/// Hexahedra have the lower four around and the upper four above them, prisms the lower and the upper three,
/// pyramids the base and the tip.
enum class CellShape : std::uint8_t {
  point,
  line,
  surface,
  tetrahedron,
  hexahedron,
  voxel, ///< a hexahedron whose corners run along x, then y, then z
  prism,
  pyramid,
  unsupported ///< a solid of another shape: a polyhedron
};

struct CellType {
  CellShape shape = CellShape::unsupported;
  std::uint8_t nodes = 0; ///< of one cell; 0 where the cell itself says how many
};

/// Corners of a solid cell, 0 for what is none.
std::size_t corner_count(CellShape shape);

/// The name of a solid in the plural: "hexahedra".
const char* shape_name(CellShape shape);

/// Element type of a Gmsh file (reference manual, MSH file format), or nullptr if it is not known.
const CellType* gmsh_cell_type(std::int64_t number);

/// Cell type of VTK (vtkCellType.h), or nullptr if it is not known.
const CellType* vtk_cell_type(std::int64_t number);

} // namespace lamina
