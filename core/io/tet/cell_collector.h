#pragma once

#include "core/io/tet/cell_types.h"
#include "core/mesh/tet_mesh.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// What a reader hands on: tetrahedra as the file lists them, unchecked but for their node indices.
struct TetFile {
  TetMesh mesh;
  std::vector<std::string> notes;
};

/// Takes the cells of a volume file one by one. Tetrahedra are kept. Hexahedra, prisms and pyramids are cut
/// into tetrahedra, by the smallest node. So neighbours are cut alike along the face they share (Dompierre et
/// al., "How to subdivide pyramids, prisms and hexahedra into tetrahedra", 1999). Cells of
/// higher order are reduced to their corners. Points, lines and surfaces are passed over.
class CellCollector {
public:
  /// `file` names it in messages.
  explicit CellCollector(std::string file) : file_(std::move(file)) {}

  std::vector<Vec3> nodes; ///< filled by the reader before the first cell that uses them

  /// Adds a cell by its corners, which must be valid node indices: as many as corner_count() of its shape
  /// says. `node_count` is the number of nodes it has in the file.
  void add(CellShape shape, std::size_t node_count, std::span<const std::uint32_t> corners);
  /// Counts a cell of which no tetrahedron comes.
  void pass_over(CellShape shape);

  /// The mesh, with notes on what became of the other cells. Throws InputError if there is no solid, or a
  /// solid that cannot be cut.
  TetFile finish();

private:
  void cut(CellShape shape, std::span<const std::uint32_t> corners);
  void add_turned(Tetrahedron tetrahedron);
  void check_size() const;

  std::string file_;
  std::vector<Tetrahedron> tetrahedra_;
  std::size_t solids_[9] = {}; ///< by shape
  std::size_t high_order_ = 0, surfaces_ = 0, unsupported_ = 0;
};

} // namespace lamina
