#pragma once

#include "core/interactive/simulation_thread.h"
#include "core/replay/run_player.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lamina {

/// Plays a recorded run on a thread of its own, paced by its simulated time. It publishes snapshots as
/// SimulationThread does, with `playing` and, while it plays, the chosen speed as `real_time_factor`. Nothing
/// is simulated, except where contact pixels are asked for. Starts paused. A frame that cannot be shown
/// pauses it, with the reason as the snapshot's problem, and can be passed over.
class PlaybackThread {
public:
  static constexpr double slowest = 0.1, fastest = 10; ///< simulated over wall seconds

  using Published = std::function<void(const std::shared_ptr<const Snapshot>&)>;

  /// Takes a player and what it shows at first. `revision` becomes the snapshots' scene_revision. `published`
  /// is called on this object's own thread with each new snapshot; it must be quick. Throws what reading
  /// frames throws.
  PlaybackThread(std::shared_ptr<RunPlayer> player, std::shared_ptr<const Snapshot> first,
                 std::uint64_t revision, Published published = {});
  ~PlaybackThread();

  /// Stops, and gives back the player; nothing else may be asked of this object then.
  std::shared_ptr<RunPlayer> release();

  const RecordedRun& run() const;
  std::uint64_t first_step() const;
  std::uint64_t last_step() const;
  const std::vector<double>& times() const; ///< of frames first_step() to last_step(), s

  std::uint64_t position() const; ///< the step that was asked for last; its snapshot may be on its way

  bool playing() const; ///< from play() on, until the end is shown

  /// All return at once. Steps outside the stream mean its ends; play() at the end begins anew.
  void seek(std::uint64_t step);
  void pause();
  void play();
  void set_speed(double speed);
  void show(const SnapshotExtras& extras);

  /// As SimulationThread's: while a film is made, playing waits for those who draw, not for time to pass.
  void film(double interval_s);
  std::optional<FilmFrame> take_film_frame();

  std::shared_ptr<const Snapshot> latest() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The last of ascending times that is not after `time_s`, as an index; 0 if all are.
std::size_t index_at(const std::vector<double>& times, double time_s);

} // namespace lamina
