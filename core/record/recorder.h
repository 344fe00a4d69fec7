#pragma once

#include "core/simulation/event.h"
#include "core/simulation/snapshot.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>

namespace lamina {

/// Writes a run folder: run.json, scene.json, events.jsonl, steps.csv (all columns of the run format; those
/// that do not apply stay empty), bodies.csv and, if asked for, a frame stream (frame_file.h). Every line
/// goes to the system as it is written, so a crash of the program loses nothing of it. Doubles are written
/// with the fewest digits that read back to the same bits.
class Recorder {
public:
  /// Makes the folder and writes run.json and scene.json. `settings` are those in force now; the scene is
  /// written as it was loaded. Throws InputError if the folder already holds a run, std::runtime_error with
  /// path and reason otherwise.
  Recorder(const std::filesystem::path& folder, const Scene& scene, const Settings& settings);
  ~Recorder(); ///< flushes; never throws

  /// Notes an input before step `step` (counted from 0). Throws std::runtime_error on a full or unwritable
  /// disk.
  void event(std::uint64_t step, const Event& event);

  /// Notes a finished step; render_ms < 0 leaves that field empty. Throws std::runtime_error on a full or
  /// unwritable disk.
  void step(const StepStatistics& statistics, const Snapshot& snapshot, double render_ms = -1);

  /// Adds the end of each step that is recorded to the frame stream, which the first call begins. If wanted,
  /// the state that the first step starts from comes before. `states` are Simulation::body_states(). Throws
  /// std::runtime_error on a full or unwritable disk.
  void frame(const Snapshot& snapshot, std::span<const double> states);

  /// Flushes and writes the final figures into run.json. Throws std::runtime_error.
  void finish();

  const std::filesystem::path& folder() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Throws InputError, before work begins, if a run cannot be recorded to this folder: it holds one already,
/// or it cannot be written. Makes nothing.
void refuse_run_folder(const std::filesystem::path& folder);

/// Version of the run folder's format, in run.json.
inline constexpr int run_format_version = 1;

/// Identifies what a run started from: the resolved scene and, bit by bit, its meshes; not where files lie.
/// Sixteen hexadecimal digits.
std::string scene_hash(const Scene& scene);

/// A folder that does not exist yet: "PARENT/YYYY-MM-DD-HHMMSS-NAME", with a number behind it if need be.
std::filesystem::path new_run_folder(const std::filesystem::path& parent, const std::string& name);

} // namespace lamina
