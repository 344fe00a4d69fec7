#include "core/mesh/stuffing/stuffing.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/stuffing/cut_lattice.h"
#include "core/mesh/stuffing/deviation.h"
#include "core/mesh/stuffing/outer_parts.h"
#include "core/mesh/stuffing/quality.h"
#include "core/mesh/stuffing/stencils.h"
#include "core/mesh/stuffing/walls.h"
#include "core/mesh/tet_faces.h"
#include "core/mesh/tet_surface.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

namespace lamina {

namespace {

using namespace stuffing;

/// About 2 GiB with everything that is kept meanwhile.
constexpr double most_lattice_nodes = 1e8, most_tetrahedra = 1e7;

/// A solid that keeps less of its volume is refused.
constexpr double least_kept_volume = 0.5;

/// A resolution that is named to the user keeps at least this.
constexpr double good_kept_volume = 0.9;

/// Cubes are divided until they are this large at most, as a part of a wall's thickness.
constexpr double fitting_cube = 1;

/// A loss of volume above which a note names the resolution that the walls want.
constexpr double worth_mentioning = 0.01;

void tell(const StuffingOptions& options, double fraction, const char* what) {
  if (options.progress && !options.progress(fraction, what))
    throw Cancelled();
}

std::string percent(double fraction) {
  char text[40];
  std::snprintf(text, sizeof text, "%.2g %%", 100 * fraction);
  return text;
}

/// How far above the limits a resolution is; up to 1 is within.
double excess(const Box& box, double volume, int cells) {
  const double cube = box.size().maxCoeff() / cells;
  const double nodes = 2 * ((box.size() / cube).array() + 5).prod();
  const double tetrahedra = 12 * std::abs(volume) / (cube * cube * cube);
  return std::max(nodes / most_lattice_nodes, tetrahedra / most_tetrahedra);
}

void check_input(const TriangleMesh& mesh, const StuffingOptions& options, double volume) {
  if (options.cells < 1 || options.cells > most_stuffing_cells)
    throw InputError("a solid of tetrahedra has 1 to " + std::to_string(most_stuffing_cells) +
                     " cells along, not " + std::to_string(options.cells));
  if (mesh.triangles.empty())
    throw InputError("there are no triangles to fill with tetrahedra");
  const EdgeCounts edges = count_edges(EdgeTable(mesh));
  if (edges.unbalanced > 0)
    throw InputError("the surface is not closed: " + std::to_string(edges.unbalanced) +
                     " edges have no other side; close its holes before it is filled with tetrahedra");
  const Box box = bounds(mesh);
  if (!box.size().allFinite() || !(box.size().maxCoeff() > 0) || !(volume > 0))
    throw InputError("the surface encloses no volume that could be filled with tetrahedra");
  if (excess(box, volume, options.cells) <= 1)
    return;
  int most = options.cells;
  while (most > 1 && excess(box, volume, most) > 1)
    most -= std::max(1, most / 50);
  throw InputError(std::to_string(options.cells) +
                   " cells along make a solid of too many tetrahedra: choose at most " +
                   std::to_string(most));
}

/// The surface in a lattice, and what fills it.
struct Carved {
  FilledLattice filled;
  double cube = 0;
  double volume = 0, mesh_volume = 0; ///< m³
  double thinnest_wall = 0;           ///< m
  std::size_t divided_cubes = 0;
  double finest_cube = 0; ///< m
  std::size_t parted_nodes = 0;
  bool overlaps = false; ///< whether parts of the surface lie inside others
  std::vector<char> met; ///< per triangle: nodes lie on it, or it is inside something else
};

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

/// Whether the nodes of a lattice, and the tetrahedra of the cubes that were divided, fit into memory.
bool fits(const BccLattice& lattice) {
  return static_cast<double>(lattice.node_count()) <= most_lattice_nodes;
}
bool fits(const GradedCubes& cubes) {
  return 8.0 * 12.0 * static_cast<double>(cubes.divided()) <= most_tetrahedra;
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

Carved carve(const TriangleMesh& mesh, const StuffingOptions& options, int most_levels) {
  Carved carved;
  tell(options, 0.02, "finding where lines cross the surface");
  const BccLattice coarse(bounds(mesh), options.cells, 0);
  TriangleMesh scaled = in_places(mesh, coarse);
  std::vector<LatticeLines> lines = find_lines(scaled, coarse, options.threads);
  const std::vector<WallChord> walls = find_walls(scaled, coarse, lines);
  carved.thinnest_wall = thinnest_wall(walls);
  carved.cube = coarse.cube();

  tell(options, 0.2, "dividing cells at thin walls");
  int levels = walls.empty() ? 0 : level_for(walls.front().thickness, coarse.cube(), most_levels);
  std::optional<BccLattice> lattice;
  std::optional<GradedCubes> cubes;
  for (;; --levels) {
    lattice.emplace(bounds(mesh), options.cells, levels);
    if (levels > 0 && !fits(*lattice))
      continue;
    cubes.emplace(divided_at_walls(walls, coarse.cube(), *lattice));
    if (levels == 0 || fits(*cubes))
      break;
  }
  if (levels > 0) {
    scaled = in_places(mesh, *lattice);
    lines = find_lines(scaled, *lattice, options.threads);
  }
  carved.divided_cubes = cubes->divided();
  carved.finest_cube = coarse.cube() / (1 << levels);

  tell(options, 0.4, "cutting the lattice");
  CutLattice cut(*cubes, lines, options.threads);
  cut.warp();
  carved.parted_nodes = cut.part_sheets();
  while (levels > 0 && mend_poor(cut, options.threads) > 0)
    carved.parted_nodes += cut.part_sheets();

  tell(options, 0.6, "filling the lattice");
  carved.filled = fill_lattice(cut, options.threads);
  carved.volume = total_volume(carved.filled.mesh);
  judge_surface(mesh, lines, cut, carved);
  return carved;
}

/// As many cells as make a cell no larger than the thinnest wall; 0 without walls.
int advised_cells(const TriangleMesh& mesh, const Carved& carved) {
  const double cells = std::ceil(bounds(mesh).size().maxCoeff() / carved.thinnest_wall);
  return static_cast<int>(std::min(cells, 1e6));
}

/// Says why hardly anything is left, and which resolution was found to do.
[[noreturn]] void refuse_thin(const TriangleMesh& mesh, const StuffingOptions& options,
                              const Carved& carved) {
  const std::string reason = "walls are thinner than the cells: of " + std::to_string(options.cells) +
                             " along, tetrahedra keep " +
                             percent(std::max(0.0, carved.volume / carved.mesh_volume)) + " of the volume";
  // A plate is twice its volume over its area thick.
  const double plate = bounds(mesh).size().maxCoeff() * surface_area(mesh) / (2 * carved.mesh_volume);
  const double least = std::max({options.cells + 1.0, std::floor(plate), 1.0 * advised_cells(mesh, carved)});
  StuffingOptions trial = options;
  for (double cells = least; cells <= most_stuffing_cells; cells += std::floor(cells / 4) + 1) {
    trial.cells = static_cast<int>(cells);
    if (excess(bounds(mesh), carved.mesh_volume, trial.cells) > 1)
      break;
    const Carved tried = carve(mesh, trial, 0);
    if (tried.volume >= good_kept_volume * tried.mesh_volume)
      throw InputError(reason + "; " + std::to_string(trial.cells) + " cells along would do");
  }
  throw InputError(reason +
                   ", and no number of cells that fits into memory would do: make the walls thicker");
}

/// The boundary, from the few tetrahedra that can have a face on it; the others have two nodes inside.
void find_surface(const std::vector<char>& on_surface, StuffedSolid& solid) {
  TetMesh rim;
  rim.nodes.resize(solid.mesh.nodes.size());
  for (const Tetrahedron& t : solid.mesh.tetrahedra) {
    const int count = on_surface[t[0]] + on_surface[t[1]] + on_surface[t[2]] + on_surface[t[3]];
    if (count >= 3)
      rim.tetrahedra.push_back(t);
  }
  const FaceTable faces(rim);
  std::vector<std::uint32_t> vertex_of_node(rim.nodes.size(), 0);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto uses = faces.uses(f);
    const auto& n = uses[0].nodes;
    if (uses.size() != 1 || !on_surface[n[0]] || !on_surface[n[1]] || !on_surface[n[2]])
      continue;
    solid.surface.triangles.push_back(face_of(rim.tetrahedra[uses[0].tetrahedron], uses[0].side));
    for (const std::uint32_t node : n)
      vertex_of_node[node] = 1;
  }
  for (std::uint32_t node = 0; node < vertex_of_node.size(); ++node)
    if (vertex_of_node[node] != 0) {
      vertex_of_node[node] = static_cast<std::uint32_t>(solid.node_of_vertex.size());
      solid.node_of_vertex.push_back(node);
      solid.surface.vertices.push_back(solid.mesh.nodes[node]);
    }
  for (Triangle& triangle : solid.surface.triangles)
    for (std::uint32_t& corner : triangle)
      corner = vertex_of_node[corner];
}

std::size_t count_all_on_boundary(const StuffedSolid& solid) {
  std::vector<char> on_boundary(solid.mesh.nodes.size(), 0);
  for (const std::uint32_t node : solid.node_of_vertex)
    on_boundary[node] = 1;
  return static_cast<std::size_t>(
      std::count_if(solid.mesh.tetrahedra.begin(), solid.mesh.tetrahedra.end(), [&](const Tetrahedron& t) {
        return on_boundary[t[0]] && on_boundary[t[1]] && on_boundary[t[2]] && on_boundary[t[3]];
      }));
}

} // namespace

StuffedSolid stuff(const TriangleMesh& closed, const StuffingOptions& options) {
  tell(options, 0, "checking the surface");
  check_input(closed, options, mass_properties(closed).volume);
  Carved carved = carve(closed, options, options.finer_levels);
  if (carved.filled.mesh.tetrahedra.empty() || carved.volume < least_kept_volume * carved.mesh_volume)
    refuse_thin(closed, options, carved);

  tell(options, 0.7, "measuring the tetrahedra");
  StuffedSolid solid;
  solid.mesh = std::move(carved.filled.mesh);
  solid.mesh.name = closed.name;
  solid.surface.name = closed.name;
  find_surface(carved.filled.on_surface, solid);
  StuffingReport& report = solid.report;
  report.cells = options.cells;
  report.cell_m = carved.cube;
  report.nodes = solid.mesh.nodes.size();
  report.tetrahedra = solid.mesh.tetrahedra.size();
  report.all_on_boundary = count_all_on_boundary(solid);
  const DihedralAngles angles = dihedral_angles(solid.mesh, options.threads);
  report.least_dihedral_deg = angles.least;
  report.greatest_dihedral_deg = angles.greatest;
  report.volume_m3 = carved.volume;
  report.mesh_volume_m3 = carved.mesh_volume;
  report.lost_volume = 1 - carved.volume / carved.mesh_volume;
  report.diagonal_m = bounds(closed).size().norm();
  report.parted_nodes = carved.parted_nodes;
  report.divided_cubes = carved.divided_cubes;
  report.finest_cell_m = carved.finest_cube;
  report.advised_cells = advised_cells(closed, carved);
  const SurfacePieces pieces = pieces_of(closed);
  report.pieces = pieces.count;
  report.lost_pieces = count_unmarked(pieces, carved.met);

  tell(options, 0.8, "measuring the deviation");
  const Deviation measured = deviation(carved.overlaps ? outer_vertices(closed, pieces) : closed.vertices,
                                       solid.surface, options.threads);
  report.largest_deviation_m = measured.largest;
  report.mean_deviation_m = measured.mean;
  tell(options, 1, "filled with tetrahedra");
  return solid;
}

std::string describe(const StuffingReport& r) {
  char text[300];
  std::snprintf(
      text, sizeof text,
      "filled with %zu tetrahedra, least angle %.3g°, %s of the volume %s, surface off by up to %s of "
      "the diagonal",
      r.tetrahedra, r.least_dihedral_deg, percent(std::abs(r.lost_volume)).c_str(),
      r.lost_volume < 0 ? "gained" : "lost", percent(r.largest_deviation_m / r.diagonal_m).c_str());
  std::string sentence = text;
  if (r.lost_pieces > 0)
    sentence += ", " + std::to_string(r.lost_pieces) + " of " + std::to_string(r.pieces) +
                " pieces smaller than a cell left out";
  if (r.advised_cells > r.cells && r.lost_volume > worth_mentioning)
    sentence += "; walls are thinner than a cell, and " + std::to_string(r.advised_cells) +
                " cells along would resolve them";
  return sentence;
}

} // namespace lamina
