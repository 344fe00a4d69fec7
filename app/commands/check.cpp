#include "app/commands/check_tet.h"
#include "app/commands/commands.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/io/load_tet.h"
#include "core/mesh/near_vertices.h"
#include "core/mesh/prepare.h"
#include "core/mesh/rig.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  std::string file;
  bool one_sided = false;
  double weld = 0; ///< m
  Mending mending;
  bool split_pieces = false;
  bool json = false;
};

/// One object of the file and what was found out about it.
struct CheckedObject {
  std::string name;
  MeshReport report;
};

/// The whole file: counts are sums over its objects; the first object that is refused gives the reason.
MeshReport sum(const std::vector<CheckedObject>& objects) {
  MeshReport total;
  total.accepted = true;
  for (const auto& [name, report] : objects) {
    total.vertices += report.vertices;
    total.triangles += report.triangles;
    total.pieces += report.pieces;
    total.boundary_edges += report.boundary_edges;
    total.nonmanifold_edges += report.nonmanifold_edges;
    total.misoriented_edges += report.misoriented_edges;
    total.unbalanced_columns += report.unbalanced_columns;
    total.closed_holes += report.closed_holes;
    total.largest_hole_m = std::max(total.largest_hole_m, report.largest_hole_m);
    total.thickened_pieces += report.thickened_pieces;
    total.volume_m3 += report.volume_m3;
    total.bounds.include(report.bounds);
    if (total.accepted && !report.accepted) {
      total.accepted = false;
      total.reason = objects.size() > 1 ? name + ": " + report.reason : report.reason;
    }
  }
  return total;
}

Json report_json(const MeshReport& r) {
  const auto corner = [](const Vec3& p) { return Json{p.x(), p.y(), p.z()}; };
  return {{"vertices", r.vertices},
          {"triangles", r.triangles},
          {"pieces", r.pieces},
          {"boundary_edges", r.boundary_edges},
          {"nonmanifold_edges", r.nonmanifold_edges},
          {"misoriented_edges", r.misoriented_edges},
          {"unbalanced_columns", r.unbalanced_columns},
          {"volume_m3", r.volume_m3},
          {"bounds_m", r.bounds.empty() ? Json() : Json{corner(r.bounds.min), corner(r.bounds.max)}},
          {"closing_distance_m", r.closing_distance},
          {"closed_holes", r.closed_holes},
          {"largest_hole_m", r.largest_hole_m},
          {"thickened_pieces", r.thickened_pieces},
          {"accepted", r.accepted},
          {"reason", r.reason}};
}

void print_report(std::ostream& out, const MeshReport& r) {
  out << "  vertices " << r.vertices << ", triangles " << r.triangles << ", pieces " << r.pieces << '\n'
      << "  edges: " << r.boundary_edges << " boundary, " << r.nonmanifold_edges << " non-manifold, "
      << r.misoriented_edges << " misoriented\n"
      << "  volume " << r.volume_m3 << " m³";
  if (!r.bounds.empty())
    out << ", extent " << r.bounds.size().transpose() << " m";
  out << '\n' << "  " << (r.accepted ? "accepted" : "not accepted: " + r.reason) << '\n';
  for (const std::string& note : r.notes)
    out << "  note: " << note << '\n';
}

/// What the file says of units and motion, beside its objects.
Json file_json(const LoadedFile& file) {
  Json animations = Json::array();
  if (file.rig)
    for (const Animation& animation : file.rig->animations)
      animations.push_back({{"name", animation.name}, {"duration_s", animation.duration}});
  return {{"unit", file.unit},
          {"metres_per_unit", file.metres_per_unit > 0 ? Json(file.metres_per_unit) : Json()},
          {"bones", file.rig ? file.rig->bones.size() : 0},
          {"animations", animations}};
}

std::vector<CheckedObject> check_objects(LoadedFile& file, const CheckOptions& options) {
  std::vector<CheckedObject> objects;
  for (TriangleMesh& mesh : file.meshes) {
    if (file.metres_per_unit > 0)
      for (Vec3& vertex : mesh.vertices)
        vertex *= file.metres_per_unit;
    std::string name = mesh.name.empty() ? "object " + std::to_string(objects.size() + 1) : mesh.name;
    if (options.weld > 0)
      join_near_positions(mesh.vertices, options.weld);
    const Sidedness sidedness = options.one_sided ? Sidedness::one_sided : Sidedness::closed;
    PreparedMesh prepared =
        prepare_mesh(std::move(mesh), sidedness, usual_one_sided_thickness, options.mending);
    objects.push_back({std::move(name), std::move(prepared.report)});
  }
  return objects;
}

int check(const CheckOptions& options) {
  catch_interrupts();
  if (is_tet_file(options.file))
    return check_tetrahedra(options.file, options.json);
  LoadOptions load;
  load.split_pieces = options.split_pieces;
  load.progress = progress_on_terminal();
  LoadedFile file = load_mesh_file(options.file, load);
  const std::vector<CheckedObject> objects = check_objects(file, options);
  for (const std::string& note : file.notes)
    print_error("note: " + note);

  const MeshReport total = sum(objects);
  if (options.json) {
    Json json = report_json(total);
    json.update(file_json(file));
    json["notes"] = Json::array();
    json["objects"] = Json::array();
    for (const auto& [name, report] : objects) {
      Json object{{"name", name}};
      object.update(report_json(report));
      object["notes"] = report.notes;
      json["objects"].push_back(std::move(object));
    }
    json["notes"] = file.notes;
    print_json(json);
    return exit_done;
  }

  wipe_progress_line();
  std::cout << options.file << '\n'
            << "  unit: " << (file.unit.empty() ? "not said by the file, taken as metres" : file.unit)
            << '\n';
  if (objects.size() == 1) {
    print_report(std::cout, objects.front().report);
    return exit_done;
  }
  for (const auto& [name, report] : objects) {
    std::cout << ' ' << name << '\n';
    print_report(std::cout, report);
  }
  std::cout << " all " << objects.size() << " objects\n";
  print_report(std::cout, total);
  return exit_done;
}

} // namespace

void add_check(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "check", "Read a mesh file and say whether it bounds a volume");
  const auto options = std::make_shared<CheckOptions>();
  command
      ->add_option("FILE", options->file,
                   "a mesh or tetrahedral file; coordinates are metres unless it says otherwise")
      ->required()
      ->option_text(" ");
  command->add_flag("--one-sided", options->one_sided, "judge it as the boundary of a half-infinite solid");
  command->add_option("--weld", options->weld, "join vertices that are no farther apart than this before")
      ->check(finite_positive())
      ->option_text("METRES");
  command
      ->add_flag("--close-holes", options->mending.close_holes,
                 "fill its holes before, if it is open, and judge what comes out")
      ->excludes("--one-sided");
  command
      ->add_option("--thickness", options->mending.thickness,
                   "make its open pieces shells so thick before, and judge what comes out")
      ->check(finite_positive())
      ->option_text("METRES")
      ->excludes("--one-sided")
      ->excludes("--close-holes");
  command->add_flag("--split-pieces", options->split_pieces,
                    "judge each connected piece as an object of its own");
  command->add_flag("--json", options->json, "print the findings as JSON");
  command->footer("Exits with 0 for any readable mesh with triangles or tetrahedra, accepted as a volume or "
                  "not, and with 2 otherwise.");
  command->callback([options, &action] { action = [options] { return check(*options); }; });
}

} // namespace lamina
