#include "core/contact/ldi/stages/batch_vertices.h"

#include <limits>
#include <string>

namespace lamina::ldi {

std::uint32_t batch_number(std::uint64_t sum, std::uint64_t times, const char* what) {
  if (sum * times > std::numeric_limits<std::uint32_t>::max())
    throw DeviceError(std::string("the scene has too many ") + what + " for one batch");
  return static_cast<std::uint32_t>(sum);
}

void BatchVertices::take(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans) {
  number(surfaces);
  take_positions(surfaces);
  moved.clear();
  moved_to.clear();
  taken_.assign(first_placed_, 0);
  for (const PairPlan& plan : plans)
    for (std::size_t body = 0; body < 2; ++body)
      if (const std::uint32_t s = plan.surface[body]; !surfaces[s]->rest)
        take_moved(*surfaces[s], first_[s], plan.meshlets[body]);
}

void BatchVertices::number(std::span<const Surface* const> surfaces) {
  first_.assign(surfaces.size(), 0);
  std::uint64_t next = 0;
  for (const bool rigid : {false, true}) {
    if (rigid)
      first_placed_ = static_cast<std::uint32_t>(next);
    for (std::size_t s = 0; s < surfaces.size(); ++s)
      if ((surfaces[s]->rest != nullptr) == rigid) {
        first_[s] = static_cast<std::uint32_t>(next);
        next = batch_number(next + surfaces[s]->vertex_positions().size(), 1, "vertices");
      }
  }
  count_ = static_cast<std::uint32_t>(next);
}

void BatchVertices::take_positions(std::span<const Surface* const> surfaces) {
  placed.clear();
  bool known = true;
  for (std::size_t s = 0; s < surfaces.size(); ++s) {
    const Surface& surface = *surfaces[s];
    if (!surface.rest)
      continue;
    known = known && placed.size() < known_rest_.size() && known_rest_[placed.size()] == surface.rest;
    placed.push_back({surface.place, first_[s] - first_placed_, 0});
  }
  new_rest_ = !known || placed.size() != known_rest_.size();
  if (new_rest_)
    take_rest(surfaces);
}

void BatchVertices::take_rest(std::span<const Surface* const> surfaces) {
  known_rest_.clear();
  rest.clear();
  for (const Surface* surface : surfaces) {
    if (!surface->rest)
      continue;
    known_rest_.push_back(surface->rest);
    for (const Vec3& p : *surface->rest)
      rest.insert(rest.end(), {p[0], p[1], p[2]});
  }
}

void BatchVertices::take_moved(const Surface& surface, std::uint32_t first, NearMeshlets meshlets) {
  const VertexPositions positions = surface.vertex_positions();
  if (!meshlets) {
    for (std::uint32_t v = 0; v < positions.size(); ++v)
      move(positions, first, v);
    return;
  }
  for (const std::uint32_t meshlet : *meshlets)
    for (const std::uint32_t v : surface.meshlets->vertices(meshlet))
      move(positions, first, v);
}

/// Vertices on the border of meshlets are in more than one, and surfaces in more than one pair.
void BatchVertices::move(const VertexPositions& positions, std::uint32_t first, std::uint32_t vertex) {
  if (taken_[first + vertex])
    return;
  taken_[first + vertex] = 1;
  const Vec3 p = positions[vertex];
  moved.insert(moved.end(), {p[0], p[1], p[2]});
  moved_to.push_back(first + vertex);
}

} // namespace lamina::ldi
