#pragma once

#include "core/simulation/snapshot.h"

#include <array>
#include <cstddef>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace lamina {

/// The rows of a step's times, in the order in which they are stacked: the broad phase, the phases of
/// detection in the order of detection_phases(), response and integration, and drawing.
constexpr std::size_t broad_row = 0, simulation_row = most_phases + 1, render_row = most_phases + 2;
constexpr std::size_t time_rows = most_phases + 3;
constexpr std::size_t detection_row(std::size_t phase) {
  return 1 + phase;
}

/// Milliseconds of one step by row.
using PhaseTimes = std::array<float, time_rows>;

/// What the plots show of one step.
struct StepFigures {
  PhaseTimes phases{};
  StepStatistics statistics;
};

/// The figures of the last 512 steps, and the statistics of many more. The simulation thread adds steps, the
/// window adds the time of drawing; both may call at once.
class StepHistory {
public:
  static constexpr std::size_t capacity = 512;
  static constexpr std::size_t long_capacity = 20'000;

  /// Notes a step, unless it is the one noted last. A step number that falls forgets the steps from there on.
  void add(const StepStatistics& statistics);

  /// Forgets what there was and shows the last of these steps up to a step, as a recorded run has them.
  void show(std::span<const StepStatistics> run, std::uint64_t up_to);

  /// The time that drawing the newest snapshot took, ms; charged to the steps that follow until the next
  /// call.
  void set_render(double milliseconds);

  void clear();

  /// Oldest first; at most `capacity`.
  std::vector<StepFigures> steps() const;

  /// The statistics of the last `long_capacity` steps that were noted, oldest first; of a recorded run those
  /// that are shown.
  std::vector<StepStatistics> statistics() const;

  /// Whether what a row stands for took any time in one of these steps.
  static bool took_time(const std::vector<StepFigures>& steps, std::size_t row);
  /// Mean phase times over the last `count` steps; zeros without any.
  static PhaseTimes mean(const std::vector<StepFigures>& steps, std::size_t count);

private:
  mutable std::mutex mutex_;
  std::deque<StepFigures> kept_;
  std::deque<StepStatistics> long_;
  std::uint64_t last_step_ = 0;
  float render_ = 0;
};

} // namespace lamina
