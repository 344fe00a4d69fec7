#pragma once

#include "core/compare/run_case.h"

namespace lamina::compare {

/// The largest time step at which a case still serves.
struct LargestStep {
  double seconds = 0;
  bool at_limit = false; ///< nothing larger was tried
};

/// Largest time step tried, s.
constexpr double most_time_step = 0.5;

/// The part of a whole from `first` on, `length` long.
Progress part_of(const Progress& whole, double first, double length);

/// Finds the largest time step, to 5 %, at which a run of the same simulated time serves, all of it in equal
/// steps. It halves the ratio between the scene's time step and most_time_step. A step
/// serves if the run stays finite. At its end bodies may overlap at most twice as much as with the scene's
/// own step (`usual`, m³), or by 10⁻⁴ of the movable bodies' volume. And every movable body must end nearer
/// to where the scene's own step leaves it than it is thick (same_poses). A run that overlaps no more because
/// bodies have passed through does not serve, nor a pile that fell into another order. One step between two
/// that serve may fail all the same: what is found is one border of that kind.
LargestStep find_largest_step(const Scene& scene, const CaseRun& run, double usual, const Progress& progress);

} // namespace lamina::compare
