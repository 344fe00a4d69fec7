#pragma once

#include "core/simulation/event.h"
#include "core/simulation/snapshot.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// A scene in motion, stepped by hand: detection, response and integration with a fixed time step.
/// Single-threaded towards its caller; uses the threads that the settings name inside. The same scene,
/// settings and events give the same states bit for bit, whatever the number of threads.
class Simulation {
public:
  /// Takes the loaded scene (all meshes prepared and accepted). Throws InputError for a scene that cannot
  /// run.
  explicit Simulation(std::shared_ptr<const Scene> scene);
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  /// Applies an input now; the next step feels it. Throws InputError (unknown setting, value out of range).
  void apply(const Event& event);

  /// One step. Returns false, with the last good state kept and problem() saying why, if the state became
  /// non-finite or something failed on the way, as where memory is short.
  bool step();

  /// Back to the end of an earlier step, as if what came later had not happened. Settings, camera and what
  /// bodies were made to be stay as they are. False if that state is not kept any more.
  bool go_back(std::uint64_t step);
  std::uint64_t oldest_step() const; ///< the earliest one that can be gone back to

  /// An input and the number of steps done before it.
  struct LoggedEvent {
    std::uint64_t step;
    Event event;
  };

  /// The end of a step as it was stored elsewhere.
  struct StoredState {
    StepStatistics statistics;
    std::vector<double> bodies; ///< see body_states()
    /// What the contact solver keeps of the step, and who is asleep; empty where that was not stored.
    std::vector<double> multipliers = {}, sleep = {};
    std::vector<Pose> surfaces = {}; ///< of rigid bodies, where these may lag
  };
  StoredState stored_state() const; ///< after the last step

  /// The complete state of all bodies after the last step, as numbers; valid until the simulation changes.
  std::span<const double> body_states() const;

  /// Puts a run of this scene and these first settings at the end of a step without simulating it. `events`
  /// are its inputs in order, of which those before the step are taken; `stored` gives states: that of
  /// `step`, and the one in which what is held at `step` was taken hold of. step() goes on from there bit for
  /// bit. There are no contacts to see until then, and no earlier states to go back to. Throws InputError for
  /// inputs or states that cannot belong to the scene; the simulation is then good for another go_to() only.
  void go_to(std::uint64_t step, std::span<const LoggedEvent> events,
             const std::function<StoredState(std::uint64_t)>& stored);

  /// Every input since the first state, in order; with first_settings() and the scene it determines the run.
  const std::vector<LoggedEvent>& events() const;
  const Settings& first_settings() const;

  const std::string& problem() const;
  /// What the simulation had to change by itself, and why: a device that failed gives way to backend cpu. The
  /// change is among the events. Empty if nothing, or since the backend was chosen anew.
  const std::string& notice() const;
  /// What a person should know of the run so far, in the order in which it was seen.
  const std::vector<RunNotice>& notices() const;
  const Settings& settings() const;
  const Scene& scene() const; ///< as the first state has it
  const StepStatistics& statistics() const;

  /// The state as of now. Pixels are copied only if asked for. Detection is done for the state before the
  /// last step's motion, so contacts belong to the beginning of the last step.
  std::shared_ptr<Snapshot> snapshot(const SnapshotExtras& extras = {}) const;

  /// The part of it that a recording keeps: statistics, names, poses, velocities and forces of bodies, and
  /// what drags; no surfaces and no contacts, which cost time to copy.
  std::shared_ptr<Snapshot> recorded_snapshot() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lamina
