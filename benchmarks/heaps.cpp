// Whole steps of heaps of rigid bodies, and how their cost grows.

#include "benchmarks/models.h"
#include "benchmarks/time_steps.h"
#include "core/bench/spread.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lamina::bench {
namespace {

/// The scene `heap`: 60 mixed bodies of about 500 triangles in a bowl, at 16 pixels across, h = 0.01 s, by
/// threads.
void heap_of_60_bodies(benchmark::State& state) {
  const std::vector<std::filesystem::path> files{resolve_scene_name("heap")};
  const auto scene = std::make_shared<Scene>(open_scene(files));
  scene->settings.contact.ldi.resolution = 16;
  scene->settings.simulation.time_step = 0.01;
  scene->settings.simulation.threads = static_cast<int>(state.range(0));
  Simulation simulation(scene);
  run_steps(simulation, 300); // three seconds, in which all have landed
  time_steps(state, simulation);
}
BENCHMARK(heap_of_60_bodies)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(100)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Slope of log y over log x by least squares: the exponent with which cost grows; how far the farthest point
/// lies off that line, as a factor less one, goes to `off_line`.
double exponent(const std::map<int, double>& cost, double& off_line) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [count, value] : cost) {
    const double at = std::log(count), log = std::log(value);
    n += 1;
    x += at;
    y += log;
    xx += at * at;
    xy += at * log;
  }
  const double slope = (n * xy - x * y) / (n * xx - x * x), first = (y - slope * x) / n;
  off_line = 0;
  for (const auto& [count, value] : cost)
    off_line = std::max(off_line, std::exp(std::abs(std::log(value) - first - slope * std::log(count))) - 1);
  return slope;
}

/// Cubes of so many triangles fallen into a heap, at 16 pixels across, after a second.
Simulation heap_of_cubes(int count, std::size_t triangles, int threads,
                         ResponseKind response = ResponseKind::penalty) {
  const auto scene = std::make_shared<Scene>();
  scene->settings.response.response = response;
  scene->settings.simulation.threads = threads;
  scene->bodies.push_back(
      body_of("floor", make_box({40, 0.5, 40}), BodyKind::fixed, {{0, -0.25, 0}, Quat::Identity()}));
  const SceneBody cube = body_of("cube", make_box({0.2, 0.2, 0.2}, triangles), BodyKind::rigid);
  // Layers of a square, three high, so that the heap has the same shape at every size.
  const int side = std::max(1, static_cast<int>(std::lround(std::sqrt(count / 3.0))));
  for (int i = 0; i < count; ++i) {
    SceneBody next = cube;
    next.name = "cube " + std::to_string(i);
    const double shift = 0.05 * (i / (side * side) % 2);
    next.pose.position = {0.22 * (i % side) + shift, 0.12 + 0.22 * (i / (side * side)),
                          0.22 * (i / side % side) + shift};
    scene->bodies.push_back(next);
  }
  Simulation simulation(scene);
  run_steps(simulation, 100);
  return simulation;
}

/// Cubes of 300 triangles, one thread. From the third size on, the counter `exponent` is the power of the
/// number of bodies with which the step time has grown so far.
void heap_by_size(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  Simulation simulation = heap_of_cubes(count, 300, 1);
  // Processor time: what else runs on the machine has no part in how cost grows.
  const std::clock_t start = std::clock();
  time_steps(state, simulation);
  const double taken = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;

  // The last of several calls with one size has the most steps.
  static std::map<int, double> cost;
  cost[count] = taken / static_cast<double>(state.iterations());
  if (cost.size() > 2) {
    double off_line = 0;
    state.counters["exponent"] = exponent(cost, off_line);
    state.counters["off_line"] = off_line;
  }
  state.SetComplexityN(count);
}
BENCHMARK(heap_by_size)
    ->Arg(10)
    ->Arg(30)
    ->Arg(100)
    ->Arg(200)
    ->Arg(500)
    ->Complexity(benchmark::oN)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Cubes of 1,000 triangles by their number and by threads.
void heap_in_real_time(benchmark::State& state) {
  Simulation simulation =
      heap_of_cubes(static_cast<int>(state.range(0)), 1000, static_cast<int>(state.range(1)));
  time_steps(state, simulation);
}
BENCHMARK(heap_in_real_time)
    ->ArgNames({"bodies", "threads"})
    ->ArgsProduct({{100, 200}, {1, 2}})
    ->Iterations(50) // each more attempt would let the heap fall again
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// Takes steps of both in turns. `ratio` is that of the medians, constraints over penalty.
void compare_responses(benchmark::State& state, Simulation& by_penalty, Simulation& by_constraints) {
  std::vector<double> penalty_ms, constraints_ms;
  for (auto _ : state) {
    by_penalty.step();
    penalty_ms.push_back(by_penalty.statistics().timings.wall);
    by_constraints.step();
    constraints_ms.push_back(by_constraints.statistics().timings.wall);
  }
  state.counters["penalty_ms"] = spread_of(penalty_ms).median;
  state.counters["constraints_ms"] = spread_of(constraints_ms).median;
  state.counters["ratio"] = spread_of(constraints_ms).median / spread_of(penalty_ms).median;
}

/// A step of the same 100 cubes by a penalty and by constraints.
void heap_by_response(benchmark::State& state) {
  Simulation by_penalty = heap_of_cubes(100, 300, 1),
             by_constraints = heap_of_cubes(100, 300, 1, ResponseKind::constraints);
  compare_responses(state, by_penalty, by_constraints);
}
BENCHMARK(heap_by_response)->Iterations(100)->UseRealTime()->Unit(benchmark::kMillisecond);

/// The same after ten seconds, when constraints have let cubes fall asleep: `asleep` of them.
void heap_at_rest(benchmark::State& state) {
  Simulation by_penalty = heap_of_cubes(100, 300, 1),
             by_constraints = heap_of_cubes(100, 300, 1, ResponseKind::constraints);
  run_steps(by_penalty, 1000);
  run_steps(by_constraints, 1000);
  compare_responses(state, by_penalty, by_constraints);
  const auto snapshot = by_constraints.snapshot();
  state.counters["asleep"] = static_cast<double>(std::count_if(
      snapshot->bodies.begin(), snapshot->bodies.end(), [](const BodyState& body) { return body.asleep; }));
}
BENCHMARK(heap_at_rest)->Iterations(100)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
