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
constexpr double wall_cosine = -0.7;

/// Lines that graze a sheet say little of it.
constexpr double least_slant = 0.3;

Vec3 normal_of(const TriangleMesh& mesh, std::uint32_t triangle) {
  const Triangle& t = mesh.triangles[triangle];
  const Vec3& a = mesh.vertices[t[0]];
  return (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a).normalized();
}

} // namespace

std::vector<WallChord> find_walls(const TriangleMesh& mesh, const BccLattice& lattice,
                                  std::span<const LatticeLines> lines) {
  std::vector<WallChord> walls;
  const double place = 0.5 * lattice.cube() / (1 << lattice.levels()); // m
  double all = 0;
  for (const LatticeLines& family : lines.first(uniform_directions)) {
    const Place& d = directions[static_cast<std::size_t>(family.direction())];
    const Vec3 way(d[0], d[1], d[2]), unit = way.normalized();
    // The area of a sheet that a line stands for, but for a factor that all lines share.
    const double across = along_axis(family.direction()) ? 0.5 : 1 / std::sqrt(3.0);
    for (std::size_t line = 0; line < family.line_count(); ++line) {
      const auto events = family.events(line);
      for (std::size_t i = 0; i + 1 < events.size(); i += 2) {
        const Vec3 in = normal_of(mesh, events[i].triangle), out = normal_of(mesh, events[i + 1].triangle);
        const double slant = 0.5 * (std::abs(in.dot(unit)) + std::abs(out.dot(unit)));
        if (!(slant > least_slant))
          continue;
        all += across / slant;
        if (in.dot(out) < wall_cosine)
          walls.push_back({family.point(line, events[i].at), family.point(line, events[i + 1].at),
                           (events[i + 1].at - events[i].at) * way.norm() * slant * place, across / slant});
      }
    }
  }
  std::stable_sort(walls.begin(), walls.end(),
                   [](const WallChord& a, const WallChord& b) { return a.thickness < b.thickness; });
  for (WallChord& wall : walls)
    wall.share /= all;
  return walls;
}

double thinnest_wall(const std::vector<WallChord>& walls) {
  double sum = 0;
  for (const WallChord& wall : walls) {
    sum += wall.share;
    if (sum > ignored_share)
      return wall.thickness;
  }
  return std::numeric_limits<double>::infinity();
}

} // namespace lamina::stuffing
