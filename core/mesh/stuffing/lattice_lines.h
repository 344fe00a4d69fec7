#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/stuffing/bcc_lattice.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::stuffing {

/// Where a line enters the solid or leaves it.
struct LineEvent {
  double at = 0; ///< along the direction, in places of its first coordinate that changes
  std::uint32_t triangle = 0;
  bool enters = false;
};

/// All lines through nodes of the lattice along one of its directions, and where each enters and leaves the
/// solid. Of lines along diagonals of sides those alone that edges lie on. Inside is where the winding number
/// is above zero, so nested and crossing shells count as their union.
class LatticeLines {
public:
  /// The mesh is in places of the lattice (BccLattice::to_place) and closed. Throws InputError for more
  /// crossings than fit into memory.
  LatticeLines(const TriangleMesh& mesh, const BccLattice& lattice, int direction);

  int direction() const { return direction_; }
  std::size_t line_count() const { return starts_.size() - 1; }
  /// Entries and exits by turns along the direction, an entry first.
  std::span<const LineEvent> events(std::size_t line) const {
    return {events_.data() + starts_[line], events_.data() + starts_[line + 1]};
  }
  std::size_t line_of(const Place& node) const;
  /// Where a node of the line lies along it, as LineEvent::at.
  int along(const Place& node) const;
  /// Where a line is at LineEvent::at, as a place of the lattice.
  Vec3 point(std::size_t line, double at) const;
  /// Of a line along an axis: the lateral coordinates, of the two axes that follow cyclically.
  std::array<int, 2> lateral(std::size_t line) const;

  double inside_length() const { return inside_length_; } ///< of all lines, as LineEvent::at
  bool overlaps() const { return overlaps_; } ///< whether a winding number other than 0 and 1 was met
  /// Triangles at which a line goes from solid into solid: the surface of what lies inside something else.
  const std::vector<std::uint32_t>& covered_triangles() const { return covered_; }

private:
  struct Crossing {
    double at;
    std::uint32_t triangle;
    int step; ///< +1 where the triangle looks along the direction
  };
  void keep_changes(std::vector<Crossing>& crossings, const std::vector<std::uint32_t>& starts);

  int direction_;
  std::array<int, 2> first_{}, counts_{};
  std::vector<std::uint32_t> starts_;
  std::vector<LineEvent> events_;
  std::vector<std::uint32_t> covered_;
  double inside_length_ = 0;
  bool overlaps_ = false;
};

} // namespace lamina::stuffing
