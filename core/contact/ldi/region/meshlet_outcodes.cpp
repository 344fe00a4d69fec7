#include "core/contact/ldi/region/meshlet_outcodes.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

constexpr double corner_inset = 1e-9; ///< of the box's size

std::uint16_t outcode_of(const Vec3& p, const ClipPlanes& planes) {
  unsigned outcode = 0;
  for (int k = 0; k < 3; ++k)
    outcode |= (p[k] < planes.box.box.min[k] ? 1u : 0u) << (2 * k) | (p[k] > planes.box.box.max[k] ? 2u : 0u)
                                                                         << (2 * k);
  const double pu = p[planes.u], pv = p[planes.v];
  outcode |= (pu <= planes.at_u[0]) * unsigned{u_low_bit} | (pu <= planes.at_u[1]) * unsigned{u_high_bit} |
             (pv <= planes.at_v[0]) * unsigned{v_low_bit} | (pv <= planes.at_v[1]) * unsigned{v_high_bit};
  return static_cast<std::uint16_t>(outcode);
}

} // namespace

ClipPlanes::ClipPlanes(const SampledBox& sampled, int line_axis)
    : box(sampled), w(line_axis), u((line_axis + 1) % 3), v((line_axis + 2) % 3) {
  const Vec3 inset = corner_inset * box.box.size();
  at_u = {box.box.min[u] + inset[u], box.box.max[u] - inset[u]};
  at_v = {box.box.min[v] + inset[v], box.box.max[v] - inset[v]};
  at_w = {box.box.min[w] + inset[w], box.box.max[w] - inset[w]};
}

void find_outcodes(const CulledMeshlets& near, std::uint32_t meshlet, const ClipPlanes& planes,
                   MeshletOutcodes& outcodes, Box& inside) {
  const std::span<const std::uint32_t> vertices = near.groups().vertices(meshlet);
  const VertexPositions positions = near.surface().vertex_positions();
  outcodes.any = 0;
  outcodes.all = 0xffff;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3 p = planes.box.frame.place(positions[vertices[i]]);
    for (std::size_t k = 0; k < 3; ++k)
      outcodes.place[k][i] = p[static_cast<int>(k)];
    const std::uint16_t outcode = outcode_of(p, planes);
    outcodes.sides[i] = static_cast<std::uint8_t>(outcode & outside_bits);
    outcodes.lines[i] = static_cast<std::uint8_t>(outcode >> line_shift);
    outcodes.any |= outcode;
    outcodes.all &= outcode;
    if (!(outcode & outside_bits))
      inside.include(p);
  }
}

PickedTriangles pick_triangles(const CulledMeshlets& near, std::uint32_t meshlet, std::size_t first,
                               const ClipPlanes& planes, const MeshletOutcodes& outcodes) {
  const auto c0 = near.groups().corners(meshlet, 0), c1 = near.groups().corners(meshlet, 1),
             c2 = near.groups().corners(meshlet, 2);
  const unsigned beside = 3u << (2 * planes.u) | 3u << (2 * planes.v);
  const std::size_t last = std::min(c0.size(), first + PickedTriangles::at_a_time);
  PickedTriangles picked;
  for (std::size_t i = first; i < last; ++i) {
    const unsigned k0 = outcodes.outcode(c0[i]), k1 = outcodes.outcode(c1[i]), k2 = outcodes.outcode(c2[i]);
    const unsigned all = k0 & k1 & k2, any = k0 | k1 | k2, mixed = any & ~all;
    const bool clip = !(all & outside_bits) && (any & outside_bits);
    const bool line =
        !(all & beside) && (mixed & (u_low_bit | u_high_bit)) && (mixed & (v_low_bit | v_high_bit));
    picked.clip |= std::uint64_t{clip} << (i - first);
    picked.line |= std::uint64_t{line} << (i - first);
  }
  return picked;
}

} // namespace lamina::ldi
