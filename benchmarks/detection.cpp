// Detection alone, from moved vertices to volume and gradient: the bunny against a cube in the two poses that
// the reproduction of F08's timings uses, every vertex moved before each repetition, outside the clock; what
// a body keeps of its vertices (bounds of all and of blocks) is brought up to date inside it.

#include "core/bench/detection_case.h"
#include "core/bench/models.h"

#include <benchmark/benchmark.h>

namespace lamina::bench {
namespace {

/// Arguments: pixels across, deep (0 or 1), F08's own sampling (0 or 1), threads.
void detect(benchmark::State& state, const char* backend) {
  const DetectionCase wanted{state.range(1) ? PairPose::deep : PairPose::shallow,
                             static_cast<int>(state.range(0)), state.range(2) != 0, backend,
                             static_cast<int>(state.range(3))};
  MovedPair pair(wanted.pose);
  DetectionRun run(wanted);
  std::array<double, phase_names.size()> sum{};
  int repetition = 0;
  for (auto _ : state) {
    state.PauseTiming();
    pair.move(repetition++);
    state.ResumeTiming();
    const auto phases = run.detect(pair);
    for (std::size_t k = 0; k < sum.size(); ++k)
      sum[k] += phases[k];
  }
  for (std::size_t k = 0; k + 1 < sum.size(); ++k)
    state.counters[std::string(phase_names[k]) + "_ms"] =
        benchmark::Counter(sum[k], benchmark::Counter::kAvgIterations);
  state.counters["fragments"] = static_cast<double>(run.fragments());
  state.SetLabel(bunny().name + ", " + name_of(wanted.pose) +
                 (wanted.as_f08 ? ", sampled as F08" : ", default sampling"));
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
BENCHMARK_CAPTURE(detect, plain, "reference")
    ->ArgNames({"pixels", "deep", "f08", "threads"})
    ->ArgsProduct({{16, 128}, {0, 1}, {1}, {1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace lamina::bench
