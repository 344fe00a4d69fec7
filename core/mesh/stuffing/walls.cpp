#include "core/mesh/stuffing/walls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace lamina::stuffing {

namespace {

/// Share of the surface that may lie on thinner walls: rims taper, and their ends are lost in any case.
constexpr double ignored_share = 0.02;

/// Cosine between the normals of two sheets above which they do not make a wall.
constexpr double wall_cosine = -0.5;

/// Lines that graze a sheet say little of it.
constexpr double least_slant = 0.3;

struct Chord {
  double thickness, area;
};

Vec3 normal_of(const TriangleMesh& mesh, std::uint32_t triangle) {
  const Triangle& t = mesh.triangles[triangle];
  const Vec3& a = mesh.vertices[t[0]];
  return (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).normalized();
}

} // namespace

double thinnest_wall(const TriangleMesh& mesh, const BccLattice& lattice,
                     std::span<const LatticeLines> lines) {
  std::vector<Chord> walls;
  double all_area = 0;
  for (const LatticeLines& family : lines) {
    const auto& d = directions[static_cast<std::size_t>(family.direction())];
    const Vec3 unit = Vec3(d[0], d[1], d[2]).normalized();
    const double half_sides = is_long(family.direction()) ? 1 : std::sqrt(3.0); // a unit along the line
    for (std::size_t line = 0; line < family.line_count(); ++line) {
      const auto events = family.events(line);
      for (std::size_t i = 0; i + 1 < events.size(); i += 2) {
        const Vec3 in = normal_of(mesh, events[i].triangle), out = normal_of(mesh, events[i + 1].triangle);
        const double slant = 0.5 * (std::abs(in.dot(unit)) + std::abs(out.dot(unit)));
        if (!(slant > least_slant))
          continue;
        // The area of the sheet that a line stands for, but for a factor that all lines share.
        const double area = (is_long(family.direction()) ? 0.5 : 1 / std::sqrt(3.0)) / slant;
        all_area += area;
        if (in.dot(out) < wall_cosine)
          walls.push_back({(events[i + 1].at - events[i].at) * half_sides * slant, area});
      }
    }
  }
  std::sort(walls.begin(), walls.end(), [](const Chord& a, const Chord& b) {
    return std::pair(a.thickness, a.area) < std::pair(b.thickness, b.area);
  });
  double sum = 0;
  for (const Chord& wall : walls) {
    sum += wall.area;
    if (sum > ignored_share * all_area)
      return 0.5 * lattice.cube() * wall.thickness;
  }
  return std::numeric_limits<double>::infinity();
}

} // namespace lamina::stuffing
