#pragma once

#include "core/mesh/stuffing/bcc_lattice.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace lamina::stuffing {

/// Which cubes of a lattice are divided into eight, and the tetrahedra between them. Cubes that touch, be it
/// at a corner, differ by a factor of two at most, so that all tetrahedra fit each other (Labelle and
/// Shewchuk 2007, section 3).
class GradedCubes {
public:
  /// Nothing is divided.
  explicit GradedCubes(const BccLattice& lattice);

  /// Divides the cubes around a place, in half sides of the finest cubes, down to a level: 0 for none. Cubes
  /// beside them follow, as fits.
  void divide(const Vec3& place, int level);

  std::size_t divided() const; ///< cubes that were
  const BccLattice& lattice() const { return lattice_; }

  /// Appends the tetrahedra of the undivided cubes in one layer (z) of the lattice that are marked, as nodes
  /// of it; between cubes of a size those in positive directions.
  void add_tetrahedra(int z, const std::vector<char>& marked, std::vector<Tetrahedron>& tetrahedra) const;

  std::size_t cube_index(const Place& cube) const { return index(0, cube); }

private:
  struct Cube {
    int level;
    Place at; ///< in cubes of its level
  };
  std::size_t index(int level, const Place& at) const;
  bool is_outside(int level, const Place& at) const;
  bool exists(int level, const Place& at) const;
  bool is_divided(int level, const Place& at) const;
  void divide_cube(int level, const Place& at);
  void visit_leaves(const Cube& cube, const std::function<void(const Cube&)>& visit) const;
  void add_side(const Cube& cube, std::size_t axis, int way, std::vector<Tetrahedron>& tetrahedra) const;
  bool is_edge_split(const Cube& cube, std::size_t axis, int way, std::size_t other, int other_way) const;

  const BccLattice& lattice_;
  std::vector<std::vector<bool>> divided_; ///< by level
};

} // namespace lamina::stuffing
