// Steps with bodies that deform, and how the cost of a heap grows.

#include "benchmarks/models.h"
#include "benchmarks/time_steps.h"
#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

namespace lamina::bench {
namespace {

SceneBody floor_body() {
  return body_of("floor", make_box({4, 0.5, 4}), BodyKind::fixed, {{0, -0.25, 0}, Quat::Identity()});
}

/// A soft ball of about 10,000 tetrahedra under a surface of 20,000 triangles at rest on a floor: E = 5·10⁴
/// Pa, h = 0.01 s, residual 10⁻³, 32 pixels across, one thread.
void soft_body_on_a_floor(benchmark::State& state) {
  SceneBody ball =
      body_of("ball", make_sphere(0.15, 20'000), BodyKind::soft, {{0, 0.15, 0}, Quat::Identity()});
  ball.lattice_cells = 15;
  ball.material = {5e4, 0.4, 0.01};
  ball.self_contact = false;
  const auto scene = std::make_shared<Scene>();
  scene->settings.resolution = 32;
  scene->settings.threads = 1;
  scene->settings.cg_tolerance = 1e-3;
  scene->bodies = {floor_body(), ball};
  state.SetLabel(std::to_string(build_lattice(ball.mesh->mesh, ball.lattice_cells).mesh.tetrahedra.size()) +
                 " tetrahedra, " + std::to_string(ball.mesh->mesh.triangles.size()) + " triangles");
  Simulation simulation(scene);
  run_steps(simulation, 100);
  time_steps(state, simulation);
}
BENCHMARK(soft_body_on_a_floor)->UseRealTime()->Unit(benchmark::kMillisecond);

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

/// Cubes of 300 triangles fallen into a heap, at 16 pixels across, one thread. From the third size on, the
/// counter `exponent` is the power of the number of bodies with which the step time has grown so far.
void heap_by_size(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  const auto scene = std::make_shared<Scene>();
  scene->settings.threads = 1;
  scene->bodies.push_back(
      body_of("floor", make_box({40, 0.5, 40}), BodyKind::fixed, {{0, -0.25, 0}, Quat::Identity()}));
  const SceneBody cube = body_of("cube", make_box({0.2, 0.2, 0.2}, 300), BodyKind::rigid);
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

} // namespace
} // namespace lamina::bench
