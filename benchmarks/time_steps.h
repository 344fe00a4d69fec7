#pragma once

#include "core/simulation/simulation.h"

#include <benchmark/benchmark.h>

namespace lamina::bench {

inline void run_steps(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    simulation.step();
}

/// Times steps of a simulation. The counter simulated_s is the real-time factor: simulated seconds in a
/// second.
inline void time_steps(benchmark::State& state, Simulation& simulation) {
  StepTimings sum;
  double iterations = 0;
  for (auto _ : state) {
    simulation.step();
    const StepStatistics& statistics = simulation.statistics();
    sum.broad += statistics.timings.broad;
    for (std::size_t phase = 0; phase < most_phases; ++phase)
      sum.detection[phase] += statistics.timings.detection[phase];
    sum.simulation += statistics.timings.simulation;
    iterations += statistics.cg_iterations;
  }
  if (!simulation.problem().empty())
    state.SkipWithError(simulation.problem().c_str());
  const auto mean = [](double value) {
    return benchmark::Counter(value, benchmark::Counter::kAvgIterations);
  };
  state.counters["broad_ms"] = mean(sum.broad);
  state.counters["upload_ms"] = mean(sum.phase("upload"));
  state.counters["ldi_ms"] = mean(sum.phase("ldi"));
  state.counters["volume_ms"] = mean(sum.phase("volume"));
  state.counters["simulation_ms"] = mean(sum.simulation);
  state.counters["cg_iterations"] = mean(iterations);
  state.counters["simulated_s"] = benchmark::Counter(simulation.settings().simulation.time_step,
                                                     benchmark::Counter::kIsIterationInvariantRate);
  state.counters["pixel_pairs"] = static_cast<double>(simulation.statistics().contact_pixels / 2);
  state.counters["pairs"] = static_cast<double>(simulation.statistics().pairs);
}

} // namespace lamina::bench
