#pragma once

#include "core/base/progress.h"
#include "core/compare/plan.h"
#include "core/reference_overlap/reference_overlap.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina::compare {

/// A state by the reference overlap.
struct Sample {
  std::uint64_t step = 0; ///< steps done
  std::vector<Overlap> overlaps;
  std::size_t missed = 0;  ///< of those that count (see least_share), pairs in which the method saw nothing
  std::size_t counted = 0; ///< of those that count, whatever the method saw; 0 where that is not known
};

/// A run of a scene under one method, as it was watched. Nothing of it but times and memory differs when it
/// is made again.
struct CaseRun {
  Case of;
  int threads = 1;
  std::vector<StepStatistics> steps;     ///< [n] after n steps; [0] is the first state
  std::vector<Sample> samples;           ///< about every tenth step, the first and the last state among them
  std::size_t stride = 10;               ///< steps from a sample to the next
  std::vector<std::vector<Vec3>> forces; ///< of the last tenth: contact force on each movable body, N
  double worst_imbalance = 0;      ///< of any step: |sum of all contact forces| over the sum of their sizes
  std::vector<double> processor_s; ///< [n - 1] of step n: what it took in all threads
  std::optional<std::int64_t> memory; ///< bytes of heap above what was there before the simulation was made
  double movable_mass = 0;            ///< kg
  double movable_volume = 0;          ///< m³
  std::vector<BodyPose> ends;         ///< of the movable bodies in the last state
  std::vector<std::string> left;      ///< names of the movable bodies that left the scene: see run_case
  bool driven = false;                ///< whether scripted bodies or bones do work
  bool free = false;                  ///< without gravity and prescribed bodies, so that momentum must stay
  /// The last state with contact pixels, to be drawn; null of a run that did not begin.
  std::shared_ptr<const Snapshot> last_state;
  std::vector<std::string> limits; ///< of the method in the first state and the last
  std::string problem;             ///< why it ended early; empty if it did not
};

/// Runs a scene under a case for so many steps and watches. A scene that the method refuses, or that stops
/// itself, gives a run with a problem. A body has left the scene if nothing holds it any more: at the end its
/// centre lies below all bodies that are fixed or scripted, along gravity, and nothing touched it in the last
/// tenth of the steps. Throws Cancelled if the progress (fraction of this run) asks to stop.
CaseRun run_case(const Scene& scene, const Case& wanted, int steps, const Progress& progress);

} // namespace lamina::compare
