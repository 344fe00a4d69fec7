#pragma once

#include "core/base/progress.h"
#include "core/record/recorded_run.h"
#include "core/scene/scene.h"
#include "core/simulation/simulation.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// A number that came out otherwise, as both runs would write it.
struct DifferingValue {
  std::string name, recorded, replayed;
};

/// Where a replay first leaves its recording.
struct Difference {
  std::uint64_t step = 0;
  /// What differs in that step, in the order in which a step comes to it: the first is nearest to the cause.
  /// Empty if the replay's step was rejected.
  std::vector<DifferingValue> quantities;
  std::string body; ///< the first in bodies.csv that differs; "" if none does or it is not known
  std::vector<DifferingValue> body_values;
  std::string rejected; ///< why the replay could not do the step; "" if it could
};

struct ReplayOptions {
  std::optional<int> threads; ///< instead of the recording's; 0: all processors
  bool to_the_end = false;    ///< goes on after a difference
  /// Called with the first state, and after each step.
  std::function<void(const Simulation&)> after_step;
  Progress progress;
};

struct ReplayResult {
  std::uint64_t steps = 0;    ///< simulated
  std::uint64_t compared = 0; ///< of them with the recording; fewer where it began later
  std::optional<Difference> difference;
};

/// The scene of a recorded run.
struct RunScene {
  std::shared_ptr<const Scene> scene; ///< loaded, with the settings of the run's first state
  bool agrees = true;                 ///< it is, bit by bit, the one that was recorded
};

/// Throws InputError and Cancelled.
RunScene open_run_scene(const RecordedRun& run, const Progress& progress = {});

/// The inputs of a run as a simulation logs them.
std::vector<Simulation::LoggedEvent> logged_events(const RecordedRun& run);

/// Applies inputs of a run from number `next` on that came before the step that is to be done, and moves
/// `next` behind them. With `threads`, the recording's own changes of that setting are passed over. Throws
/// InputError, naming file and line, for an input that the scene cannot take.
void apply_inputs(const RecordedRun& run, std::optional<int> threads, std::size_t& next,
                  Simulation& simulation);

/// Simulates a run again from its scene and its inputs and compares every number that does not depend on the
/// machine's speed, bit by bit. Throws InputError and Cancelled.
ReplayResult replay(const RecordedRun& run, std::shared_ptr<const Scene> scene, const ReplayOptions& options);

} // namespace lamina
