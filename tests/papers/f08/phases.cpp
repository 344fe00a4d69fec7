#include "tests/papers/f08/phases.h"

#include "core/io/load.h"
#include "tests/papers/bodies.h"

#include <algorithm>

namespace lamina::papers::f08 {

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Largest extent 1 m, centred in x and z, lowest point at y = −0.02: sunk into the cube below.
void normalise(TriangleMesh& mesh) {
  const Box box = bounds(mesh);
  const Vec3 origin(box.centre().x(), box.min.y(), box.centre().z());
  const double scale = 1 / box.size().maxCoeff();
  for (Vec3& p : mesh.vertices)
    p = scale * (p - origin) - 0.02 * Vec3::UnitY();
}

/// One row of the paper's Table 1, in ms.
struct Printed {
  const char* mesh;
  int resolution;
  double broad, upload, ldi, volume, simulation, render;
};
constexpr Printed printed[] = {{"coarse", 16, 0.077, 0.478, 2.101, 0.039, 0.315, 1.951},
                               {"coarse", 128, 0.074, 0.492, 7.874, 1.905, 0.400, 1.908},
                               {"fine", 16, 0.508, 2.964, 15.20, 0.046, 0.230, 20.01},
                               {"fine", 128, 0.494, 2.842, 36.97, 1.949, 0.258, 19.12}};

void add_rows(Table& table, const Phases& found, const std::string& size) {
  const auto row = std::find_if(std::begin(printed), std::end(printed), [&](const Printed& candidate) {
    return candidate.mesh == size && candidate.resolution == found.resolution;
  });
  const StepTimings& t = found.median;
  table.rows.push_back(
      {found.mesh, static_cast<double>(found.triangles), static_cast<double>(found.resolution), t.broad,
       t.phase("upload"), t.phase("ldi"), t.phase("volume"), t.simulation, t.wall, row->broad, row->upload,
       row->ldi, row->volume, row->simulation, static_cast<double>(found.last.columns),
       static_cast<double>(found.last.fragments), static_cast<double>(found.last.contact_pixels)});
}

} // namespace

TriangleMesh bunny_stand_in(std::size_t triangles) {
  TriangleMesh mesh = make_blob({0.8, 1, 0.7}, 0.08, 60, 4, triangles);
  mesh.name = "stand-in";
  return mesh;
}

Phases phases(const std::string& name, TriangleMesh mesh, int resolution, int steps) {
  normalise(mesh);
  Phases result;
  result.mesh = name;
  result.triangles = mesh.triangles.size();
  result.resolution = resolution;
  auto scene =
      scene_of({body("cube", make_box(Vec3::Ones()), BodyKind::fixed, {Vec3(0, -0.5, 0), Quat::Identity()}),
                body(name, std::move(mesh), BodyKind::rigid)},
               "f08");
  scene->settings.contact.ldi.resolution = resolution;
  // Soft enough that the body stays in contact for all steps.
  scene->settings.response.rest_penetration = 0.02;
  Simulation simulation(scene);
  std::vector<StepTimings> timings;
  run(simulation, steps * scene->settings.simulation.time_step, [&](const StepStatistics& statistics) {
    timings.push_back(statistics.timings);
    result.last = statistics;
  });
  const auto middle = [&](const auto& part) {
    std::vector<double> values;
    for (const StepTimings& t : timings)
      values.push_back(part(t));
    return median(std::move(values));
  };
  result.median = {middle([](const StepTimings& t) { return t.wall; }),
                   middle([](const StepTimings& t) { return t.broad; }),
                   middle([](const StepTimings& t) { return t.simulation; }),
                   {}};
  for (std::size_t phase = 0; phase < most_phases; ++phase)
    result.median.detection[phase] = middle([&](const StepTimings& t) { return t.detection[phase]; });
  return result;
}

Table phase_table(int steps) {
  Table table{"F08-tab1",
              {"mesh", "triangles", "resolution", "broad_ms", "upload_ms", "ldi_ms", "volume_ms",
               "simulation_ms", "step_ms", "broad_ms_2007", "upload_ms_2007", "ldi_ms_2007", "volume_ms_2007",
               "simulation_ms_2007", "columns", "fragments", "contact_pixels"},
              {}};
  for (const int resolution : {16, 128}) {
    add_rows(table, phases("stand-in", bunny_stand_in(21553), resolution, steps), "coarse");
    add_rows(table, phases("stand-in", bunny_stand_in(69674), resolution, steps), "fine");
    if (const auto file = shared_model("bodies/bunny_uniform_17804.off"); !file.empty())
      add_rows(table, phases("scan", load_mesh_file(file).meshes.front(), resolution, steps), "coarse");
    if (const auto file = shared_model("bodies/bunny_69664_closed.off"); !file.empty())
      add_rows(table, phases("scan", load_mesh_file(file).meshes.front(), resolution, steps), "fine");
  }
  return table;
}

} // namespace lamina::papers::f08
