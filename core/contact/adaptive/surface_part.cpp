#include "core/contact/adaptive/surface_part.h"

#include <algorithm>
#include <numeric>

namespace lamina::adaptive {

namespace {

bool has_no_open_side(const Neighbours& neighbours) {
  return std::none_of(neighbours.begin(), neighbours.end(), [](const auto& across) {
    return std::find(across.begin(), across.end(), open_side) != across.end();
  });
}

} // namespace

SurfacePart whole_surface(const Surface& surface) {
  SurfacePart part;
  part.surface = &surface;
  part.triangles.resize(surface.triangles->size());
  std::iota(part.triangles.begin(), part.triangles.end(), 0u);
  part.neighbours = neighbours_of(*surface.triangles);
  part.closed = has_no_open_side(part.neighbours);
  return part;
}

void SurfaceSides::update(const Surface& surface) {
  if (triangles_ == surface.triangles)
    return;
  triangles_ = surface.triangles;
  neighbours_ = triangles_ ? neighbours_of(*triangles_) : Neighbours{};
  closed_ = has_no_open_side(neighbours_);
}

void PartTaker::take(const ldi::CulledMeshlets& near, std::span<const std::uint32_t> meshlets,
                     const SurfaceSides& sides, SurfacePart& part) {
  part.surface = &near.surface();
  part.closed = sides.closed();
  part.ends = near.ends;
  part.triangles.clear();
  for (const std::uint32_t meshlet : meshlets)
    for (const std::uint32_t triangle : near.groups().triangles(meshlet))
      part.triangles.push_back(triangle);

  if (place_.size() < part.surface->triangles->size())
    place_.resize(part.surface->triangles->size(), left_out);
  for (std::size_t i = 0; i < part.triangles.size(); ++i)
    place_[part.triangles[i]] = static_cast<std::uint32_t>(i);
  part.neighbours.clear();
  for (const std::uint32_t triangle : part.triangles) {
    std::array<std::uint32_t, 3> across = sides.neighbours()[triangle];
    for (std::uint32_t& other : across)
      if (other < left_out)
        other = place_[other];
    part.neighbours.push_back(across);
  }
  for (const std::uint32_t triangle : part.triangles)
    place_[triangle] = left_out;
}

} // namespace lamina::adaptive
