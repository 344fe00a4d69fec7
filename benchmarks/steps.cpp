// Whole steps: detection, response, integration and statistics, everything that a step of the program does.

#include "benchmarks/models.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>

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

/// A shape of about 500 triangles and 0.2 m, four kinds in turn.
TriangleMesh heap_shape(int index) {
  constexpr std::size_t triangles = 500;
  switch (index % 4) {
  case 0:
    return make_sphere(0.1, triangles);
  case 1:
    return make_box({0.2, 0.15, 0.18}, triangles);
  case 2:
    return make_torus(0.09, 0.035, triangles);
  default:
    return make_cylinder(0.08, 0.18, triangles);
  }
}

/// 60 mixed bodies of 500 triangles in a bowl at 16 pixels across, h = 0.01 s, two threads.
void heap_of_60_bodies(benchmark::State& state) {
  const auto scene = std::make_shared<Scene>();
  scene->settings.resolution = 16;
  scene->settings.threads = 2;
  scene->bodies.push_back(body_of("bowl", make_bowl(1, 0.7, 0.1, 4000), BodyKind::fixed));
  for (int i = 0; i < 60; ++i) {
    const double angle = 2.4 * i; // the golden angle, so that no two lie in one column
    const Vec3 place(0.3 * std::cos(angle), 0.4 + 0.08 * i, 0.3 * std::sin(angle));
    const Quat turn(Eigen::AngleAxisd(angle, Vec3(1, 2, 3).normalized()));
    scene->bodies.push_back(
        body_of("body " + std::to_string(i), heap_shape(i), BodyKind::rigid, {place, turn}));
  }
  Simulation simulation(scene);
  run_steps(simulation, 300); // three seconds, in which all have landed
  time_steps(state, simulation);
}
BENCHMARK(heap_of_60_bodies)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
