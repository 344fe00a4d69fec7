#include "tests/contact/ldi/exact_volume.h"

#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>

#include <stdexcept>

namespace lamina::test {

namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Mesh = CGAL::Surface_mesh<Kernel::Point_3>;

Mesh exact_mesh(const TriangleMesh& mesh) {
  Mesh result;
  for (const Vec3& v : mesh.vertices)
    result.add_vertex({v[0], v[1], v[2]});
  for (const Triangle& t : mesh.triangles)
    result.add_face(Mesh::Vertex_index(t[0]), Mesh::Vertex_index(t[1]), Mesh::Vertex_index(t[2]));
  return result;
}

} // namespace

double exact_intersection_volume(const TriangleMesh& a, const TriangleMesh& b) {
  Mesh mesh_a = exact_mesh(a), mesh_b = exact_mesh(b), both;
  if (!CGAL::Polygon_mesh_processing::corefine_and_compute_intersection(mesh_a, mesh_b, both))
    throw std::runtime_error("the meshes cannot be intersected");
  return CGAL::to_double(CGAL::Polygon_mesh_processing::volume(both));
}

} // namespace lamina::test
