#pragma once

#include "core/compare/run_case.h"

#include <optional>
#include <string>
#include <vector>

namespace lamina::compare {

/// The phases of a step: those of detection by what methods call them; "simulation" is mapping, response and
/// integration, "whole step" all of it.
std::vector<std::string> phase_names();

/// What a run amounts to. Figures that a run does not have, because it ended before or because nothing
/// touched, are none.
struct Figures {
  std::vector<double> milliseconds; ///< by phase_names(): median of all steps
  /// Processor time of a step in all threads: the mean over the second half of the run, in which overlap_left
  /// is measured too. What is made once, such as fields, is mostly made before. Other programs count for
  /// little in it.
  double processor_ms = 0;
  double processor_s = 0;                           ///< of all steps together
  std::uint64_t most_contacts = 0, most_points = 0; ///< of any step
  double greatest_depth = 0;                        ///< by the method's own measure, m
  std::optional<double> rest_depth_own;             ///< the same, mean over the last tenth of the steps

  // By the reference overlap
  double first_overlap = 0, greatest_overlap = 0, last_overlap = 0; ///< m³
  std::optional<double> rest_depth; ///< volume over area, sums over the last tenth, m; none without overlap
  /// Mean overlap in the second half of the run over the volume of the movable bodies: what is left once a
  /// deep start had time to be freed. It is the quality by which methods are ordered. Every overlap adds to
  /// it, where a mean depth gets less by one that is shallow. None of a run that ended early.
  std::optional<double> overlap_left;
  std::optional<bool> freed;           ///< of a scene that overlaps at the start: see freed_share
  std::optional<double> freed_after;   ///< s: the first sample from which on it stays below that share
  std::size_t missed = 0, counted = 0; ///< overlapping pairs that the method did not see, and all

  // Energies count what contact holds in the same state. Detection finds that at the beginning of the next
  // step, so energies are known up to the last state but one.
  double largest_rise = 0; ///< over the least energy up to then, J
  /// The same without what contact holds, J: what bodies gained by being pushed apart, or out of nothing.
  double largest_gain = 0;
  double drift = 0;        ///< last minus first, J
  double energy_scale = 0; ///< greatest kinetic energy, or change of potential energy, of any state, J

  std::optional<double> force_noise;    ///< see figures_of
  double force_imbalance = 0;           ///< see CaseRun::worst_imbalance
  std::optional<double> momentum_drift; ///< of free scenes: greatest |p − p₀| over the greatest √(2 m K)
};

/// Bodies count as freed if the overlap at the end is below this share of that at the start.
constexpr double freed_share = 0.01;

/// The energy of state n: that of its bodies and of its contacts. Sizes as CaseRun::steps, less one.
std::vector<double> energies(const CaseRun& run);

/// Force noise, over the last tenth of the steps, compares the contact forces on the movable bodies with
/// their means. It is the root of their summed variances over the root of the summed squares of their means:
/// 0 for forces that stand still. It means something only for scenes that have come to rest by then.
Figures figures_of(const CaseRun& run);

} // namespace lamina::compare
