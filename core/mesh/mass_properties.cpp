#include "core/mesh/mass_properties.h"

namespace lamina {

MassProperties mass_properties(const TriangleMesh& mesh) {
  // Each triangle spans a signed tetrahedron with the reference point; cubic polynomials integrate exactly
  // over it.
  const Vec3 reference = mesh.vertices.empty() ? Vec3::Zero() : bounds(mesh).centre();
  double six_volumes = 0;
  Vec3 first_moment = Vec3::Zero();
  Mat3 second_moment = Mat3::Zero();
  for (const Triangle& triangle : mesh.triangles) {
    const Vec3 a = mesh.vertices[triangle[0]] - reference;
    const Vec3 b = mesh.vertices[triangle[1]] - reference;
    const Vec3 c = mesh.vertices[triangle[2]] - reference;
    const Vec3 sum = a + b + c;
    const double determinant = a.dot(b.cross(c));
    six_volumes += determinant;
    first_moment += determinant * sum;
    second_moment +=
        determinant * (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
  }
  MassProperties result;
  result.volume = six_volumes / 6;
  if (result.volume == 0) {
    result.centre = reference;
    return result;
  }

  // From the reference point to the centre of mass (parallel axes), then from second moments to inertia.
  const Vec3 offset = first_moment / 24 / result.volume;
  result.centre = reference + offset;
  const Mat3 central = second_moment / 120 - result.volume * offset * offset.transpose();
  result.inertia = central.trace() * Mat3::Identity() - central;
  return result;
}

double surface_area(const TriangleMesh& mesh) {
  double twice = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3& a = mesh.vertices[t[0]];
    twice += (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).norm();
  }
  return 0.5 * twice;
}

} // namespace lamina
