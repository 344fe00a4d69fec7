#include "core/mesh/stuffing/stuffing.h"

#include "core/base/error.h"
#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/stuffing/carve.h"
#include "core/mesh/stuffing/deviation.h"
#include "core/mesh/stuffing/outer_parts.h"
#include "core/mesh/stuffing/quality.h"
#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace lamina {

namespace {

/// A solid that keeps less of its volume is refused.
constexpr double least_kept_volume = 0.5;

/// A resolution that is named to the user keeps at least this.
constexpr double good_kept_volume = 0.9;

/// A loss of volume that even a shape of the program's own is worth a note for.
constexpr double much_volume = 0.05;

/// Tetrahedra at a wall a cell thick, for each square of a cell's side of its surface, about.
constexpr double tetrahedra_a_square = 30;

/// Tetrahedra at walls up to which a resolution is tried before it is named: a few seconds.
constexpr double most_tried = 1e6;

/// A loss of volume above which a note names the resolution that the walls want.
constexpr double worth_mentioning = 0.01;

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
  return std::max(nodes / stuffing::most_lattice_nodes, tetrahedra / stuffing::most_tetrahedra);
}

void check_input(const TriangleMesh& mesh, const StuffingOptions& options, double volume) {
  if (options.cells < 1 || options.cells > most_stuffing_cells)
    throw InputError("a solid of tetrahedra has 1 to " + std::to_string(most_stuffing_cells) +
                     " cells along, not " + std::to_string(options.cells));
  if (options.finer_levels < 0 || options.finer_levels > most_finer_levels)
    throw InputError("cells are halved 0 to " + std::to_string(most_finer_levels) + " times, not " +
                     std::to_string(options.finer_levels));
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

/// As many cells as make the finest ones no larger than the thinnest wall; 0 without walls.
int advised_cells(const TriangleMesh& mesh, const StuffingOptions& options, const stuffing::Carved& carved) {
  const double finest = bounds(mesh).size().maxCoeff() / carved.thinnest_wall;
  return static_cast<int>(std::min(std::ceil(finest / (1 << options.finer_levels)), 1e6));
}

/// Says why hardly anything is left, and which resolution was found to do.
[[noreturn]] void refuse_thin(const TriangleMesh& mesh, const StuffingOptions& options,
                              const stuffing::Carved& carved) {
  const std::string reason = "walls are thinner than the cells: of " + std::to_string(options.cells) +
                             " along, tetrahedra keep " +
                             percent(std::max(0.0, carved.volume / carved.mesh_volume)) + " of the volume";
  // A plate is twice its volume over its area thick.
  const double side = bounds(mesh).size().maxCoeff(), area = surface_area(mesh);
  const int parts = 1 << options.finer_levels;
  const double least =
      std::max({options.cells + 1.0, std::floor(side * area / (2 * carved.mesh_volume) / parts),
                1.0 * advised_cells(mesh, options, carved)});
  StuffingOptions trial = options;
  for (double cells = least; cells <= most_stuffing_cells; cells += std::floor(cells / 4) + 1) {
    trial.cells = static_cast<int>(cells);
    const double finest = side / (parts * cells);
    const double at_walls = tetrahedra_a_square * area / (finest * finest);
    if (excess(bounds(mesh), carved.mesh_volume, trial.cells) > 1 || at_walls > stuffing::most_tetrahedra)
      break;
    if (at_walls > most_tried)
      throw InputError(reason + "; about " + std::to_string(trial.cells) + " cells along may do");
    const stuffing::Carved tried = stuffing::carve(mesh, trial);
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
  stuffing::tell(options, 0, "checking the surface");
  check_input(closed, options, mass_properties(closed).volume);
  stuffing::Carved carved = stuffing::carve(closed, options);
  if (carved.filled.mesh.tetrahedra.empty() || carved.volume < least_kept_volume * carved.mesh_volume)
    refuse_thin(closed, options, carved);

  stuffing::tell(options, 0.7, "measuring the tetrahedra");
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
  const stuffing::DihedralAngles angles = stuffing::dihedral_angles(solid.mesh, options.threads);
  report.least_dihedral_deg = angles.least;
  report.greatest_dihedral_deg = angles.greatest;
  report.volume_m3 = carved.volume;
  report.mesh_volume_m3 = carved.mesh_volume;
  report.lost_volume = 1 - carved.volume / carved.mesh_volume;
  report.diagonal_m = bounds(closed).size().norm();
  report.parted_nodes = carved.parted_nodes;
  report.divided_cubes = carved.divided_cubes;
  report.finest_cell_m = carved.finest_cube;
  report.advised_cells = advised_cells(closed, options, carved);
  const stuffing::SurfacePieces pieces = stuffing::pieces_of(closed);
  report.pieces = pieces.count;
  report.lost_pieces = stuffing::count_unmarked(pieces, carved.met);

  stuffing::tell(options, 0.8, "measuring the deviation");
  const stuffing::Deviation measured =
      stuffing::deviation(carved.overlaps ? stuffing::outer_vertices(closed, pieces) : closed.vertices,
                          solid.surface, options.threads);
  report.largest_deviation_m = measured.largest;
  report.mean_deviation_m = measured.mean;
  stuffing::tell(options, 1, "filled with tetrahedra");
  return solid;
}

bool loses_much(const StuffingReport& report) {
  return report.lost_pieces > 0 || report.lost_volume > much_volume;
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
  if (r.divided_cubes > 0)
    sentence += ", cells at thin walls down to 1/" + std::to_string(std::lround(r.cell_m / r.finest_cell_m)) +
                " of the size";
  if (r.advised_cells > r.cells && r.lost_volume > worth_mentioning)
    sentence += "; walls are thinner than a cell, and " + std::to_string(r.advised_cells) +
                " cells along would resolve them";
  return sentence;
}

} // namespace lamina
