#pragma once

#include "core/bench/bench.h"

namespace lamina::bench {

/// The quotient of two medians of one run, and what it should be.
struct Ratio {
  std::string what; ///< e.g. "cgal / ours"
  PairPose pose = PairPose::shallow;
  int resolution = 0;
  double value = 0;
  double at_least = 0, at_most = 0; ///< the target; 0: none
  bool has_target() const { return at_least > 0 || at_most > 0; }
  bool reached() const { return value >= at_least && (at_most == 0 || value <= at_most); }
};

/// All ratios that a run allows: each peer and the plain backend against ours (backend cpu, sampled as in
/// F08, one thread), two threads against one, and what the program's own defaults cost beside F08's sampling.
/// What was refused is in none. Targets are those of the bunny scan: without `with_targets` none is stated.
std::vector<Ratio> ratios_of(const BenchResult& result, bool with_targets);

} // namespace lamina::bench
