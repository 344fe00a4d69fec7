#include "tests/papers/w12/motion.h"

#include "core/bench/engines/engine_scene.h"
#include "core/bench/spread.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <vector>

namespace lamina::papers::w12 {

namespace {

double height_of(const Simulation& simulation, std::size_t body) {
  return simulation.snapshot()->bodies[body].pose.position.y();
}

} // namespace

Unscrewing unscrew(const std::string& method, std::size_t triangles, double seconds) {
  bench::EngineScene nut = bench::engine_scene("nut10ms");
  bench::EngineBody& turned = nut.bodies[0];
  turned.pose.orientation = turn(Vec3::UnitY(), 60);
  turned.recipe.numbers["triangles"] = 0.4 * static_cast<double>(triangles);
  nut.bodies[1].recipe.numbers["triangles"] = 0.6 * static_cast<double>(triangles);
  auto scene = std::make_shared<Scene>(bench::lamina_scene(nut, ResponseKind::constraints));
  scene->settings.contact.method = method;
  constexpr std::size_t index = 1; // the first one is the floor

  Unscrewing found;
  for (std::size_t i = index; i < scene->bodies.size(); ++i)
    found.triangles += scene->bodies[i].mesh->mesh.triangles.size();
  found.theory_s = *nut.theory;
  Simulation simulation(scene);
  std::vector<double> walls;
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    walls.push_back(statistics.timings.wall);
    if (walls.size() == 1)
      found.start_m3 = statistics.volume_m3;
    if (found.resolved_s == 0 && statistics.volume_m3 < 0.1 * found.start_m3)
      found.resolved_s = statistics.time_s;
    const double fallen = turned.pose.position.y() - height_of(simulation, index);
    if (found.five_turns_s == 0 && fallen >= nut.threshold)
      found.five_turns_s = statistics.time_s;
  });
  found.step_ms = bench::spread_of(walls).median;
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
  const auto scene = shipped_scene("bump");
  scene->settings.response.response = ResponseKind::constraints;
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
