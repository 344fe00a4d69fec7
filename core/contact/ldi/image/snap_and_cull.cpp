#include "core/contact/ldi/image/snap_and_cull.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Per axis: the first row of pixels whose centre does not lie below the vertex, and beyond the region's ends
/// −1 below every possible sample and pixels + 1 above.
std::array<std::int16_t, 4> vertex_outcode(const std::array<std::int64_t, 3>& units,
                                           const std::array<int, 3>& pixels) {
  std::array<std::int16_t, 4> outcode{};
  for (std::size_t k = 0; k < 3; ++k)
    outcode[k] =
        static_cast<std::int16_t>(std::clamp<std::int64_t>(first_pixel_from(units[k], 0), -1, pixels[k] + 1));
  return outcode;
}

void snap_vertices(const Grid& grid, const CulledMeshlets& near, SnappedSurface& body) {
  const VertexPositions positions = near.surface().vertex_positions();
  body.units.resize(positions.size());
  body.outcodes.resize(positions.size());
  for (const std::uint32_t meshlet : near.meshlets)
    for (const std::uint32_t i : near.groups().vertices(meshlet)) {
      for (std::size_t k = 0; k < 3; ++k)
        body.units[i][k] = snap(grid.frame.along(positions[i], static_cast<int>(k)), grid.axis[k]);
      body.outcodes[i] = vertex_outcode(body.units[i], grid.region.pixels);
    }
}

/// Sorts triangles into the directions that may see them: those between whose lowest and highest vertex there
/// is a row of pixel centres, and that do not lie beside the image. One pass serves the three directions.
void cull_triangles(const Grid& grid, const CulledMeshlets& near, SnappedSurface& body) {
  const std::vector<Triangle>& triangles = *body.surface->triangles;
  const std::array<int, 3>& pixels = grid.region.pixels;
  const bool balanced = body.surface->balanced;
  body.cut(near.meshlets.size(), 1);
  SnappedStrip& strip = body.strips[0];
  for (auto& direction : strip.plain)
    for (auto& list : direction)
      list.clear();
  for (const std::uint32_t meshlet : near.meshlets)
    for (const std::uint32_t i : near.groups().triangles(meshlet)) {
      const Triangle& t = triangles[i];
      const auto &c0 = body.outcodes[t[0]], &c1 = body.outcodes[t[1]], &c2 = body.outcodes[t[2]];
      bool rows[3], below[3], above[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const int low = std::min({c0[k], c1[k], c2[k]}), high = std::max({c0[k], c1[k], c2[k]});
        rows[k] = std::max(low, 0) < std::min(high, pixels[k]);
        below[k] = high < 0;
        above[k] = low > pixels[k];
      }
      for (std::size_t d = 0; d < 3; ++d) {
        const std::size_t u = (d + 1) % 3, v = (d + 2) % 3;
        if (!rows[v] || below[u] || above[u])
          continue;
        const Part part = !balanced ? within : below[d] ? below_region : above[d] ? above_region : within;
        strip.plain[d][part].push_back(i);
      }
    }
  for (std::size_t d = 0; d < 3; ++d) {
    for (std::size_t part = 0; part < 3; ++part)
      strip.counts[d][part] = strip.plain[d][part].size();
    choose_end(near.ends[d], strip.counts[d], body.triangles[d]);
  }
}

} // namespace

void choose_end(KnownEnds known, const PartCounts& counts, DrawnTriangles& drawn) {
  drawn.from_above =
      known == KnownEnds::both ? counts[above_region] < counts[below_region] : known == KnownEnds::above;
  const Part left_out = drawn.from_above ? below_region : above_region;
  drawn.count = counts[within] + counts[drawn.beyond()];
  drawn.complete = known == KnownEnds::both && counts[left_out] == 0;
}

void snap_and_cull(const Grid& grid, const CulledMeshlets& near, int /*threads*/, SnappedSurface& body) {
  snap_vertices(grid, near, body);
  cull_triangles(grid, near, body);
}

} // namespace lamina::ldi
