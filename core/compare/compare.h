#pragma once

#include "core/base/progress.h"
#include "core/bench/csv_fields.h"
#include "core/compare/figures.h"
#include "core/compare/largest_step.h"
#include "core/report/report_page.h"
#include "core/report/report_tables.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina::compare {

struct Column {
  CaseRun run;
  Figures figures;
  std::optional<LargestStep> largest_step; ///< if it was looked for
};

/// The same scene under some methods.
struct Comparison {
  std::string title, look_for;
  double time_step = 0; ///< s
  int steps = 0;        ///< that each run was to do
  bench::MachineWords machine;
  std::vector<Column> columns;
};

/// Runs one case after the other, so that times are comparable as far as other programs let them be; machine
/// says how busy those were. Throws InputError for a bad plan or a scene that cannot run under any of the
/// methods, Cancelled if the progress asks to stop.
Comparison compare_methods(const Scene& scene, const Plan& plan, const Progress& progress);

/// Rows with one cell a column, under headings.
struct Section {
  std::string title;
  std::vector<ReportRow> rows;
};

/// What came of it, as one reads it. Rows in which no column has anything are left out.
std::vector<Section> tables_of(const Comparison& comparison);

/// Sentences on what was compared, on what machine, and how busy that was.
std::vector<std::string> facts_of(const Comparison& comparison);

/// For a terminal: facts, then aligned columns.
std::string comparison_text(const Comparison& comparison);

/// One HTML page that needs nothing but itself. Pictures belong to columns, in their order.
std::string comparison_page(const Comparison& comparison, const ReportExtras& extras);

} // namespace lamina::compare
