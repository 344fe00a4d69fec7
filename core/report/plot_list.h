#pragma once

#include "core/report/report_run.h"

#include <span>
#include <string>
#include <vector>

namespace lamina {

/// One curve of a plot.
struct PlotCurve {
  std::string column; ///< of StepSeries
  std::string label;
};

/// One plot of a report: quantities that share an axis.
struct Plot {
  std::string name; ///< short, for identifiers
  std::string title;
  std::string sentence; ///< what one sees, for the reader
  std::string quantity; ///< unit of the columns: "J", "m³", "m", "kg·m/s", "ms", or "" for counts
  bool logarithmic = false;
  bool jumpy = false;            ///< differs from step to step, as times do: thin solid lines
  std::vector<PlotCurve> curves; ///< the first one is compared when runs are laid over each other
};

/// The unit that an axis is labelled in: shown value = value / size.
struct PlotUnit {
  std::string name;
  double size = 1;
};

/// A plot of some runs: without the curves that none of them has, and with the axis that suits all of them.
struct ShownPlot {
  Plot plot;
  PlotUnit unit;
  double least = 0, greatest = 0; ///< of all curves of all runs, in the shown unit
};

/// All plots of a report that have something to show in these runs.
std::vector<ShownPlot> shown_plots(std::span<const ReportRun> runs);

/// The unit in which a number of that size is read best: 0.00002 m³ are 20 cm³.
PlotUnit suitable_unit(const std::string& quantity, double greatest);

} // namespace lamina
