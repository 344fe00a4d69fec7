#include "core/mesh/edge_search.h"
#include "core/mesh/procedural.h"
#include "core/mesh/revolve.h"

#include <algorithm>
#include <array>
#include <cmath>
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

/// tan φ − φ: how far an involute has turned where its pressure angle is φ.
double involute(double angle) {
  return std::tan(angle) - angle;
}

/// Half of the angle that a tooth takes at a radius. Its flanks are involutes, by the usual proportions: at
/// the pitch circle, four ninths from the tips, teeth and gaps are alike but for the play. Below the circle
/// that the involutes unwind from, flanks are radial but for a slight taper, which keeps their points apart
/// at the bore.
double half_tooth(const Gear& gear, double radius) {
  constexpr double pressure_angle = 20 * pi / 180, play = 0.06, above_pitch = 1 / 2.25, taper = 0.02;
  constexpr double least = 0.04, most = 0.46; // of the pitch, so that tips and gaps remain whatever the radii
  const double pitch_radius = gear.outer_radius - above_pitch * (gear.outer_radius - gear.root_radius);
  const double base_radius = pitch_radius * std::cos(pressure_angle), pitch = 2 * pi / gear.teeth;
  const double turned = std::acos(std::min(1.0, base_radius / radius));
  const double half = pitch / 4 * (1 - play) + involute(pressure_angle) - involute(turned);
  return std::clamp(half, least * pitch, most * pitch) + taper * (1 - radius / gear.outer_radius);
}

/// A point on a flank of the tooth about angle 0: its radius, and half of the tooth's angle there.
struct FlankPoint {
  double radius, half;
};

/// From the root upwards.
std::vector<FlankPoint> flank(const Gear& gear) {
  constexpr int parts = 3;
  std::vector<FlankPoint> points;
  for (int k = 0; k <= parts; ++k) {
    const double radius = std::lerp(gear.root_radius, gear.outer_radius, static_cast<double>(k) / parts);
    points.push_back({radius, half_tooth(gear, radius)});
  }
  return points;
}

/// One piece of the outline, an arc or a straight line.
struct Piece {
  double from_radius, from, to_radius, to; ///< m, rad
};

/// Of the tooth about angle 0, and of the gap after it. `points`: of a flank, from the root upwards.
std::vector<Piece> tooth_pieces(const std::vector<FlankPoint>& points, double pitch) {
  const FlankPoint &root = points.front(), &tip = points.back();
  std::vector<Piece> pieces;
  for (std::size_t k = 0; k + 1 < points.size(); ++k)
    pieces.push_back({points[k].radius, -points[k].half, points[k + 1].radius, -points[k + 1].half});
  pieces.push_back({tip.radius, -tip.half, tip.radius, tip.half});
  for (std::size_t k = points.size() - 1; k > 0; --k)
    pieces.push_back({points[k].radius, points[k].half, points[k - 1].radius, points[k - 1].half});
  pieces.push_back({root.radius, root.half, root.radius, pitch - root.half});
  return pieces;
}

/// The outline in the plane y = 0, by rising angle, in parts of about `edge` (m). A gap begins at angle 0.
std::vector<Vec3> outline(const Gear& gear, double edge) {
  const double pitch = 2 * pi / gear.teeth;
  const std::vector<Piece> pieces = tooth_pieces(flank(gear), pitch);
  std::vector<Vec3> points;
  for (int tooth = 0; tooth < gear.teeth; ++tooth)
    for (const Piece& piece : pieces) {
      const double middle = pitch * (tooth + 0.5), from = middle + piece.from, to = middle + piece.to;
      const Vec3 first = at_angle(piece.from_radius, from), last = at_angle(piece.to_radius, to);
      const bool is_arc = piece.from_radius == piece.to_radius;
      const std::size_t parts =
          part_count(is_arc ? piece.from_radius * (to - from) : (last - first).norm(), edge, 1);
      for (std::size_t k = 0; k < parts; ++k) {
        const double t = static_cast<double>(k) / static_cast<double>(parts);
        points.push_back(is_arc ? at_angle(piece.from_radius, std::lerp(from, to, t))
                                : Vec3((1 - t) * first + t * last));
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
