#pragma once

#include "core/contact/adaptive/neighbours.h"
#include "core/contact/ldi/region/meshlet_culling.h"
#include "core/shape/surface.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// Triangles of a surface, and how they lie beside one another.
struct SurfacePart {
  const Surface* surface = nullptr;
  std::vector<std::uint32_t> triangles; ///< in the order of their meshlets, or all, ascending
  Neighbours neighbours;                ///< of those, by their places in the list
  bool closed = true;                   ///< no side of the surface is open
  /// Per view direction: what lies beyond these ends of the region is in the list.
  std::array<ldi::KnownEnds, 3> ends{};
};

/// All triangles. The surface must stay.
SurfacePart whole_surface(const Surface& surface);

/// How the triangles of a surface lie beside one another, kept while they stay the same.
class SurfaceSides {
public:
  void update(const Surface& surface);
  const Neighbours& neighbours() const { return neighbours_; }
  bool closed() const { return closed_; }

private:
  std::shared_ptr<const std::vector<Triangle>> triangles_; ///< that they were found for
  Neighbours neighbours_;
  bool closed_ = true;
};

/// Takes the triangles of the meshlets that columns of a box can meet. Memory is reused.
class PartTaker {
public:
  /// `sides` are those of the surface of the meshlets, which must stay.
  void take(const ldi::CulledMeshlets& near, const SurfaceSides& sides, SurfacePart& part) {
    take(near, near.meshlets, sides, part);
  }
  /// Some of those meshlets, ascending.
  void take(const ldi::CulledMeshlets& near, std::span<const std::uint32_t> meshlets,
            const SurfaceSides& sides, SurfacePart& part);

private:
  std::vector<std::uint32_t> place_; ///< per triangle of the surface: in the list, or left_out
};

} // namespace lamina::adaptive
