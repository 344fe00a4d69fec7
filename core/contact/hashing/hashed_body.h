#pragma once

#include "core/contact/tetrahedra/neighbours.h"
#include "core/contact/tetrahedra/solid_exit.h"
#include "core/contact/tetrahedra/tet_hash.h"
#include "core/contact/vertex_fans.h"
#include "core/shape/surface.h"

#include <memory>
#include <vector>

namespace lamina::hashing {

inline constexpr std::uint32_t no_vertex = ~std::uint32_t{0};

/// What the method needs of one body, kept from step to step. A body whose surface is the boundary of its
/// tetrahedra has all nodes as points. Of any other body the vertices of its surface are, and it counts as
/// one without tetrahedra: those of a lattice reach beyond the surface. The hash is given the vertices alone.
class HashedBody {
public:
  /// Takes a surface and, if it conforms, a solid, whose boundary is put where the surface lies. They stay
  /// while this is used.
  void update(const Surface& surface, const Solid& solid);

  bool has_tetrahedra() const { return !solid_.tetrahedra.empty(); }
  const Solid& solid() const { return solid_; } ///< empty where it has none
  tetrahedra::HashPoints vertices() const { return {surface_->positions, solid_.node_of_vertex}; }
  std::size_t point_count() const { return points_.size(); }
  const Vec3& point(std::uint32_t index) const { return points_[index]; }
  std::uint32_t point_of(std::uint32_t vertex) const {
    return has_tetrahedra() ? solid_.node_of_vertex[vertex] : vertex;
  }
  std::uint32_t vertex_of(std::uint32_t point) const { ///< no_vertex for inner nodes
    return has_tetrahedra() ? vertex_of_node_[point] : point;
  }
  const tetrahedra::Neighbours& neighbours() const { return neighbours_; } ///< of the points
  const tetrahedra::SolidFaces& faces() const { return faces_; }

  const Surface& surface() const { return *surface_; }
  const Triangle& triangle(std::uint32_t index) const { return (*triangles_)[index]; }
  Vec3 unit_normal(std::uint32_t triangle) const; ///< nought without area
  const VertexFans& fans() const { return fans_; }
  /// Surface of a vertex that is seen from outside against a unit direction, m².
  double area_along(std::uint32_t vertex, const Vec3& direction) const {
    return fans_.area_along(vertex, surface_->positions, direction);
  }
  /// By what a surface overlaps itself at rest there, m.
  double rest_overlap(std::uint32_t vertex) const {
    return surface_->self_offset ? static_cast<double>((*surface_->self_offset)[vertex]) : 0;
  }

private:
  void take_topology(const Surface& surface, const Solid& solid);

  // By these it is known whether the topology is still the same; the triangles are held, so that no others
  // can come to lie there.
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  const Tetrahedron* tetrahedra_ = nullptr;
  std::size_t tetrahedron_count_ = 0;
  std::array<std::uint64_t, 2> topology_{};

  const Surface* surface_ = nullptr;
  Solid solid_;
  std::vector<Vec3> points_;
  std::vector<std::uint32_t> vertex_of_node_;
  tetrahedra::Neighbours neighbours_;
  tetrahedra::SolidFaces faces_;
  VertexFans fans_;
};

} // namespace lamina::hashing
