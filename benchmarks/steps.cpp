// Whole steps: detection, response, integration and statistics, everything that a step of the program does.

#include "benchmarks/models.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <memory>
#include <vector>

namespace lamina::bench {
namespace {

void run_steps(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    simulation.step();
}

/// Times steps of a simulation. The counter simulated_s is the real-time factor: simulated seconds in a
/// second.
void time_steps(benchmark::State& state, Simulation& simulation) {
  StepTimings sum;
  for (auto _ : state) {
    simulation.step();
    const StepTimings& t = simulation.statistics().timings;
    sum.broad += t.broad;
    sum.ldi += t.ldi;
    sum.volume += t.volume;
    sum.simulation += t.simulation;
  }
  if (!simulation.problem().empty())
    state.SkipWithError(simulation.problem().c_str());
  const auto mean = [](double ms) { return benchmark::Counter(ms, benchmark::Counter::kAvgIterations); };
  state.counters["broad_ms"] = mean(sum.broad);
  state.counters["ldi_ms"] = mean(sum.ldi);
  state.counters["volume_ms"] = mean(sum.volume);
  state.counters["simulation_ms"] = mean(sum.simulation);
  state.counters["simulated_s"] =
      benchmark::Counter(simulation.settings().time_step, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["pairs"] = static_cast<double>(simulation.statistics().pairs);
}

/// The bunny at rest on a fixed box at 64 pixels across, one thread.
void bunny_resting_on_a_box(benchmark::State& state) {
  const auto scene = std::make_shared<Scene>();
  scene->gravity = Vec3(0, 0, -9.81); // the bunny stands along z
  scene->settings.resolution = 64;
  scene->settings.threads = 1;
  scene->bodies.push_back(
      body_of("box", make_box({2, 2, 0.5}), BodyKind::fixed, {{0, 0, -0.25}, Quat::Identity()}));
  scene->bodies.push_back(body_of(bunny().name, bunny(), BodyKind::rigid));
  Simulation simulation(scene);
  run_steps(simulation, 200); // two seconds, in which it comes to rest
  time_steps(state, simulation);
  state.SetLabel(bunny().name + ", " + std::to_string(bunny().triangles.size()) + " triangles");
}
BENCHMARK(bunny_resting_on_a_box)->UseRealTime()->Unit(benchmark::kMillisecond);

/// The scene `heap`: 60 mixed bodies of about 500 triangles in a bowl, at 16 pixels across, h = 0.01 s, two
/// threads.
void heap_of_60_bodies(benchmark::State& state) {
  const std::vector<std::filesystem::path> files{resolve_scene_name("heap")};
  const auto scene = std::make_shared<Scene>(open_scene(files));
  scene->settings.resolution = 16;
  scene->settings.time_step = 0.01;
  scene->settings.threads = 2;
  Simulation simulation(scene);
  run_steps(simulation, 300); // three seconds, in which all have landed
  time_steps(state, simulation);
}
BENCHMARK(heap_of_60_bodies)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
