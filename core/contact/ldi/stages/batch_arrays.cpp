#include "core/contact/ldi/stages/batch_arrays.h"

#include "core/contact/ldi/contacts/patches.h"
#include "core/contact/ldi/image/columns.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Whether a member of all surfaces is what was kept.
template <class Shared>
bool are_kept(std::span<const Surface* const> surfaces, Shared Surface::*member,
              const std::vector<Shared>& kept) {
  return std::equal(
      surfaces.begin(), surfaces.end(), kept.begin(), kept.end(),
      [member](const Surface* surface, const Shared& before) { return surface->*member == before; });
}

template <class Shared>
void keep(std::span<const Surface* const> surfaces, Shared Surface::*member, std::vector<Shared>& kept) {
  kept.clear();
  for (const Surface* surface : surfaces)
    kept.push_back(surface->*member);
}

} // namespace

void BatchArrays::fill(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                       bool contacts) {
  vertices.take(surfaces, plans);
  take_triangles(surfaces);
  take_offsets(surfaces);
  leaves_out_rest = in_patches = false;
  pairs.clear();
  parts.clear();
  runs.clear();
  part_vertices.clear();
  shifts.clear();
  planes.clear();
  items = columns = rows = row_cells = cells = moments = groups_ = 0;
  for (std::uint32_t p = 0; p < plans.size(); ++p) {
    pairs.push_back(view_of(*plans[p].grid));
    in_patches = in_patches || plans[p].partition == Partition::patches;
    lay_cells(plans[p], contacts && plans[p].partition == Partition::cells, pairs.back());
    for (std::uint32_t body = 0; body < 2; ++body) {
      const std::uint32_t index = plans[p].surface[body];
      pairs[p].winding_at_infinity[body] = surfaces[index]->winding_at_infinity;
      add_part(*surfaces[index], index, p, body, plans[p].meshlets[body]);
      if (plans[p].with_itself()) {
        look_at_itself(*surfaces[index], index, plans[p].shortest, pairs[p]);
        break;
      }
    }
  }
}

/// The second body draws nothing and has no triangle.
void BatchArrays::look_at_itself(const Surface& surface, std::uint32_t index, double shortest,
                                 PairView& view) {
  view.self = 1;
  view.shortest = shortest;
  view.winding_at_infinity[1] = 1;
  view.first_offset = surface.self_offset ? first_offset_[index] : no_offsets;
  leaves_out_rest = leaves_out_rest || surface.self_offset;
  PartView nothing = parts.back();
  nothing.body = 1;
  nothing.triangles = 0;
  parts.push_back(nothing);
  part_vertices.push_back(0);
}

void BatchArrays::take_triangles(std::span<const Surface* const> surfaces) {
  new_triangles_ = !are_kept(surfaces, &Surface::triangles, known_);
  if (!new_triangles_)
    return;
  known_.clear(); // until all is there
  first_triangle_.clear();
  triangles.clear();
  for (const Surface* surface : surfaces) {
    first_triangle_.push_back(batch_number(triangles.size(), 1, "triangles"));
    if (surface->triangles)
      for (const Triangle& t : *surface->triangles)
        triangles.push_back({{t[0], t[1], t[2]}});
  }
  keep(surfaces, &Surface::triangles, known_);
}

void BatchArrays::take_offsets(std::span<const Surface* const> surfaces) {
  new_offsets_ = !are_kept(surfaces, &Surface::self_offset, known_offsets_);
  if (!new_offsets_)
    return;
  known_offsets_.clear();
  first_offset_.clear();
  offsets.clear();
  for (const Surface* surface : surfaces) {
    first_offset_.push_back(batch_number(offsets.size(), 1, "vertices"));
    if (surface->self_offset)
      offsets.insert(offsets.end(), surface->self_offset->begin(), surface->self_offset->end());
  }
  keep(surfaces, &Surface::self_offset, known_offsets_);
}

PairView BatchArrays::view_of(const Grid& grid) {
  PairView view{};
  const Vec3 middle = grid.region.middle();
  view.depth_rounder = grid.depth_rounder;
  view.along_world = grid.frame.along_world;
  view.first_offset = no_offsets;
  for (int k = 0; k < 3; ++k) {
    view.axis[k] = grid.axis[static_cast<std::size_t>(k)];
    view.minimum[k] = grid.region.minimum[k];
    view.pixel_size[k] = grid.pixel_size[k];
    view.middle[k] = middle[k];
    for (int j = 0; j < 3; ++j)
      view.axes[j][k] = grid.frame.axes(j, k);
  }
  for (int direction = 0; direction < 3; ++direction) {
    const View along(direction);
    const DepthRange within = depths_within(grid, direction);
    view.depth_from[direction] = within.from;
    view.depth_to[direction] = within.to;
    const PatchExponents exponents = patch_exponents(grid, direction);
    view.length_exponent[direction] = exponents.length;
    view.area_exponent[direction] = exponents.area;
    ImageView& image = view.image[direction];
    image.width = grid.region.pixels[static_cast<std::size_t>(along.u)];
    image.height = grid.region.pixels[static_cast<std::size_t>(along.v)];
    image.first_column = columns;
    image.first_shift = static_cast<std::uint32_t>(shifts.size());
    const std::uint64_t size =
        static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
    columns = batch_number(columns + size, 1, "columns");
    image.first_row = rows;
    rows += static_cast<std::uint32_t>(image.height);
    const std::vector<std::int16_t>& of_rows = grid.row_shifts[static_cast<std::size_t>(along.v)];
    shifts.insert(shifts.end(), of_rows.begin(), of_rows.begin() + image.height);
  }
  return view;
}

void BatchArrays::lay_cells(const PairPlan& plan, bool with_cells, PairView& view) {
  view.partition = plan.partition;
  for (std::size_t k = 0; k < 3; ++k) {
    view.cells[k] = with_cells ? static_cast<std::uint32_t>(plan.layout->count[k]) : 1;
    view.first_plane[k] = static_cast<std::uint32_t>(planes.size());
    if (with_cells)
      planes.insert(planes.end(), plan.layout->planes[k].begin(), plan.layout->planes[k].end());
  }
  const std::uint32_t total = view.cells[0] * view.cells[1] * view.cells[2];
  view.first_group = groups_;
  const std::uint32_t most = plan.partition == Partition::patches ? most_patches : total;
  groups_ = batch_number(std::uint64_t{groups_} + 2 * most, 1, "cells");
  view.first_moment = plan.moments ? moments : no_moments;
  if (plan.moments)
    moments = batch_number(std::uint64_t{moments} + 3 * total, 1, "cells");
  for (int direction = 0; direction < 3; ++direction) {
    ImageView& image = view.image[direction];
    const std::uint64_t of_row = total / view.cells[(direction + 2) % 3];
    image.first_row_cell = row_cells;
    image.first_cell = cells;
    if (total == 1)
      continue;
    row_cells = batch_number(row_cells + of_row * static_cast<std::uint64_t>(image.height), 1, "cells");
    cells = batch_number(std::uint64_t{cells} + total, 1, "cells");
  }
}

/// Meshlets whose triangles follow one another make one run.
void BatchArrays::add_part(const Surface& surface, std::uint32_t index, std::uint32_t pair,
                           std::uint32_t body, NearMeshlets meshlets) {
  const std::uint32_t count = static_cast<std::uint32_t>(surface.triangles->size());
  parts.push_back({pair, body, vertices.first(index), first_triangle_[index], count});
  part_vertices.push_back(static_cast<std::uint32_t>(surface.vertex_positions().size()));
  const PartView& part = parts.back();
  if (!meshlets) {
    add_run(part, 0, count);
    return;
  }
  std::uint32_t begin = 0, end = 0;
  for (const std::uint32_t meshlet : *meshlets) {
    const TriangleIndices triangles = surface.meshlets->triangles(meshlet);
    if (triangles[0] != end) {
      add_run(part, begin, end - begin);
      begin = triangles[0];
    }
    end = triangles[0] + static_cast<std::uint32_t>(triangles.size());
  }
  add_run(part, begin, end - begin);
}

void BatchArrays::add_run(const PartView& part, std::uint32_t before, std::uint32_t count) {
  if (count == 0)
    return;
  runs.push_back({part.pair, part.body, part.first_vertex, part.first_triangle + before, before, items});
  items = batch_number(std::uint64_t{items} + count, 3, "triangles");
}

} // namespace lamina::ldi
