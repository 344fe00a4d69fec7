#include "gpu/stages/batch_arrays.h"

#include "core/contact/ldi/columns.h"

#include <limits>

namespace lamina::gpu {

namespace {

/// Checks that a sum still is a number of 32 bits, three times it for `directions`.
std::uint32_t checked(std::uint64_t sum, std::uint64_t directions, const char* what) {
  if (sum * directions > std::numeric_limits<std::uint32_t>::max())
    throw DeviceError(std::string("the scene has too many ") + what + " for one batch");
  return static_cast<std::uint32_t>(sum);
}

} // namespace

void BatchArrays::fill(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                       bool with_cells) {
  take_surfaces(surfaces);
  pairs.clear();
  parts.clear();
  part_vertices.clear();
  shifts.clear();
  planes.clear();
  items = columns = rows = row_cells = cells = groups_ = 0;
  for (std::uint32_t p = 0; p < plans.size(); ++p) {
    pairs.push_back(view_of(*plans[p].grid));
    lay_cells(*plans[p].layout, with_cells, pairs.back());
    add_parts(surfaces, plans[p], p);
  }
}

void BatchArrays::take_surfaces(std::span<const Surface* const> surfaces) {
  take_vertices(surfaces);
  bool known = known_.size() == surfaces.size();
  for (std::size_t i = 0; known && i < surfaces.size(); ++i)
    known = known_[i] == surfaces[i]->triangles;
  new_triangles_ = !known;
  if (!known)
    take_triangles(surfaces);
}

void BatchArrays::take_vertices(std::span<const Surface* const> surfaces) {
  positions.clear();
  placed.clear();
  std::uint64_t resting = 0;
  bool known = true;
  for (const Surface* surface : surfaces) {
    if (!surface->rest) {
      const VertexPlaces places = surface->places();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3 p = places[i];
        positions.insert(positions.end(), {p[0], p[1], p[2]});
      }
      continue;
    }
    known = known && placed.size() < known_rest_.size() && known_rest_[placed.size()] == surface->rest;
    placed.push_back({surface->place, checked(resting, 1, "vertices"), 0});
    resting += surface->rest->size();
  }
  new_rest_ = !known || placed.size() != known_rest_.size();
  if (new_rest_)
    take_rest(surfaces);
  number_vertices(surfaces);
}

void BatchArrays::take_rest(std::span<const Surface* const> surfaces) {
  known_rest_.clear();
  rest.clear();
  for (const Surface* surface : surfaces)
    if (surface->rest) {
      known_rest_.push_back(surface->rest);
      for (const Vec3& p : *surface->rest)
        rest.insert(rest.end(), {p[0], p[1], p[2]});
    }
}

/// Those of rigid bodies come behind the others.
void BatchArrays::number_vertices(std::span<const Surface* const> surfaces) {
  first_vertex_.clear();
  std::uint64_t moved = 0, at_rest = positions.size() / 3;
  for (const Surface* surface : surfaces) {
    std::uint64_t& next = surface->rest ? at_rest : moved;
    first_vertex_.push_back(checked(next, 1, "vertices"));
    next += surface->places().size();
  }
}

void BatchArrays::take_triangles(std::span<const Surface* const> surfaces) {
  known_.clear();
  first_triangle_.clear();
  triangles.clear();
  for (const Surface* surface : surfaces) {
    first_triangle_.push_back(checked(triangles.size(), 1, "triangles"));
    known_.push_back(surface->triangles);
    if (surface->triangles)
      for (const Triangle& t : *surface->triangles)
        triangles.push_back({{t[0], t[1], t[2]}});
  }
}

PairView BatchArrays::view_of(const ldi::Grid& grid) {
  PairView view{};
  view.depth_rounder = grid.depth_rounder;
  view.along_world = grid.frame.along_world;
  for (int k = 0; k < 3; ++k) {
    view.axis[k] = grid.axis[static_cast<std::size_t>(k)];
    view.minimum[k] = grid.region.minimum[k];
    view.pixel_size[k] = grid.pixel_size[k];
    for (int j = 0; j < 3; ++j)
      view.axes[j][k] = grid.frame.axes(j, k);
  }
  for (int direction = 0; direction < 3; ++direction) {
    const ldi::View along(direction);
    const ldi::DepthRange within = ldi::depths_within(grid, direction);
    view.depth_from[direction] = within.from;
    view.depth_to[direction] = within.to;
    ImageView& image = view.image[direction];
    image.width = grid.region.pixels[static_cast<std::size_t>(along.u)];
    image.height = grid.region.pixels[static_cast<std::size_t>(along.v)];
    image.first_column = columns;
    image.first_shift = static_cast<std::uint32_t>(shifts.size());
    const std::uint64_t size =
        static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
    columns = checked(columns + size, 1, "columns");
    image.first_row = rows;
    rows += static_cast<std::uint32_t>(image.height);
    const std::vector<std::int16_t>& of_rows = grid.row_shifts[static_cast<std::size_t>(along.v)];
    shifts.insert(shifts.end(), of_rows.begin(), of_rows.begin() + image.height);
  }
  return view;
}

void BatchArrays::lay_cells(const ldi::CellLayout& layout, bool with_cells, PairView& view) {
  for (std::size_t k = 0; k < 3; ++k) {
    view.cells[k] = static_cast<std::uint32_t>(layout.count[k]);
    view.first_plane[k] = static_cast<std::uint32_t>(planes.size());
    planes.insert(planes.end(), layout.planes[k].begin(), layout.planes[k].end());
  }
  const std::uint32_t total = view.cells[0] * view.cells[1] * view.cells[2];
  view.first_group = groups_;
  groups_ = checked(std::uint64_t{groups_} + 2 * total, 1, "cells");
  const bool summed = with_cells && total > 1;
  for (int direction = 0; direction < 3; ++direction) {
    ImageView& image = view.image[direction];
    const std::uint64_t of_row = total / view.cells[(direction + 2) % 3];
    image.first_row_cell = row_cells;
    image.first_cell = cells;
    if (!summed)
      continue;
    row_cells = checked(row_cells + of_row * static_cast<std::uint64_t>(image.height), 1, "cells");
    cells = checked(std::uint64_t{cells} + total, 1, "cells");
  }
}

void BatchArrays::add_parts(std::span<const Surface* const> surfaces, const PairPlan& plan,
                            std::uint32_t pair) {
  for (std::uint32_t body = 0; body < 2; ++body) {
    const std::uint32_t index = plan.surface[body];
    const Surface& surface = *surfaces[index];
    const std::uint32_t count = static_cast<std::uint32_t>(surface.triangles->size());
    pairs[pair].winding_at_infinity[body] = surface.winding_at_infinity;
    parts.push_back({pair, body, first_vertex_[index], first_triangle_[index], count, items});
    part_vertices.push_back(static_cast<std::uint32_t>(surface.places().size()));
    items = checked(std::uint64_t{items} + count, 3, "triangles");
  }
}

} // namespace lamina::gpu
