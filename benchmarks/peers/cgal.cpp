#include "benchmarks/peers/peer.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/version.h>

#include <stdexcept>

namespace lamina::bench {

namespace {

namespace pmp = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

Mesh mesh_of(const Surface& surface) {
  Mesh mesh;
  const VertexPositions positions = surface.vertex_positions();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 v = positions[i];
    mesh.add_vertex({v[0], v[1], v[2]});
  }
  for (const Triangle& t : *surface.triangles)
    mesh.add_face(Mesh::Vertex_index(t[0]), Mesh::Vertex_index(t[1]), Mesh::Vertex_index(t[2]));
  return mesh;
}

class CgalWork : public PeerWork {
public:
  /// Corefinement cuts its inputs, so it gets new ones each time; making them is not timed.
  void take(const MovedBodies& bodies) override {
    bunny_ = mesh_of(bunny_of(bodies));
    cube_ = mesh_of(cube_of(bodies));
  }

  double work(int) override {
    Mesh both;
    if (!pmp::corefine_and_compute_intersection(bunny_, cube_, both))
      throw std::runtime_error("the intersection is not a manifold");
    return pmp::volume(both);
  }

private:
  Mesh bunny_, cube_;
};

} // namespace

Peer cgal_peer() {
  Peer peer{cgal_description(),
            [](const MovedBodies&) -> std::unique_ptr<PeerWork> { return std::make_unique<CgalWork>(); }};
  peer.description.version = CGAL_VERSION_STR;
  return peer;
}

} // namespace lamina::bench
