#pragma once

#include "core/simulation/request.h"
#include "core/simulation/simulation.h"
#include "core/simulation/snapshot.h"

#include <functional>
#include <memory>

namespace lamina {

/// Runs a simulation on a thread of its own, paced to real time, and publishes immutable snapshots. Neither
/// side ever waits for the other. Starts paused and empty.
class SimulationThread {
public:
  /// `published` is called on the simulation thread after each new snapshot; it must be quick (queue an
  /// update).
  explicit SimulationThread(std::function<void()> published = {});
  ~SimulationThread(); ///< stops and joins; closes a recording cleanly

  /// Queues a request; returns at once. Applied at the next step boundary, also while paused.
  void post(Request request);

  /// Queues a simulation that was made elsewhere, such as one that goes on from a step of a recorded run, to
  /// take the place of what is open; as a new scene does, it ends a recording and leaves playing or paused as
  /// it is.
  void take_over(std::unique_ptr<Simulation> simulation);

  /// The newest snapshot; null before the first scene.
  std::shared_ptr<const Snapshot> latest() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lamina
