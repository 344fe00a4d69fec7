#pragma once

#include "core/record/recorded_run.h"
#include "core/report/step_series.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// An input of a run that a report marks: a setting, a preset, a material, or a body that was held.
struct ReportMark {
  std::uint64_t from = 0, to = 0; ///< steps done before it began and ended; equal for what takes no time
  std::string words;
};

/// What a report shows of a run folder.
struct ReportRun {
  RecordedRun recorded; ///< without steps
  std::string name;     ///< of the folder
  StepSeries series;
  std::vector<ReportMark> marks;
  std::vector<std::string> notes; ///< sentences for the reader of a report: cut lines, other versions …
};

/// Reads a run folder (or the run.json in one). Throws InputError naming file, line and reason: what read_run
/// and read_step_series throw.
ReportRun read_report_run(const std::filesystem::path& folder);

} // namespace lamina
