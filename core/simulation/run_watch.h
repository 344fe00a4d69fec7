#pragma once

#include "core/body/body.h"
#include "core/settings/settings.h"
#include "core/simulation/run_notice.h"
#include "core/simulation/substeps.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace lamina {

struct Scene;
struct StepStatistics;

/// Looks at a run from outside, and tells what a person would otherwise only see: bodies that pass through
/// others, begin below the ground or leave the scene, solves that do not converge, clamps that hold nothing.
/// Changes nothing. What it tells depends on states only, so that a run that is repeated tells the same.
class RunWatch {
public:
  /// The bodies as a run begins.
  void begin(const Scene& scene, std::span<Body* const> bodies);

  /// Before a step that may be divided into too few parts.
  void before_step(std::span<Body* const> bodies, const StepDivision& division);
  /// After that step.
  void after_step(std::span<Body* const> bodies, const Settings& settings, const StepStatistics& statistics);

  /// Forgets what was seen after a step, to which the run has gone back.
  void go_back(std::uint64_t step);

  const std::vector<RunNotice>& notices() const { return notices_; }

private:
  struct Flight {
    FastPair pair;
    Vec3 from; ///< where the centre of pair.body was, in the frame of the other
  };

  void look_below(const Scene& scene, std::span<Body* const> bodies);
  void look_at_clamps(const Scene& scene, std::span<Body* const> bodies);
  void look_through(std::span<Body* const> bodies, const Settings& settings, std::uint64_t step);
  void look_for_lost(std::span<Body* const> bodies, std::uint64_t step);
  void look_at_solve(const Settings& settings, const StepStatistics& statistics);
  void tell(RunNotice::Kind kind, std::uint64_t step, std::vector<std::string> bodies, std::string text);
  bool told(RunNotice::Kind kind, const std::vector<std::string>& bodies) const;

  std::vector<std::string> names_;
  std::vector<bool> lost_; ///< bodies that have left
  Box start_;              ///< that all bodies filled
  std::vector<Flight> flights_;
  std::vector<RunNotice> notices_;
  std::vector<double> residuals_; ///< of the steps that were not solved
};

} // namespace lamina
