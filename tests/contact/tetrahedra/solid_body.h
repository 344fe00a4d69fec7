#pragma once

#include "core/mesh/tet_surface.h"
#include "core/shape/collision_shapes.h"
#include "tests/contact/contact_support.h"
#include "tests/mesh/tet_support.h"

#include <memory>
#include <numeric>

namespace lamina::test {

/// A body cut into tetrahedra whose surface is their boundary.
struct SolidBody {
  TetMesh mesh;
  std::vector<std::uint32_t> node_of_vertex;
  Surface surface;

  explicit SolidBody(TetMesh tets) : mesh(std::move(tets)) {
    surface = surface_of(boundary_surface(mesh, node_of_vertex), {}, false);
  }
  Solid solid() const { return {mesh.nodes, mesh.tetrahedra, node_of_vertex}; }
  /// Moves every node.
  template <class Where>
  void move(const Where& where) {
    for (Vec3& node : mesh.nodes)
      node = where(node);
    surface.bounds = {};
    for (std::size_t v = 0; v < node_of_vertex.size(); ++v) {
      surface.positions[v] = mesh.nodes[node_of_vertex[v]];
      surface.bounds.include(surface.positions[v]);
    }
  }
};

/// A ball of this radius about the origin: a cube of n cells a side, drawn out to it.
inline SolidBody tet_ball(std::uint32_t n, double radius) {
  SolidBody ball(tet_box(n, Vec3::Constant(2)));
  ball.move([&](const Vec3& node) -> Vec3 {
    const Vec3 p = node - Vec3::Ones();
    const double length = p.norm();
    return length > 0 ? Vec3(radius * p.cwiseAbs().maxCoeff() / length * p) : p;
  });
  return ball;
}

} // namespace lamina::test
