// The broad phase over a thousand bodies that do not touch, moving a little from step to step.

#include "core/contact/broad_phase.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

namespace lamina::bench {
namespace {

constexpr int bodies = 1000;

Box box_at(int index, int step) {
  const double spacing = 1.5, sway = 0.1;
  const Vec3 centre(spacing * (index % 10) + sway * std::sin(0.01 * step + index),
                    spacing * (index / 10 % 10),
                    spacing * (index / 100) + sway * std::cos(0.01 * step + index));
  return {centre - Vec3::Constant(0.5), centre + Vec3::Constant(0.5)};
}

void broad_phase_of_1000_separate_bodies(benchmark::State& state) {
  std::vector<Surface> surfaces(bodies);
  std::vector<const Surface*> pointers;
  for (Surface& surface : surfaces)
    pointers.push_back(&surface);
  BroadPhase broad_phase;
  std::vector<BodyPair> pairs;
  const auto always = [](std::uint32_t, std::uint32_t) { return true; };
  int step = 0;
  for (auto _ : state) {
    state.PauseTiming();
    for (int i = 0; i < bodies; ++i)
      surfaces[i].bounds = box_at(i, step);
    ++step;
    state.ResumeTiming();
    broad_phase.find_pairs(pointers, always, 0, pairs);
    benchmark::DoNotOptimize(pairs.data());
  }
  state.counters["pairs"] = static_cast<double>(pairs.size());
}
BENCHMARK(broad_phase_of_1000_separate_bodies)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace lamina::bench
