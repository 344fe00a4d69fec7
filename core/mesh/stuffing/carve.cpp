#include "core/mesh/stuffing/carve.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/stuffing/walls.h"
#include "core/mesh/tet_surface.h"

#include <cmath>
#include <optional>
#include <utility>

namespace lamina::stuffing {

namespace {

/// Cubes are divided until they are this large at most, as a part of a wall's thickness.
constexpr double fitting_cube = 1;

TriangleMesh in_places(const TriangleMesh& mesh, const BccLattice& lattice) {
  TriangleMesh scaled;
  scaled.triangles = mesh.triangles;
  for (const Vec3& vertex : mesh.vertices)
    scaled.vertices.push_back(lattice.to_place(vertex));
  return scaled;
}

std::vector<LatticeLines> find_lines(const TriangleMesh& scaled, const BccLattice& lattice, int threads) {
  std::vector<std::optional<LatticeLines>> found(lattice.levels() > 0 ? directions.size()
                                                                      : uniform_directions);
  parallel_for(found.size(), threads,
               [&](std::size_t d) { found[d].emplace(scaled, lattice, static_cast<int>(d)); });
  std::vector<LatticeLines> lines;
  for (std::optional<LatticeLines>& family : found)
    lines.push_back(std::move(*family));
  return lines;
}

/// To which level cubes are divided so that they are no larger than a wall is thick.
int level_for(double thickness, double cube, int most) {
  int level = 0;
  while (level < most && cube / (1 << level) > fitting_cube * thickness)
    ++level;
  return level;
}

/// The cubes at walls that are thinner than they, and those around, are divided.
GradedCubes divided_at_walls(const std::vector<WallChord>& walls, double cube, const BccLattice& lattice) {
  const int levels = lattice.levels();
  GradedCubes cubes(lattice);
  for (const WallChord& wall : walls) {
    const int level = level_for(wall.thickness, cube, levels);
    if (level == 0)
      break;
    const double reach = 2 << (levels - level + 1); // a cube of the level above
    for (const Vec3& end : {wall.in, wall.out})
      for (int corner = 0; corner < 8; ++corner)
        cubes.divide((1 << levels) * end +
                         reach * Vec3((corner & 1) - 0.5, (corner >> 1 & 1) - 0.5, (corner >> 2) - 0.5),
                     level);
  }
  return cubes;
}

/// How often cubes are halved at most, for the thinnest wall and for what fits into memory: the nodes of the
/// lattice, and the tetrahedra of the cubes that are divided.
int choose_levels(const Box& box, const StuffingOptions& options, const std::vector<WallChord>& walls,
                  double cube) {
  int levels = walls.empty() ? 0 : level_for(walls.front().thickness, cube, options.finer_levels);
  for (; levels > 0; --levels) {
    const BccLattice lattice(box, options.cells, levels);
    if (static_cast<double>(lattice.node_count()) > most_lattice_nodes)
      continue;
    if (8.0 * 12.0 * static_cast<double>(divided_at_walls(walls, cube, lattice).divided()) <= most_tetrahedra)
      break;
  }
  return levels;
}

/// What was found along the lines, of the surface as a whole.
void judge_surface(const TriangleMesh& mesh, std::span<const LatticeLines> lines, const CutLattice& cut,
                   Carved& carved) {
  carved.met.assign(mesh.triangles.size(), 0);
  double line_volume = 0;
  for (const LatticeLines& family : lines) {
    carved.overlaps = carved.overlaps || family.overlaps();
    for (const std::uint32_t triangle : family.covered_triangles())
      carved.met[triangle] = 1;
  }
  for (const LatticeLines& family : lines.first(uniform_directions))
    line_volume += family.inside_length() * (along_axis(family.direction()) ? 0.25 : 0.5);
  for (const Cut& c : cut.cuts())
    carved.met[c.triangle] = 1;
  carved.mesh_volume = carved.overlaps ? line_volume / uniform_directions * std::pow(carved.finest_cube, 3)
                                       : mass_properties(mesh).volume;
}

} // namespace

void tell(const StuffingOptions& options, double fraction, const char* what) {
  if (options.progress && !options.progress(fraction, what))
    throw Cancelled();
}

Carved carve(const TriangleMesh& mesh, const StuffingOptions& options) {
  Carved carved;
  tell(options, 0.02, "finding where lines cross the surface");
  const BccLattice coarse(bounds(mesh), options.cells, 0);
  TriangleMesh scaled = in_places(mesh, coarse);
  std::vector<LatticeLines> lines = find_lines(scaled, coarse, options.threads);
  const std::vector<WallChord> walls = find_walls(scaled, coarse, lines);
  carved.thinnest_wall = thinnest_wall(walls);
  carved.cube = coarse.cube();

  tell(options, 0.2, "dividing cells at thin walls");
  const int levels = choose_levels(bounds(mesh), options, walls, coarse.cube());
  const BccLattice lattice(bounds(mesh), options.cells, levels);
  const GradedCubes cubes = divided_at_walls(walls, coarse.cube(), lattice);
  if (levels > 0) {
    scaled = in_places(mesh, lattice);
    lines = find_lines(scaled, lattice, options.threads);
  }
  carved.divided_cubes = cubes.divided();
  carved.finest_cube = coarse.cube() / (1 << levels);

  tell(options, 0.4, "cutting the lattice");
  CutLattice cut(cubes, lines, options.threads);
  cut.warp();
  carved.parted_nodes = cut.part_sheets();
  for (bool again = levels > 0; again;) {
    const std::size_t taken = mend_poor(cut, options.threads);
    again = taken > 0;
    carved.parted_nodes += taken + cut.part_sheets();
  }

  tell(options, 0.6, "filling the lattice");
  carved.filled = fill_lattice(cut, options.threads);
  carved.volume = total_volume(carved.filled.mesh);
  judge_surface(mesh, lines, cut, carved);
  return carved;
}

} // namespace lamina::stuffing
