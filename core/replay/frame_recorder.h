#pragma once

#include "core/record/frame_file.h"
#include "core/simulation/simulation.h"

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

} // namespace lamina
