#include "app/commands/commands.h"
#include "app/commands/whole_surface.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/length_units.h"
#include "core/base/writable.h"
#include "core/io/file_bytes.h"
#include "core/io/load_tet.h"
#include "core/io/tet/write_gmsh.h"
#include "core/io/tet/write_vtk.h"
#include "core/mesh/near_vertices.h"
#include "core/mesh/prepare.h"
#include "core/mesh/stuffing/stuffing.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

struct MeshOptions {
  std::string file, output, unit;
  double weld = 0; ///< m
  Mending mending;
  StuffingOptions stuffing;
  bool json = false;
};

/// The text of a solid in the format that the name of its file asks for. Throws InputError for another one.
std::string (*writer_for(const std::string& output))(const TetMesh&) {
  const std::string extension = extension_of(output);
  if (extension == ".msh")
    return gmsh_text;
  if (extension == ".vtk")
    return vtk_text;
  throw InputError(output, 0, "is no name for a solid of tetrahedra: end it in .msh (Gmsh) or .vtk");
}

/// The surface in metres, checked to bound a volume.
TriangleMesh load_in_metres(const MeshOptions& options) {
  if (is_tet_file(options.file))
    throw InputError(options.file, 0, "holds tetrahedra already; lamina check says what they are like");
  WholeSurface whole = load_whole_surface(options.file);
  const double scale = !options.unit.empty()       ? length_unit(options.unit)->metres
                       : whole.metres_per_unit > 0 ? whole.metres_per_unit
                                                   : 1;
  for (Vec3& vertex : whole.mesh.vertices)
    vertex *= scale;
  if (options.weld > 0)
    join_near_positions(whole.mesh.vertices, options.weld);
  PreparedMesh prepared =
      prepare_mesh(std::move(whole.mesh), Sidedness::closed, usual_one_sided_thickness, options.mending);
  if (!prepared.report.accepted)
    throw InputError(options.file, 0, prepared.report.reason);
  print_file_notes(options.file, prepared.report.notes);
  return std::move(prepared.mesh);
}

Json report_json(const StuffingReport& r) {
  return {{"cells", r.cells},
          {"cell_m", r.cell_m},
          {"finest_cell_m", r.finest_cell_m},
          {"divided_cubes", r.divided_cubes},
          {"nodes", r.nodes},
          {"tetrahedra", r.tetrahedra},
          {"least_dihedral_deg", r.least_dihedral_deg},
          {"greatest_dihedral_deg", r.greatest_dihedral_deg},
          {"all_on_boundary", r.all_on_boundary},
          {"volume_m3", r.volume_m3},
          {"mesh_volume_m3", r.mesh_volume_m3},
          {"lost_volume", r.lost_volume},
          {"diagonal_m", r.diagonal_m},
          {"largest_deviation_m", r.largest_deviation_m},
          {"mean_deviation_m", r.mean_deviation_m},
          {"pieces", r.pieces},
          {"lost_pieces", r.lost_pieces},
          {"parted_nodes", r.parted_nodes},
          {"advised_cells", r.advised_cells}};
}

void print_report(std::ostream& out, const StuffingReport& r) {
  out << "  nodes " << r.nodes << ", tetrahedra " << r.tetrahedra << ", " << r.cells << " cells of "
      << r.cell_m << " m along, the finest " << r.finest_cell_m << " m\n"
      << "  dihedral angles " << r.least_dihedral_deg << " to " << r.greatest_dihedral_deg << " degrees, "
      << r.all_on_boundary << " tetrahedra with all nodes on the boundary\n"
      << "  volume " << r.volume_m3 << " m³, " << 100 * std::abs(r.lost_volume) << " % "
      << (r.lost_volume < 0 ? "more" : "less") << " than the mesh\n"
      << "  deviation " << r.largest_deviation_m << " m at most, " << r.mean_deviation_m << " m on average ("
      << 100 * r.largest_deviation_m / r.diagonal_m << " and " << 100 * r.mean_deviation_m / r.diagonal_m
      << " % of the diagonal)\n"
      << "  pieces " << r.pieces << ", of which " << r.lost_pieces
      << " were lost; nodes kept off the surface " << r.parted_nodes << '\n';
  if (r.advised_cells > r.cells)
    out << "  note: walls are thinner than a cell; " << r.advised_cells
        << " cells along would resolve them\n";
}

int mesh(const MeshOptions& options) {
  catch_interrupts();
  const auto text_of = writer_for(options.output);
  refuse_unwritable_output(options.output);
  const TriangleMesh surface = load_in_metres(options);
  StuffingOptions stuffing = options.stuffing;
  stuffing.progress = progress_on_terminal();
  const StuffedSolid solid = [&] {
    try {
      return stuff(surface, stuffing);
    } catch (const InputError& error) {
      throw InputError(options.file, 0, error.what());
    }
  }();
  write_whole_file(options.output, text_of(solid.mesh));
  wipe_progress_line();
  if (options.json) {
    print_json(report_json(solid.report));
    return exit_done;
  }
  std::cout << options.output << '\n';
  print_report(std::cout, solid.report);
  return exit_done;
}

} // namespace

void add_mesh(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "mesh", "Fill a closed mesh with tetrahedra and write them");
  const auto options = std::make_shared<MeshOptions>();
  command->add_option("FILE", options->file, "a mesh file; coordinates are metres unless it says otherwise")
      ->required()
      ->option_text(" ");
  command
      ->add_option("--cells,--tetrahedra", options->stuffing.cells,
                   "cells of the lattice along the longest side (default: 32)")
      ->check(CLI::Range(1, most_stuffing_cells).description(""))
      ->option_text("N");
  command->add_option("--output,-o", options->output, "file to write, in metres: T.msh (Gmsh) or T.vtk")
      ->required()
      ->option_text("FILE");
  command
      ->add_option(
          "--finer", options->stuffing.finer_levels,
          "how often cells are halved at most where walls are thinner (default: 2; 0: all are alike)")
      ->check(CLI::Range(0, most_finer_levels).description(""))
      ->option_text("TIMES");
  add_unit_option(*command, options->unit);
  command->add_option("--weld", options->weld, "join vertices that are no farther apart than this before")
      ->check(finite_positive())
      ->option_text("METRES");
  command->add_flag("--close-holes", options->mending.close_holes, "fill its holes before, if it is open");
  command
      ->add_option("--thickness", options->mending.thickness, "make its open pieces shells so thick before")
      ->check(finite_positive())
      ->option_text("METRES")
      ->excludes("--close-holes");
  command->add_option("--threads", options->stuffing.threads, "threads to use; 0 for one a processor")
      ->check(CLI::Range(0, 4096).description(""))
      ->option_text("N");
  command->add_flag("--json", options->json, "print quality, deviation and lost volume as JSON");
  command->callback([options, &action] { action = [options] { return mesh(*options); }; });
}

} // namespace lamina
