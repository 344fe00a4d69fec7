#pragma once

#include "core/simulation/request.h"
#include "core/simulation/snapshot.h"

#include <filesystem>
#include <memory>
#include <string>

namespace lamina {

/// Writes a run folder: run.json, scene.json, events.jsonl, steps.csv (all columns of the run format; those that do
/// not apply stay empty) and bodies.csv. Lines reach the disk at least once a second, so a crash loses at most the last second.
class Recorder {
public:
  /// Makes the folder and writes run.json and scene.json. Throws std::runtime_error with path and reason.
  Recorder(const std::filesystem::path& folder, const Scene& scene, const Settings& settings);
  ~Recorder(); ///< flushes; never throws

  /// Notes an input before step `step` (counted from 0). Throws std::runtime_error on a full or unwritable disk.
  void event(std::uint64_t step, const Event& event);

  /// Notes a finished step; render_ms < 0 leaves that field empty. Throws std::runtime_error on a full or unwritable disk.
  void step(const StepStatistics& statistics, const Snapshot& snapshot, double render_ms = -1);

  /// Flushes and writes the final figures into run.json. Throws std::runtime_error.
  void finish();

  const std::filesystem::path& folder() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// A folder that does not exist yet: "PARENT/YYYY-MM-DD-HHMMSS-NAME", with a number behind it if need be.
std::filesystem::path new_run_folder(const std::filesystem::path& parent, const std::string& name);

} // namespace lamina
