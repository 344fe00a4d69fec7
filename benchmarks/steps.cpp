// Whole steps: detection, response, integration and statistics, everything that a step of the program does.

#include "benchmarks/models.h"
#include "benchmarks/time_steps.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"

#include <benchmark/benchmark.h>

#include <memory>

namespace lamina::bench {
namespace {

/// The bunny at rest on a fixed box at 64 pixels across, one thread.
void bunny_resting_on_a_box(benchmark::State& state) {
  const auto scene = std::make_shared<Scene>();
  scene->gravity = Vec3(0, 0, -9.81); // the bunny stands along z
  scene->settings.contact.ldi.resolution = 64;
  scene->settings.simulation.threads = 1;
  scene->bodies.push_back(
      body_of("box", make_box({2, 2, 0.5}), BodyKind::fixed, {{0, 0, -0.25}, Quat::Identity()}));
  scene->bodies.push_back(body_of(bunny().name, bunny(), BodyKind::rigid));
  Simulation simulation(scene);
  run_steps(simulation, 200); // two seconds, in which it comes to rest
  time_steps(state, simulation);
  state.SetLabel(bunny().name + ", " + std::to_string(bunny().triangles.size()) + " triangles");
}
BENCHMARK(bunny_resting_on_a_box)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
