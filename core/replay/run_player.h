#pragma once

#include "core/base/progress.h"
#include "core/record/recorded_run.h"
#include "core/scene/scene.h"
#include "core/simulation/simulation.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

namespace lamina {

/// Shows the stored steps of a run in any order, and goes on from any of them. Frames are numbered by the
/// steps whose ends they are: frame 0 is the first state. Every frame holds the complete state, so nothing is
/// simulated but where it is said. Not for several threads at once.
class RunPlayer {
public:
  /// Opens a run folder that has a frame stream (`lamina replay RUN --frames`, or recorded with one). Throws
  /// InputError for a folder that is no run or has no stream, or one that belongs to another scene;
  /// Cancelled.
  explicit RunPlayer(const std::filesystem::path& folder, const Progress& progress = {});
  ~RunPlayer();

  /// What the folder says, with the numbers of all steps (for plots).
  const RecordedRun& run() const;
  std::shared_ptr<const Scene> scene() const;

  /// Whether scene and meshes are, bit by bit, those that were recorded.
  bool scene_agrees() const;

  std::uint64_t first_step() const; ///< of the first frame
  std::uint64_t last_step() const;  ///< of the last

  /// Simulated times at the ends of the stored steps, s. Reads every frame of which steps.csv says nothing.
  std::vector<double> times();

  /// Asked while show() simulates what the stream begins too late for; returning false
  /// makes them throw Cancelled.
  void set_progress(Progress progress);

  /// Instead of the recording's, for what is simulated; 0: all processors.
  void set_threads(int threads);

  /// What a frame shows: as Simulation::snapshot, with the forces on bodies and what drags. Contacts are
  /// there if pixels or trees are wanted, exactly as the run had them. They are found again by simulating the
  /// one step that ends at the frame; under `swept` and constraints all steps since the last one that was
  /// shown. Frames without a frame before them have none. Throws InputError for a damaged frame.
  std::shared_ptr<Snapshot> show(std::uint64_t step, const SnapshotExtras& extras = {});

  /// A simulation of its own at the end of a step. Step 0 is included, and so are steps between the first
  /// state and the stream's first frame. Those, and all under `swept`, are simulated from the start. Its log
  /// of inputs is that of the run up to there, so that a recording of what follows is whole. A hand that held
  /// something lets go.
  std::unique_ptr<Simulation> continue_from(std::uint64_t step, const Progress& progress = {}) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lamina
