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

void BatchArrays::fill(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans) {
  take_surfaces(surfaces);
  pairs.clear();
  parts.clear();
  shifts.clear();
  items = columns = 0;
  for (std::uint32_t p = 0; p < plans.size(); ++p) {
    pairs.push_back(view_of(*plans[p].grid));
    add_parts(surfaces, plans[p], p);
  }
}

void BatchArrays::take_surfaces(std::span<const Surface* const> surfaces) {
  first_vertex_.clear();
  positions.clear();
  for (const Surface* surface : surfaces) {
    first_vertex_.push_back(checked(positions.size() / 3, 1, "vertices"));
    for (const Vec3& p : surface->positions)
      positions.insert(positions.end(), {p[0], p[1], p[2]});
  }
  bool known = known_.size() == surfaces.size();
  for (std::size_t i = 0; known && i < surfaces.size(); ++i)
    known = known_[i] == surfaces[i]->triangles;
  new_triangles_ = !known;
  if (!known)
    take_triangles(surfaces);
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
    const std::vector<std::int16_t>& of_rows = grid.row_shifts[static_cast<std::size_t>(along.v)];
    shifts.insert(shifts.end(), of_rows.begin(), of_rows.begin() + image.height);
  }
  return view;
}

void BatchArrays::add_parts(std::span<const Surface* const> surfaces, const PairPlan& plan,
                            std::uint32_t pair) {
  for (std::uint32_t body = 0; body < 2; ++body) {
    const std::uint32_t index = plan.surface[body];
    const Surface& surface = *surfaces[index];
    const std::uint32_t count = static_cast<std::uint32_t>(surface.triangles->size());
    pairs[pair].winding_at_infinity[body] = surface.winding_at_infinity;
    parts.push_back({pair, body, first_vertex_[index], first_triangle_[index], count, items});
    items = checked(std::uint64_t{items} + count, 3, "triangles");
  }
}

} // namespace lamina::gpu
