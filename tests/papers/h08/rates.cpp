#include "tests/papers/h08/rates.h"

#include "core/simulation/simulation.h"
#include "tests/papers/bodies.h"
#include "tests/papers/h08/lockstep.h"
#include "tests/papers/h08/many_tori.h"
#include "tests/papers/h08/tori.h"

#include <stdexcept>

namespace lamina::papers::h08 {

namespace {

/// A torus lies on a fixed one under gravity, so that they stay in contact.
std::shared_ptr<Scene> resting_tori(const std::string& method) {
  SceneBody below = torus("below", {Vec3::Zero(), Quat::Identity()});
  below.kind = BodyKind::fixed;
  auto scene =
      scene_of({below, torus("above", {Vec3(0.02, 0.39, 0.01), turn({1, 0, 0.3}, 1)}, 6)}, "default");
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e6;
  choose_method(*scene, method);
  return scene;
}

} // namespace

Table rate_table() {
  Table table = timed_table("H08-fps", {"method", "steps_per_second"});
  const std::vector<std::string> methods = {"raytraced", "raytraced H08", "proximity", "proximity wide"};
  std::vector<std::shared_ptr<const Scene>> scenes;
  for (const std::string& method : methods)
    scenes.push_back(resting_tori(method));
  const std::vector<Timed> timed = run_in_turn(scenes, 200);
  for (std::size_t m = 0; m < methods.size(); ++m)
    add_row(table, {methods[m], 1000 / timed[m].median(&StepTimings::wall)}, timed[m]);
  return table;
}

Table thread_table() {
  Table table = timed_table("H08-par", {"method", "threads", "speed_up_search", "speed_up_step"});
  for (const std::string method : {"raytraced", "raytraced H08", "proximity"}) {
    const std::vector<Timed> timed = run_in_turn({many_tori(50, method, 1), many_tori(50, method, 2)}, 20);
    for (std::size_t i = 0; i < timed.size(); ++i) {
      const double search = timed[0].median_of_phase("cast") / timed[i].median_of_phase("cast");
      const double step = timed[0].median(&StepTimings::wall) / timed[i].median(&StepTimings::wall);
      add_row(table, {method, static_cast<double>(i + 1), search, step}, timed[i]);
    }
  }
  return table;
}

std::uint64_t state_after(int tori, const std::string& method, int threads, int steps) {
  Simulation simulation(many_tori(tori, method, threads));
  for (int step = 0; step < steps; ++step)
    if (!simulation.step())
      throw std::runtime_error("the simulation stopped: " + simulation.problem());
  return simulation.statistics().state_hash;
}

} // namespace lamina::papers::h08
