// Bodies that break and are cut: what an event takes, and the steps of a scene in which a body falls to
// pieces.

#include "benchmarks/models.h"
#include "core/base/hexadecimal.h"
#include "core/bench/spread.h"
#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"
#include "core/mesh/tet_surface.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"
#include "core/simulation/stopwatch.h"
#include "tests/mesh/tet_support.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <memory>
#include <random>
#include <vector>

namespace lamina::bench {
namespace {

/// A cube of so many cells along each side, six tetrahedra each, which holds almost nothing.
class WeakCube {
public:
  explicit WeakCube(std::int64_t cells)
      : whole_(std::make_shared<const TetMesh>(test::tet_box(static_cast<std::uint32_t>(cells)))) {
    std::vector<std::uint32_t> boundary;
    description_ = body_of("cube", boundary_surface(*whole_, boundary), BodyKind::soft);
    description_.mesh_nodes = std::make_shared<const std::vector<std::uint32_t>>(
        find_nodes(description_.mesh->mesh, *whole_, boundary));
    description_.tetrahedra = whole_;
    description_.material.tensile_strength = 100;
    solid_ = std::make_unique<BreakableSolid>(whole_, description_.mesh, description_.mesh_nodes);
    body_ = std::make_unique<NodalBody>(description_, soft_parts(description_));
  }

  NodalBody& body() { return *body_; }
  double cell() const { return 1 / std::cbrt(static_cast<double>(whole_->tetrahedra.size()) / 6); }

  /// Puts the body to rest as its cuts leave it, but for one node, which is drawn away from the others.
  void draw_a_node(std::uint32_t any) {
    body_->save(state_);
    SolidCuts cuts;
    cuts.restore(state_);
    std::vector<Vec3> nodes = solid_->form(cuts).mesh.nodes;
    nodes[any % nodes.size()] += Vec3::Constant(0.02 * cell());
    state_.clear();
    cuts.save(state_);
    for (const Vec3& node : nodes)
      state_.insert(state_.end(), node.data(), node.data() + 3);
    state_.resize(state_.size() + 3 * nodes.size(), 0.0);
    body_->restore(state_);
    state_.clear();
  }

private:
  SceneBody description_;
  std::shared_ptr<const TetMesh> whole_;
  std::unique_ptr<BreakableSolid> solid_;
  std::unique_ptr<NodalBody> body_;
  std::vector<double> state_;
};

/// Of the processor, ms: others that use the machine lengthen no event by that.
double processor_ms() {
  return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// `times` in ms.
void report(benchmark::State& state, const std::vector<double>& times) {
  state.counters["median_ms"] = spread_of(times).median;
  state.counters["greatest_ms"] = times.empty() ? 0 : *std::max_element(times.begin(), times.end());
  state.counters["events"] = static_cast<double>(times.size());
}

/// What holds one node splits, again and again: finding it, and all that follows in the body.
void a_body_breaks(benchmark::State& state) {
  WeakCube cube(state.range(0));
  std::mt19937 random(1);
  std::vector<double> times;
  for (auto _ : state) {
    state.PauseTiming();
    cube.draw_a_node(static_cast<std::uint32_t>(random()));
    state.ResumeTiming();
    const double before = processor_ms();
    if (cube.body().break_apart())
      times.push_back(processor_ms() - before);
  }
  report(state, times);
}

/// Cuts of some cells.
void a_body_is_cut(benchmark::State& state) {
  WeakCube cube(state.range(0));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> along(0, 1), part(-1, 1);
  std::vector<double> times;
  for (auto _ : state) {
    CutTriangle triangle;
    const Vec3 middle(along(random), along(random), along(random));
    for (Vec3& corner : triangle)
      corner = middle + 3 * cube.cell() * Vec3(part(random), part(random), part(random));
    const double before = processor_ms();
    if (cube.body().cut({&triangle, 1}))
      times.push_back(processor_ms() - before);
  }
  report(state, times);
}

/// The whole scene: by how much it is slower than what it shows, and its pauses over a middle step.
void torus_breaks(benchmark::State& state) {
  constexpr int steps = 150;
  const std::array<std::filesystem::path, 1> file{std::filesystem::path(LAMINA_SOURCE_DIR) /
                                                  "scenes/torus-breaks.json"};
  const auto scene = std::make_shared<Scene>(open_scene(file));
  scene->settings.simulation.threads = static_cast<int>(state.range(0));
  std::vector<double> times;
  double sum = 0;
  for (auto _ : state) {
    Simulation simulation(scene);
    for (int i = 0; i < steps; ++i) {
      const Stopwatch watch;
      simulation.step();
      times.push_back(watch.milliseconds());
      sum += times.back();
    }
    state.counters["pieces"] = static_cast<double>((*simulation.snapshot()->infos)[2].pieces);
    state.SetLabel("state " + hexadecimal(simulation.statistics().state_hash));
    if (!simulation.problem().empty())
      state.SkipWithError(simulation.problem().c_str());
  }
  report(state, times);
  const double simulated_ms = 1e3 * scene->settings.simulation.time_step * static_cast<double>(times.size());
  state.counters["longest_over_median"] = state.counters["greatest_ms"] / state.counters["median_ms"];
  state.counters["run_over_simulated"] = sum / simulated_ms;
}

// 7,986 and 20,250 tetrahedra.
BENCHMARK(a_body_breaks)->Arg(11)->Arg(15)->ArgName("cells")->Iterations(200)->Unit(benchmark::kMillisecond);
BENCHMARK(a_body_is_cut)->Arg(11)->Arg(15)->ArgName("cells")->Iterations(50)->Unit(benchmark::kMillisecond);
BENCHMARK(torus_breaks)
    ->Arg(1)
    ->Arg(2)
    ->ArgName("threads")
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
