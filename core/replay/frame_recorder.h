#pragma once

#include "core/record/frame_file.h"
#include "core/replay/replay.h"

#include <filesystem>
#include <optional>
#include <string>

namespace lamina {

/// Writes the frame stream of a run folder that has none yet, or a new one: from a simulation that repeats
/// the run. The file takes its place in finish(); until then, and without it, an earlier one stays.
class FrameRecorder {
public:
  /// `scene_hash`: as run.json has it.
  FrameRecorder(const std::filesystem::path& folder, std::string scene_hash);
  ~FrameRecorder(); ///< removes what was not finished

  /// The state as it is: first the one before the first step, then after every step. Throws
  /// std::runtime_error with path and reason.
  void add(const Simulation& simulation);

  void finish(); ///< throws as add

private:
  std::filesystem::path path_, part_;
  std::string scene_hash_;
  std::optional<FrameWriter> writer_;
};

/// Writes the frame stream of a run by simulating it again from its beginning to its end. The result says
/// whether that led to the recorded numbers; the stream is what the simulation came to. Throws InputError,
/// Cancelled, which leaves the folder as it was, and as FrameRecorder.
ReplayResult write_frames(const RecordedRun& run, const Progress& progress = {});

} // namespace lamina
