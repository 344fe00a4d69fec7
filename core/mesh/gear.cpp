#include "core/mesh/edge_search.h"
#include "core/mesh/procedural.h"
#include "core/mesh/revolve.h"

#include <array>
#include <numbers>

namespace lamina {

namespace {

using std::numbers::pi;

struct Gear {
  double outer_radius, root_radius, bore_radius, thickness;
  int teeth;

  double mean_radius() const { return (outer_radius + root_radius) / 2; }
  std::size_t radial_parts(double edge) const { return part_count(mean_radius() - bore_radius, edge, 1); }
  std::size_t axial_parts(double edge) const { return part_count(thickness, edge, 1); }
};

Vec3 at_angle(double radius, double angle) {
  return {radius * std::cos(angle), 0, -radius * std::sin(angle)};
}

/// One piece of a tooth's outline, between two fractions of the pitch: arcs on the root and outer circles,
/// straight flanks between them.
struct ToothPiece {
  double from, to;
  double from_radius, to_radius;
};

/// The outline in the plane y = 0, by rising angle, in parts of about `edge` (m).
std::vector<Vec3> outline(const Gear& gear, double edge) {
  const double root = gear.root_radius, outer = gear.outer_radius, pitch = 2 * pi / gear.teeth;
  const std::array<ToothPiece, 4> pieces = {
      {{0, 0.3, root, root}, {0.3, 0.45, root, outer}, {0.45, 0.85, outer, outer}, {0.85, 1, outer, root}}};
  std::vector<Vec3> points;
  for (int tooth = 0; tooth < gear.teeth; ++tooth) {
    for (const ToothPiece& piece : pieces) {
      const double from = pitch * (tooth + piece.from), to = pitch * (tooth + piece.to);
      const Vec3 first = at_angle(piece.from_radius, from), last = at_angle(piece.to_radius, to);
      const bool is_arc = piece.from_radius == piece.to_radius;
      const std::size_t parts =
          part_count(is_arc ? piece.from_radius * (to - from) : (last - first).norm(), edge, 1);
      for (std::size_t k = 0; k < parts; ++k) {
        const double t = static_cast<double>(k) / static_cast<double>(parts);
        points.push_back(is_arc ? at_angle(piece.from_radius, (1 - t) * from + t * to)
                                : Vec3((1 - t) * first + t * last));
      }
    }
  }
  return points;
}

/// The rectangle between the bore and a point of the outline, as a ring of points.
std::vector<Vec3> section_at(const Gear& gear, const Vec3& outer, double edge) {
  const Vec3 inner = outer.normalized() * gear.bore_radius, half = Vec3::UnitY() * (gear.thickness / 2);
  const std::array<Vec3, 5> corners = {inner - half, outer - half, outer + half, inner + half, inner - half};
  std::vector<Vec3> section;
  for (std::size_t side = 0; side < 4; ++side) {
    const std::size_t parts = side % 2 == 0 ? gear.radial_parts(edge) : gear.axial_parts(edge);
    for (std::size_t k = 0; k < parts; ++k) {
      const double t = static_cast<double>(k) / static_cast<double>(parts);
      section.emplace_back((1 - t) * corners[side] + t * corners[side + 1]);
    }
  }
  return section;
}

} // namespace

TriangleMesh make_gear(double outer_radius, double root_radius, double bore_radius, double thickness,
                       int teeth, std::size_t triangles) {
  const Gear gear = {outer_radius, root_radius, bore_radius, thickness, teeth};
  const auto miss = [&](double edge) {
    const std::size_t sections = outline(gear, edge).size();
    const std::size_t count = 4 * sections * (gear.radial_parts(edge) + gear.axial_parts(edge));
    return std::abs(static_cast<double>(count) - static_cast<double>(triangles));
  };
  const double mean = gear.mean_radius();
  const double area = 2 * pi * (mean * mean - bore_radius * bore_radius + (mean + bore_radius) * thickness);
  const double edge = best_edge(std::sqrt(2 * area / static_cast<double>(triangles)), miss);

  std::vector<std::vector<Vec3>> sections;
  for (const Vec3& outer : outline(gear, edge))
    sections.push_back(section_at(gear, outer, edge));
  TriangleMesh mesh = join_sections(sections, true);
  mesh.name = "gear";
  return mesh;
}

} // namespace lamina
