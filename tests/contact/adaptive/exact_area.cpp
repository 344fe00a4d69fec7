#include "tests/contact/adaptive/exact_area.h"

#include "core/mesh/procedural.h"

#include <vector>

namespace lamina::test {

namespace {

/// A polygon, cut by the half-spaces that a convex solid's faces bound.
std::vector<Vec3> clipped(std::vector<Vec3> polygon, const TriangleMesh& convex) {
  for (const Triangle& t : convex.triangles) {
    const Vec3 corner = convex.vertices[t[0]],
               out = (convex.vertices[t[1]] - corner).cross(convex.vertices[t[2]] - corner);
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vec3 &here = polygon[i], &next = polygon[(i + 1) % polygon.size()];
      const double beyond = out.dot(here - corner), next_beyond = out.dot(next - corner);
      if (beyond <= 0)
        kept.push_back(here);
      if ((beyond <= 0) != (next_beyond <= 0))
        kept.push_back(here + beyond / (beyond - next_beyond) * (next - here));
    }
    polygon = kept;
  }
  return polygon;
}

} // namespace

ExactArea exact_area_within(const TriangleMesh& a, const TriangleMesh& convex) {
  ExactArea sum;
  for (const Triangle& t : a.triangles) {
    const std::vector<Vec3> polygon = clipped({a.vertices[t[0]], a.vertices[t[1]], a.vertices[t[2]]}, convex);
    for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
      const Vec3 area = 0.5 * (polygon[i] - polygon[0]).cross(polygon[i + 1] - polygon[0]);
      sum.vector += area;
      sum.moment += area * ((polygon[0] + polygon[i] + polygon[i + 1]) / 3).transpose();
    }
  }
  return sum;
}

TriangleMesh random_convex(Dice& dice) {
  const Vec3 size(dice.within(0.4, 1.2), dice.within(0.4, 1.2), dice.within(0.4, 1.2));
  const double kind = dice.within(0, 3);
  TriangleMesh mesh = kind < 1   ? make_box(size)
                      : kind < 2 ? make_sphere(0.5 * size.x(), 80)
                                 : make_cylinder(0.5 * size.x(), size.y(), 24);
  const bool turned = dice.within(0, 6) > 1;
  return placed(mesh, {dice.vector(0.2), turned ? dice.turn() : Quat::Identity()});
}

} // namespace lamina::test
