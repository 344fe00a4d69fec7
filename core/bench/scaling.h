#pragma once

#include "core/bench/bench.h"
#include "core/bench/power_fit.h"

namespace lamina::bench {

/// What is varied, each while the others stay as they are. Backend cpu, sampled as in F08, one thread but
/// where threads vary.
struct ScalingPlan {
  /// Of a bumpy sphere in the bunny's place, at 16 and 128 pixels across. Two are F08's: 21,553 and 69,674.
  std::vector<std::size_t> triangles{1000, 4000, 16000, 21553, 69674, 260000, 1040000, 4460000};
  std::vector<int> resolutions{8, 16, 32, 64, 128, 256, 512, 1024}; ///< the bunny
  std::vector<int> bodies{2,   5,   10,   20,   50,  100,
                          200, 500, 1000, 2000, 5000}; ///< of 1,000 triangles in a grid, at 16²
  std::vector<int> threads{1, 2};                      ///< the bunny at 128 pixels across, and 100 bodies
  int repetitions = 9, warm_up = 2;
};

/// 1, 2, 4, … up to all processors, and all.
std::vector<int> thread_counts();

/// A measurement of a series: the value that varies is that of its name ("triangles", "resolution", "bodies"
/// or "threads").
struct ScalingRow {
  std::string series;
  std::string curve; ///< what else it is, such as "deep, 128²"
  double x = 0;      ///< what varies
  CaseResult result;
};

/// How a curve grows: total time ~ x^exponent.
struct ScalingSlope {
  std::string series, curve;
  PowerFit all;  ///< all points
  PowerFit last; ///< the three at the largest x: what it tends to
};

/// Times all series one after the other, the points of each in turns (see take_turns). Throws as run_bench.
std::vector<ScalingRow> run_scaling(const ScalingPlan& plan, const Progress& progress);

/// In the order of the rows; refused ones are left out.
std::vector<ScalingSlope> slopes_of(std::span<const ScalingRow> rows);

} // namespace lamina::bench
