// Steps with bodies that deform.

#include "benchmarks/models.h"
#include "benchmarks/time_steps.h"
#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"

#include <memory>
#include <string>

namespace lamina::bench {
namespace {

/// A soft ball of about 10,000 tetrahedra under a surface of 20,000 triangles at rest on a floor: E = 5·10⁴
/// Pa, h = 0.01 s, residual 10⁻³, 32 pixels across, one thread.
void soft_body_on_a_floor(benchmark::State& state) {
  SceneBody ball =
      body_of("ball", make_sphere(0.15, 20'000), BodyKind::soft, {{0, 0.15, 0}, Quat::Identity()});
  ball.lattice_cells = 15;
  ball.material = {5e4, 0.4, 0.01};
  ball.self_contact = false;
  const auto scene = std::make_shared<Scene>();
  scene->settings.contact.ldi.resolution = 32;
  scene->settings.simulation.threads = 1;
  scene->settings.solver.cg_tolerance = 1e-3;
  scene->bodies = {
      body_of("floor", make_box({4, 0.5, 4}), BodyKind::fixed, {{0, -0.25, 0}, Quat::Identity()}), ball};
  state.SetLabel(std::to_string(build_lattice(ball.mesh->mesh, ball.lattice_cells).mesh.tetrahedra.size()) +
                 " tetrahedra, " + std::to_string(ball.mesh->mesh.triangles.size()) + " triangles");
  Simulation simulation(scene);
  run_steps(simulation, 100);
  time_steps(state, simulation);
}
BENCHMARK(soft_body_on_a_floor)->UseRealTime()->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
