#pragma once

#include "core/report/step_series.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace lamina {

/// An input of a run that a report marks: a setting, a preset, a reset, or a body that was held.
struct ReportMark {
  std::uint64_t from = 0, to = 0; ///< steps done before it began and ended; equal for what takes no time
  std::string words;
};

/// What a report shows of a run folder.
struct ReportRun {
  std::filesystem::path folder;
  std::string name; ///< of the folder
  std::string title, scene_hash, version, started, cpu, system;
  std::int64_t cores = 0, threads = 0;
  bool finished = false;
  double wall_s = -1; ///< < 0: not known, as of runs that did not end by themselves
  std::vector<std::pair<std::string, std::string>> settings; ///< name and value, in the order of the file
  StepSeries series;
  std::vector<ReportMark> marks;
  std::vector<std::string> notes; ///< what the reader of a report should know: cut lines, other versions …

  /// The value of a setting, or "" if the run does not state it.
  const std::string& setting(const std::string& setting_name) const;
};

/// Reads a run folder (or the run.json in one). Throws InputError naming file, line and reason: no such
/// folder, no run in it, a run.json or events.jsonl that cannot be understood, and what read_step_series
/// throws.
ReportRun read_report_run(const std::filesystem::path& folder);

} // namespace lamina
