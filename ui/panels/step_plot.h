#pragma once

#include "ui/panels/panel.h"
#include "ui/panels/plots/step_curves.h"

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// The place of a plot over the last steps: newest at the right edge, room for StepHistory::capacity of them.
struct StepPlot {
  ImVec2 from, to; ///< corners in screen points
  float axis = 0;  ///< height of the time axis below it, in screen points
  float x_of(std::size_t index, std::size_t count) const;
};

/// One line of a plot; where its value is no number, it has a gap.
struct PlotLine {
  const char* name;
  ImU32 colour;
  std::function<double(const StepStatistics&)> value;
};

/// Whether a plot has an axis with times below it; plots under each other need one together.
enum class TimeAxis { none, below };

/// Lays out a plot as wide as there is room; draw_plot_lines comes first, end_step_plot draws the cursor and
/// lets go. All plots share one cursor: where the pointer is, or the step that a click has pinned. A click
/// pauses and pins; a click on the pinned plot, or playing, frees it.
StepPlot begin_step_plot(const char* name, float height, TimeAxis axis = TimeAxis::none);
void end_step_plot(PanelContext& context, const char* name, const StepPlot& plot,
                   const std::vector<StepFigures>& steps);

/// The step at the cursor, if it is one of these.
const StepFigures* figures_at_cursor(const PanelContext& context, const std::vector<StepFigures>& steps);

/// Those of curves, in the units that are shown.
std::vector<PlotLine> lines_of(const StepCurves& curves);

/// Draws ground and axis, and lines over a common range that holds them all, with the range's ends written at
/// the left.
void draw_plot_lines(const StepPlot& plot, const std::vector<StepFigures>& steps,
                     const std::vector<PlotLine>& lines, const char* unit);

/// Writes into the upper or lower left corner of a plot, readable over whatever is drawn there.
enum class PlotCorner { upper, lower };
void label_plot(const StepPlot& plot, PlotCorner corner, const std::string& text);

/// One line below a plot: step and time at the cursor, and a way back there while its state is kept.
void cursor_line(PanelContext& context, const char* name, const std::vector<StepFigures>& steps);

/// A button that opens the plots in a window of their own, beginning with curves of that name.
void large_plots_button(PanelContext& context, const char* curves);

/// A name with its colour on the left and a value on the right.
void legend_line(const char* name, ImU32 colour, const std::string& value);

} // namespace lamina
