#pragma once

#include "core/record/arithmetic.h"
#include "core/record/event_log.h"
#include "core/record/machine.h"
#include "core/settings/settings.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// What a run folder says, but for its scene, bodies.csv and frames.
struct RecordedRun {
  std::filesystem::path folder;
  std::string version; ///< of the program that recorded it
  std::string started; ///< local time, ISO 8601
  std::string title;   ///< of the scene
  std::string scene_hash;
  Settings settings; ///< in force at the first state
  int threads = 1;   ///< that it was computed with at first
  Machine machine;
  Arithmetic arithmetic; ///< empty where the recording does not state it
  bool finished = false; ///< false if the program ended before the recording did
  std::vector<RecordedEvent> events;
  /// One for each recorded step, without gaps; the first need not be step 1. What the file lacks is zero.
  std::vector<StepStatistics> steps;
  std::vector<std::string> columns; ///< of steps.csv
  std::vector<std::string> notes;   ///< what the user should know, one sentence each
};

/// Reads a run folder: also one whose recording was cut off at any moment, from which lines that were not
/// written whole are left out. Throws InputError, naming file and line, for a folder that holds no run, and
/// for inputs that no recording holds. Likewise for files that are missing, malformed or of a later format.
RecordedRun read_run(const std::filesystem::path& folder);

/// The same without steps and columns, for those who read steps.csv in a way of their own.
RecordedRun read_run_without_steps(const std::filesystem::path& folder);

} // namespace lamina
