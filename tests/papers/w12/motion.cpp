#include "tests/papers/w12/motion.h"

#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace lamina::papers::w12 {

namespace {

/// A bolt of 52 mm.
constexpr ScrewThread thread{0.026, 0.0128, 0.0061, 1};
constexpr double clearance = 0.6e-3; // m

double height_of(const Simulation& simulation, std::size_t body) {
  return simulation.snapshot()->bodies[body].pose.position.y();
}

/// Time (s) for a way down a frictionless screw: ½ (m + I (2π/p)²) v² = m g s.
double time_down(const MassProperties& nut, double way) {
  const double turn = 2 * std::numbers::pi / thread.pitch;
  return std::sqrt(2 * way / 9.81 * (1 + nut.inertia(1, 1) / nut.volume * turn * turn));
}

} // namespace

Unscrewing unscrew(const std::string& method, std::size_t triangles, double seconds) {
  const std::size_t of_nut = 2 * triangles / 5;
  const TriangleMesh nut = make_nut(thread, clearance, 0.042, 0.04, of_nut);
  // Three leads above the middle of the screw.
  const double start = 0.2 + 3 * thread.pitch;
  auto scene =
      scene_of({body("screw", make_screw(thread, 0.16, triangles - of_nut), BodyKind::fixed, {{0, 0.2, 0}}),
                body("nut", nut, BodyKind::rigid, {{0, start, 0}, turn(Vec3::UnitY(), 60)})},
               "default");
  scene->settings.contact.method = method;
  scene->settings.friction.law = FrictionLaw::none;
  scene->settings.simulation.time_step = 0.01;

  Unscrewing found;
  for (const SceneBody& each : scene->bodies)
    found.triangles += each.mesh->mesh.triangles.size();
  const double way = 5 * thread.pitch;
  found.theory_s = time_down(mass_properties(nut), way);
  Simulation simulation(scene);
  std::vector<double> walls;
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    walls.push_back(statistics.timings.wall);
    if (walls.size() == 1)
      found.start_m3 = statistics.volume_m3;
    if (found.resolved_s == 0 && statistics.volume_m3 < 0.1 * found.start_m3)
      found.resolved_s = statistics.time_s;
    if (found.five_turns_s == 0 && start - height_of(simulation, 1) >= way)
      found.five_turns_s = statistics.time_s;
  });
  std::sort(walls.begin(), walls.end());
  found.step_ms = walls[walls.size() / 2];
  return found;
}

Table unscrewing_table() {
  Table table{
      "W12-fig1a",
      {"method", "triangles", "overlap_at_start_m3", "resolved_s", "five_turns_s", "theory_s", "step_ms"},
      {}};
  for (const auto& [method, triangles] :
       {std::pair("adaptive", 10'000), {"ldi", 10'000}, {"adaptive", 332'000}}) {
    const Unscrewing found = unscrew(method, static_cast<std::size_t>(triangles), 2.3);
    table.rows.push_back({std::string(method), static_cast<double>(found.triangles), found.start_m3,
                          found.resolved_s, found.five_turns_s, found.theory_s, found.step_ms});
  }
  return table;
}

double rise_over_bump(const std::string& method, double speed) {
  const std::filesystem::path file = resolve_scene_name("bump");
  auto scene = std::make_shared<Scene>(open_scene(std::span<const std::filesystem::path>(&file, 1)));
  scene->settings.simulation.threads = 1;
  scene->settings.contact.method = method;
  SceneBody& block = scene->bodies.back();
  block.velocity.x() = speed;
  // Its front goes over the ridge first, its back 0.4 m later; it is half as long.
  const double way = 0.2 - block.pose.position.x() + 0.3, start = block.pose.position.y();
  const std::size_t index = scene->bodies.size() - 1;
  Simulation simulation(scene);
  double most = 0;
  run(simulation, way / speed,
      [&](const StepStatistics&) { most = std::max(most, height_of(simulation, index) - start); });
  return most;
}

Table bump_table() {
  Table table{"W12-fig1b", {"speed_m_s", "rise_on_tiles_m", "rise_on_pixels_m"}, {}};
  for (const double speed : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0})
    table.rows.push_back({speed, rise_over_bump("adaptive", speed), rise_over_bump("ldi", speed)});
  return table;
}

} // namespace lamina::papers::w12
