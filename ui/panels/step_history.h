#pragma once

#include "core/simulation/snapshot.h"

#include <array>
#include <cstddef>
#include <deque>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace lamina {

/// The phases of F08 Table 1 and those of methods with trees (making or refitting them, asking them), in the
/// order in which they are stacked.
enum class Phase { broad, upload, ldi, volume, trees, search, simulation, render };
constexpr std::size_t phase_count = 8;
constexpr std::array<std::string_view, phase_count> phase_names = {
    "broad phase", "upload", "LDI", "volume", "trees", "search", "simulation", "render"};

/// Milliseconds per phase of one step.
using PhaseTimes = std::array<float, phase_count>;

/// What the plots show of one step.
struct StepFigures {
  PhaseTimes phases{};
  StepStatistics statistics;
};

/// The figures of the last 512 steps. The simulation thread adds steps, the window adds the time of drawing;
/// both may call at once.
class StepHistory {
public:
  static constexpr std::size_t capacity = 512;

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

  /// Whether a phase took any time in one of these steps.
  static bool took_time(const std::vector<StepFigures>& steps, Phase phase);
  /// Mean phase times over the last `count` steps; zeros without any.
  static PhaseTimes mean(const std::vector<StepFigures>& steps, std::size_t count);

private:
  mutable std::mutex mutex_;
  std::deque<StepFigures> kept_;
  std::uint64_t last_step_ = 0;
  float render_ = 0;
};

} // namespace lamina
