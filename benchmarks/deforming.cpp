// Steps with bodies that deform, and how the cost of a heap grows.

#include "benchmarks/models.h"
#include "benchmarks/time_steps.h"
#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"

#include <cmath>
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

/// Cubes of 300 triangles fallen into a heap, at 16 pixels across, one thread.
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
  time_steps(state, simulation);
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
