// Detection alone, from moved vertices to volume and gradient: the bunny against a cube in the two poses that
// the reproduction of F08's timings uses, every vertex moved before each repetition, outside the clock; what
// a body keeps of its vertices (bounds of all and of blocks) is brought up to date inside it.

#include "benchmarks/models.h"
#include "core/contact/method.h"
#include "core/settings/setting_list.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace lamina::bench {
namespace {

struct Pair {
  TriangleMesh rest_cube;
  TriangleBlocks blocks{bunny()};
  Surface bunny_surface = surface_of(bunny());
  Surface cube_surface;

  explicit Pair(bool deep)
      : rest_cube(deep ? turned_cube(0.6, 27, {0.22, 0.08, 0.40})
                       : turned_cube(1.5, 1.5, {0.013, -0.021, -0.65})),
        cube_surface(surface_of(rest_cube)) {
    bunny_surface.blocks = std::shared_ptr<const TriangleBlocks>(std::shared_ptr<void>(), &blocks);
    bunny_surface.balanced = cube_surface.balanced = true;
  }

  void move(int repetition) {
    const double r = repetition;
    Surface& b = bunny_surface;
    for (std::size_t i = 0; i < b.positions.size(); ++i) {
      const Vec3& p = bunny().vertices[i];
      b.positions[i] = p + 0.002 * Vec3(std::sin(9 * p.y() + 0.37 * r), std::sin(8 * p.z() + 0.48 * r),
                                        std::sin(7 * p.x() + 0.26 * r));
    }
    const Vec3 shift = 0.003 * Vec3(std::sin(0.7 * r), std::sin(0.7 * r + 1), std::sin(0.7 * r + 2));
    cube_surface.bounds = {};
    for (std::size_t i = 0; i < rest_cube.vertices.size(); ++i) {
      cube_surface.positions[i] = rest_cube.vertices[i] + shift;
      cube_surface.bounds.include(cube_surface.positions[i]);
    }
  }
};

/// Arguments: pixels across, deep (0 or 1), F08's own sampling (0 or 1), threads.
void detect(benchmark::State& state, const char* backend) {
  Settings settings;
  if (state.range(2))
    apply_preset(settings, "f08");
  settings.resolution = static_cast<int>(state.range(0));
  settings.threads = static_cast<int>(state.range(3));
  settings.backend = backend;
  Pair pair(state.range(1));
  const std::array<const Surface*, 2> surfaces{&pair.bunny_surface, &pair.cube_surface};
  const std::array<BodyPair, 1> pairs{{{0, 1}}};
  const std::unique_ptr<ContactMethod> method = make_contact_method(settings);
  std::vector<PairContacts> results;
  MethodTimings sum;
  int repetition = 0;
  for (auto _ : state) {
    state.PauseTiming();
    pair.move(repetition++);
    state.ResumeTiming();
    Surface& bunny = pair.bunny_surface;
    bunny.bounds = enclose_blocks(pair.blocks, bunny.positions, bunny.balls);
    const MethodTimings t = method->detect(surfaces, pairs, settings, CameraView{}, results);
    sum.upload += t.upload;
    sum.ldi += t.ldi;
    sum.volume += t.volume;
  }
  const auto mean_ms = [&](double seconds) {
    return benchmark::Counter(1e3 * seconds, benchmark::Counter::kAvgIterations);
  };
  state.counters["upload_ms"] = mean_ms(sum.upload);
  state.counters["ldi_ms"] = mean_ms(sum.ldi);
  state.counters["volume_ms"] = mean_ms(sum.volume);
  state.counters["fragments"] = static_cast<double>(results.empty() ? 0 : results.front().fragments);
  state.SetLabel(bunny().name + (state.range(1) ? ", deep" : ", shallow") +
                 (state.range(2) ? ", sampled as F08" : ", default sampling"));
}
BENCHMARK_CAPTURE(detect, cpu, "cpu")
    ->ArgNames({"pixels", "deep", "f08", "threads"})
    ->ArgsProduct({{16, 64, 128}, {0, 1}, {0, 1}, {1}})
    ->Args({128, 0, 0, 2})
    ->Args({128, 1, 0, 2})
    ->Args({128, 0, 1, 2})
    ->Args({128, 1, 1, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(detect, plain, "plain")
    ->ArgNames({"pixels", "deep", "f08", "threads"})
    ->ArgsProduct({{16, 128}, {0, 1}, {1}, {1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
