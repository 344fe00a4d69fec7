#pragma once

#include "core/mesh/mesh.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// A regular grid of cubes around a mesh, and which of them its solid meets.
class LatticeCells {
public:
  /// One ring of cubes lies free around the mesh.
  LatticeCells(const TriangleMesh& mesh, int cells_along);

  double size() const { return size_; }
  const std::array<int, 3>& counts() const { return counts_; }
  std::size_t total() const { return touching_begin_.size() - 1; }
  std::size_t index(int x, int y, int z) const {
    return static_cast<std::size_t>(x) +
           static_cast<std::size_t>(counts_[0]) *
               (static_cast<std::size_t>(y) +
                static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(z));
  }
  Vec3 corner(int x, int y, int z) const { return origin_ + size_ * Vec3(x, y, z); }
  std::array<int, 3> cell_of(const Vec3& p) const;

  bool kept(std::size_t cell) const { return kept_[cell]; }       ///< touched by the surface, or inside
  double filled(std::size_t cell) const { return filled_[cell]; } ///< share of the cell, of those kept
  std::size_t glued() const; ///< cells in which sheets face each other across a gap

private:
  void find_touched();
  void find_inside();
  void measure_filling();
  bool glues(std::size_t cell) const;
  std::array<int, 3> at(std::size_t cell) const;

  const TriangleMesh& mesh_;
  Vec3 origin_;
  double size_ = 0;
  std::array<int, 3> counts_{};
  std::vector<std::uint32_t> touching_begin_, touching_; ///< triangles that touch each cell
  std::vector<bool> kept_;
  std::vector<double> filled_;
};

} // namespace lamina
