#pragma once

#include "core/contact/ldi/sampled_box.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Which of a surface's triangles beyond the two ends of a box are known, along one axis. Where a balanced
/// surface crosses a line it does so as often inwards as outwards, so one end is enough.
enum class KnownEnds : std::uint8_t { both, below, above };

/// The part of a mesh that the columns of a box can meet: all but triangles that lie beside the box along two
/// axes or more, and what lies beyond an end that need not be known. With memory to be reused.
struct NearPart {
  std::vector<std::uint32_t> triangles;
  std::vector<std::uint32_t> vertices; ///< of those triangles
  std::array<KnownEnds, 3> ends{};     ///< per axis of the box
  bool finite = true;                  ///< all these vertices are places

  void take_all(const Surface& surface);
  /// Takes the blocks whose balls, widened by `slack` (m), do not lie beside the box along two axes; all of a
  /// surface without blocks. Of a balanced surface's blocks beyond the two ends of the box along one axis it
  /// takes those with fewer triangles. Vertices on the border of blocks are listed more than once.
  void take_near(const Surface& surface, const SampledBox& box, double slack);
  /// Lists the vertices of `triangles`, each once.
  void collect_vertices(const Surface& surface);

private:
  /// Where a block lies: at the box, beside it along several axes, or beyond one end of one axis.
  static constexpr std::uint8_t at_box = 6, beside = 7;
  static std::uint8_t place_of(const Vec3& centre, double reach, const Box& box);
  void choose_ends(const Surface& surface);

  std::vector<std::uint8_t> places_; ///< per block
  std::vector<std::uint32_t> seen_;  ///< per vertex: the round that listed it last
  std::uint32_t round_ = 0;
};

} // namespace lamina::ldi
