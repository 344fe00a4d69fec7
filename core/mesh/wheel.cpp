#include "core/mesh/edge_search.h"
#include "core/mesh/procedural.h"
#include "core/mesh/revolve.h"

#include <cmath>
#include <numbers>

namespace lamina {

namespace {

using std::numbers::pi;

struct Wheel {
  double radius;
  int sides;
  double bulge, thickness;

  double half_side() const { return radius * std::sin(pi / sides); }
  std::size_t side_parts(double edge) const { return part_count(2 * half_side(), edge, 2); }
  std::size_t radial_parts(double edge) const { return part_count(radius, edge, 1); }
  std::size_t axial_parts(double edge) const { return part_count(thickness, edge, 1); }
};

/// A point of a side that faces along x, its share t of the way from one corner (−1) to the other (1).
Vec3 point_of_side(const Wheel& wheel, double t) {
  const double half = wheel.half_side(), apothem = wheel.radius * std::cos(pi / wheel.sides);
  if (wheel.bulge == 0)
    return {apothem, 0, -t * half};

  // The arc through both corners and the middle of the side; its radius is negative where it is hollow.
  const double arc_radius = (half * half / wheel.bulge + wheel.bulge) / 2;
  const double angle = t * std::asin(half / arc_radius);
  return {apothem + wheel.bulge - arc_radius * (1 - std::cos(angle)), 0, -arc_radius * std::sin(angle)};
}

/// The outline in the plane y = 0, by rising angle, each side in so many parts.
std::vector<Vec3> wheel_outline(const Wheel& wheel, std::size_t parts) {
  std::vector<Vec3> points;
  for (int side = 0; side < wheel.sides; ++side) {
    const Eigen::AngleAxisd turn(2 * pi * side / wheel.sides, Vec3::UnitY());
    for (std::size_t k = 0; k < parts; ++k)
      points.emplace_back(turn *
                          point_of_side(wheel, 2 * static_cast<double>(k) / static_cast<double>(parts) - 1));
  }
  return points;
}

/// From the axis along the lower face, up the rim and back along the upper face.
std::vector<Vec3> wheel_section(const Wheel& wheel, const Vec3& rim, double edge) {
  const std::size_t radial = wheel.radial_parts(edge), axial = wheel.axial_parts(edge);
  const Vec3 half = Vec3::UnitY() * (wheel.thickness / 2);
  const auto share = [](std::size_t k, std::size_t parts) {
    return static_cast<double>(k) / static_cast<double>(parts);
  };
  std::vector<Vec3> section;
  for (std::size_t k = 0; k < radial; ++k)
    section.emplace_back(share(k, radial) * rim - half);
  for (std::size_t k = 0; k < axial; ++k)
    section.emplace_back(rim + (2 * share(k, axial) - 1) * half);
  for (std::size_t k = radial; k > 0; --k)
    section.emplace_back(share(k, radial) * rim + half);
  section.push_back(half);
  return section;
}

} // namespace

TriangleMesh make_wheel(double radius, int sides, double bulge, double thickness, std::size_t triangles) {
  const Wheel wheel = {radius, sides, bulge, thickness};
  const auto miss = [&](double edge) {
    const std::size_t points = static_cast<std::size_t>(sides) * wheel.side_parts(edge);
    const std::size_t between = 2 * (2 * wheel.radial_parts(edge) + wheel.axial_parts(edge) - 1);
    return std::abs(static_cast<double>(points * between) - static_cast<double>(triangles));
  };
  const double area = 2 * pi * radius * (radius + thickness);
  const double edge = best_edge(std::sqrt(2 * area / static_cast<double>(triangles)), miss);

  std::vector<std::vector<Vec3>> sections;
  for (const Vec3& rim : wheel_outline(wheel, wheel.side_parts(edge)))
    sections.push_back(wheel_section(wheel, rim, edge));
  TriangleMesh mesh = join_sections(sections, false);
  mesh.name = "wheel";
  return mesh;
}

} // namespace lamina
