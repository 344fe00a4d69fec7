#include "app/commands/check_tet.h"

#include "app/commands/commands.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/io/load_tet.h"

#include <nlohmann/json.hpp>

#include <iostream>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

Json report_json(const TetReport& r) {
  const auto corner = [](const Vec3& p) { return Json{p.x(), p.y(), p.z()}; };
  return {{"nodes", r.nodes},
          {"tetrahedra", r.tetrahedra},
          {"pieces", r.pieces},
          {"surface_vertices", r.surface_vertices},
          {"surface_triangles", r.surface_triangles},
          {"turned", r.turned},
          {"duplicates", r.duplicates},
          {"flat", r.flat},
          {"unused_nodes", r.unused_nodes},
          {"volume_m3", r.volume_m3},
          {"bounds_m", {corner(r.bounds.min), corner(r.bounds.max)}},
          {"accepted", r.accepted},
          {"reason", r.reason}};
}

void print_report(std::ostream& out, const TetReport& r) {
  out << "  nodes " << r.nodes << ", tetrahedra " << r.tetrahedra << ", pieces " << r.pieces << '\n';
  if (r.surface_triangles > 0)
    out << "  surface: vertices " << r.surface_vertices << ", triangles " << r.surface_triangles << '\n'
        << "  volume " << r.volume_m3 << " m³, extent " << r.bounds.size().transpose() << " m\n";
  out << "  " << (r.accepted ? "accepted" : "not accepted: " + r.reason) << '\n';
  for (const std::string& note : r.notes)
    out << "  note: " << note << '\n';
}

} // namespace

int check_tetrahedra(const std::string& file, bool json) {
  LoadOptions load;
  load.progress = progress_on_terminal();
  LoadedTetFile loaded = read_tet_file(file, load);
  const TetReport report = prepare_tets(std::move(loaded.mesh)).report;
  for (const std::string& note : loaded.notes)
    print_error("note: " + note);
  if (json) {
    Json result = report_json(report);
    result["notes"] = loaded.notes;
    for (const std::string& note : report.notes)
      result["notes"].push_back(note);
    print_json(result);
    return exit_done;
  }
  wipe_progress_line();
  std::cout << file << '\n';
  print_report(std::cout, report);
  return exit_done;
}

} // namespace lamina
