#include "core/contact/ldi/vertices/layer_stages.h"

#include "core/contact/ldi/simd/vector_stages.h"

namespace lamina::ldi {

namespace {

/// Vertices are brought into the grid as they are drawn.
void prepare_nothing(const Grid&, const CulledMeshlets&, int, SnappedSurface&) {}

SeenTriangle see_in_grid(const Grid& grid, const VertexPositions& positions, const Triangle& triangle,
                         const View& view) {
  SeenTriangle seen;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 p = positions[triangle[k]];
    const auto units = [&](int axis) {
      return snap(grid.frame.along(p, axis), grid.axis[static_cast<std::size_t>(axis)]);
    };
    seen.at[k] = {units(view.u), units(view.v)};
    seen.depth[k] = round_depth(grid.frame.along(p, view.depth), grid.depth_rounder);
  }
  seen.enclose();
  return seen;
}

void draw_body(const PreparedPair& pair, int body, int direction, Rows rows, FragmentList& list) {
  clear_image(pair, direction, rows, list);
  const CulledMeshlets& near = pair.scratch.near[static_cast<std::size_t>(body)];
  const std::vector<Triangle>& triangles = *near.surface().triangles;
  const VertexPositions positions = near.surface().vertex_positions();
  const View view(direction);
  for (const std::uint32_t meshlet : near.meshlets)
    for (const std::uint32_t triangle : near.groups().triangles(meshlet))
      draw_triangle(pair.grid, direction, rows, see_in_grid(pair.grid, positions, triangles[triangle], view),
                    triangle, body, list);
}

} // namespace

const LayerStages scalar_layer_stages = {scalar_region_stages, prepare_nothing, draw_body};
const LayerStages vector_layer_stages = {vector_region_stages, simd::snap_and_cull, simd::rasterise_body};

} // namespace lamina::ldi
