#pragma once

#include "core/contact/ldi/region/meshlet_culling.h"
#include "core/contact/ldi/region/sampled_box.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// What vertices are compared with while a solid is clipped to a box: the sides of the box, and the four
/// lines through its corners along one axis. The lines tell which corners lie in the solid.
struct ClipPlanes {
  SampledBox box;
  int w = 0, u = 1, v = 2;          ///< the lines' axis, and the two across it
  std::array<double, 2> at_u, at_v; ///< of the lines
  std::array<double, 2> at_w;       ///< the corners on them

  /// The lines run along `line_axis`, a little inside the box, where faces that bound it cannot confuse what
  /// they meet.
  ClipPlanes(const SampledBox& box, int line_axis);
};

/// Bits of a vertex's outcode, as in Cohen and Sutherland's clipping:
///
///   bit   9   8   7   6   5   4   3   2   1   0
///         v   v   u   u   z>  z<  y>  y<  x>  x<     <: below the box, >: above it, along that axis
///        high low high low                           not higher than the lines along u and v
enum OutcodeBits : std::uint16_t {
  outside_bits = 0x3f,
  u_low_bit = 0x40,
  u_high_bit = 0x80,
  v_low_bit = 0x100,
  v_high_bit = 0x200,
};
/// The last four lie in a byte of their own.
constexpr int line_shift = 6;

/// The vertices of one meshlet in the frame of a box, and where they lie. A whole vector can be written
/// behind the last.
struct MeshletOutcodes {
  static constexpr std::size_t room = Meshlets::most_vertices + 64;
  alignas(64) std::array<std::array<double, room>, 3> place; ///< along each axis
  alignas(64) std::array<std::uint8_t, room> sides;          ///< outside_bits
  alignas(64) std::array<std::uint8_t, room> lines;          ///< the others, shifted
  std::uint16_t any = 0, all = 0;                            ///< bits of one vertex, of each

  Vec3 at(std::size_t vertex) const { return {place[0][vertex], place[1][vertex], place[2][vertex]}; }
  std::uint16_t outcode(std::size_t vertex) const {
    return static_cast<std::uint16_t>(sides[vertex] | lines[vertex] << line_shift);
  }
};

/// Of up to 64 triangles one bit each: those that cross the border of a box, and those that a line through
/// its corners may meet.
struct PickedTriangles {
  static constexpr std::size_t at_a_time = 64;
  std::uint64_t clip = 0, line = 0;
};

/// See RegionStages.
void find_outcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                   MeshletOutcodes& outcodes, Box& inside);
PickedTriangles pick_triangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                               const ClipPlanes& planes, const MeshletOutcodes& outcodes);

} // namespace lamina::ldi
