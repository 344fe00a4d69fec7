#pragma once

#include "core/compare/compare.h"
#include "core/compare/misses.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamina::compare {

/// What is kept of a column where several scenes stand side by side.
struct ColumnSummary {
  std::string name, method;
  int fineness = 0; ///< see Case
  Figures figures;
  std::optional<std::int64_t> memory; ///< bytes
  std::vector<Miss> misses;
  bool serves = false;
  std::optional<LargestStep> largest_step = {}; ///< if it was looked for
};

struct SceneSummary {
  std::string name; ///< of the scene, and of its page without the extension
  std::string title, look_for;
  double time_step = 0;
  int steps = 0;
  bench::MachineWords machine;
  std::vector<ColumnSummary> columns;
};

SceneSummary summary_of(const std::string& name, const Comparison& comparison);

/// The column with the least overlap left among those that serve, and the one that takes the least processor
/// time among them; of equal ones the cheaper, then the first. None if none serves.
std::optional<std::size_t> best_by_quality(const SceneSummary& scene);
std::optional<std::size_t> best_by_cost(const SceneSummary& scene);

/// Names of all columns of all scenes, in the order in which they come first.
std::vector<std::string> all_columns(std::span<const SceneSummary> scenes);

/// One page with links to those of the scenes (name.html): which method for which scene, and a table of
/// overlap left and processor time, rows scenes and columns methods. It needs nothing but itself.
std::string index_page(std::span<const SceneSummary> scenes, const std::string& made);

/// For a terminal: the best methods of each scene, and those that do not serve with the reason.
std::string index_text(std::span<const SceneSummary> scenes);

/// A line for each column of each scene, with figures in SI units; lines that begin with # say on what
/// machine.
std::string figures_csv(std::span<const SceneSummary> scenes);

/// The plot of overlap left against processor time of a step: a point for each column that has both, and a
/// line through those of one method.
std::string quality_plot(const Comparison& comparison);

} // namespace lamina::compare
