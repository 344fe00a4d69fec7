#pragma once

#include "core/interactive/film_queue.h"
#include "core/interactive/request.h"
#include "core/simulation/simulation.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

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

  /// Queues that from now on the states that a film shows are kept until they are taken, from the present
  /// one on, `interval_s` of simulated time apart (FilmBeat). While a few wait, so does the simulation: a
  /// film misses nothing, however slow the drawing. 0 ends that and drops what waits.
  void film(double interval_s);

  /// The next state of the film; none if it has not come yet.
  std::optional<FilmFrame> take_film_frame();

  /// The newest snapshot; null before the first scene.
  std::shared_ptr<const Snapshot> latest() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lamina
