#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/stuffing/bcc_lattice.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamina::stuffing {

/// Where a line enters the solid or leaves it.
struct LineEvent {
  double at = 0; ///< along the direction: x, or the axis of the direction, in half sides of a cube
  std::uint32_t triangle = 0;
  bool enters = false;
};

/// All lines through the lattice along one of its directions, and where each enters and leaves the solid.
/// Inside is where the winding number is above zero, so nested and crossing shells count as their union.
class LatticeLines {
public:
  /// The mesh is in half sides of a cube (BccLattice::to_half_steps) and closed.
  LatticeLines(const TriangleMesh& mesh, const BccLattice& lattice, int direction);

  int direction() const { return direction_; }
  std::size_t line_count() const { return starts_.size() - 1; }
  /// Entries and exits by turns along the direction, an entry first.
  std::span<const LineEvent> events(std::size_t line) const {
    return {events_.data() + starts_[line], events_.data() + starts_[line + 1]};
  }
  std::size_t line_of(const std::array<int, 3>& half_steps) const;
  /// Where a node of the line lies along it, as LineEvent::at.
  int along(const std::array<int, 3>& half_steps) const;
  /// Of a line along an axis: the lateral coordinates, of the two axes that follow cyclically.
  std::array<int, 2> lateral(std::size_t line) const;

  double inside_length() const { return inside_length_; } ///< of all lines, half sides of a cube
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
