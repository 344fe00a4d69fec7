#include "core/mesh/procedural.h"

#include "core/mesh/cell_grid.h"
#include "core/mesh/edge_search.h"
#include "core/mesh/revolve.h"

#include <numbers>

namespace lamina {

namespace {

using std::numbers::pi;

TriangleMesh named(TriangleMesh mesh, const char* name) {
  mesh.name = name;
  return mesh;
}

SectionPiece arc(SectionPoint centre, double radius, double from, double to, std::size_t least_parts) {
  return {radius * std::abs(to - from), least_parts, [=](double t) {
            const double angle = (1 - t) * from + t * to;
            return SectionPoint{centre.radius + radius * std::cos(angle),
                                centre.height + radius * std::sin(angle)};
          }};
}

/// The same arc with an end exactly on the axis, where rounding would leave a hair's breadth.
SectionPiece arc_on_axis(SectionPoint centre, double radius, double from, double to,
                         std::size_t least_parts) {
  SectionPiece piece = arc(centre, radius, from, to, least_parts);
  return {piece.length, piece.least_parts, [at = piece.at](double t) {
            const SectionPoint point = at(t);
            return SectionPoint{std::max(point.radius, 0.0), point.height};
          }};
}

} // namespace

TriangleMesh make_box(const Vec3& size, std::size_t triangles) {
  CellGrid grid;
  for (int axis = 0; axis < 3; ++axis)
    grid.planes[static_cast<std::size_t>(axis)] = {-size[axis] / 2, size[axis] / 2};
  grid.solid = {true};
  return named(boundary_of_cells(grid, triangles), "box");
}

TriangleMesh make_table(const Vec3& size, double top_thickness, double leg_width, std::size_t triangles) {
  const Vec3 half = size / 2;
  CellGrid grid;
  grid.planes[0] = {-half.x(), -half.x() + leg_width, half.x() - leg_width, half.x()};
  grid.planes[1] = {-half.y(), half.y() - top_thickness, half.y()};
  grid.planes[2] = {-half.z(), -half.z() + leg_width, half.z() - leg_width, half.z()};
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 3; ++x)
        grid.solid.push_back(y == 1 || (x != 1 && z != 1));
  return named(boundary_of_cells(grid, triangles), "table");
}

TriangleMesh make_torus(double radius, double tube_radius, std::size_t triangles) {
  return named(revolve({arc({radius, 0}, tube_radius, 0, 2 * pi, 3)}, true, triangles), "torus");
}

TriangleMesh make_bowl(double radius, double height, double thickness, std::size_t triangles) {
  // Both spheres have their centre at the outer radius above the bottom; the rim is where the plane y =
  // height cuts.
  const SectionPoint centre = {0, radius};
  const double outer_angle = std::asin((height - radius) / radius);
  const double inner_angle = std::asin((height - radius) / (radius - thickness));
  const SectionPiece outside = arc_on_axis(centre, radius, -pi / 2, outer_angle, 3);
  const SectionPiece inside = arc_on_axis(centre, radius - thickness, inner_angle, -pi / 2, 3);
  const SectionPiece rim = straight({outside.at(1).radius, height}, {inside.at(0).radius, height});
  return named(revolve({outside, rim, inside}, false, triangles), "bowl");
}

TriangleMesh make_cylinder(double radius, double height, std::size_t triangles) {
  const double half = height / 2;
  return named(revolve({straight({0, -half}, {radius, -half}), straight({radius, -half}, {radius, half}),
                        straight({radius, half}, {0, half})},
                       false, triangles),
               "cylinder");
}

TriangleMesh make_top(double radius, double height, double stem, std::size_t triangles) {
  const double stem_radius = radius / 8;
  return named(revolve({straight({0, 0}, {radius, height}), straight({radius, height}, {stem_radius, height}),
                        straight({stem_radius, height}, {stem_radius, height + stem}),
                        straight({stem_radius, height + stem}, {0, height + stem})},
                       false, triangles),
               "top");
}

TriangleMesh make_ground(double size, std::size_t triangles) {
  TriangleMesh mesh;
  mesh.name = "ground";
  const auto parts =
      static_cast<std::uint32_t>(part_count(std::sqrt(static_cast<double>(triangles) / 2), 1, 1));
  for (std::uint32_t j = 0; j <= parts; ++j)
    for (std::uint32_t i = 0; i <= parts; ++i)
      mesh.vertices.emplace_back(size * (static_cast<double>(i) / parts - 0.5), 0,
                                 size * (static_cast<double>(j) / parts - 0.5));
  for (std::uint32_t j = 0; j < parts; ++j) {
    for (std::uint32_t i = 0; i < parts; ++i) {
      const std::uint32_t a = j * (parts + 1) + i, b = a + 1, c = a + parts + 1, d = c + 1;
      mesh.triangles.push_back({a, c, d});
      mesh.triangles.push_back({a, d, b});
    }
  }
  return mesh;
}

} // namespace lamina
