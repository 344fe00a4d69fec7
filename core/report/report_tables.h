#pragma once

#include "core/report/report_run.h"

#include <span>
#include <string>
#include <vector>

namespace lamina {

/// A row of a table with one cell a run.
struct ReportRow {
  std::string label;
  std::vector<std::string> cells;
  std::string sentence; ///< what it means; may be empty

  bool differs() const; ///< whether not all cells are equal
};

/// What a run was and came to: scene, machine, length, speed, final figures. Rows that no run can fill are
/// left out.
std::vector<ReportRow> fact_rows(std::span<const ReportRun> runs);

/// Every setting, in the order of the declarations, as it was at the first state.
std::vector<ReportRow> setting_rows(std::span<const ReportRun> runs);

/// The facts with their notes and inputs, as HTML.
std::string facts_section(std::span<const ReportRun> runs);

/// The settings as HTML: several runs show those that differ, a single one those that are not the default;
/// the others are there to unfold.
std::string settings_section(std::span<const ReportRun> runs);

} // namespace lamina
