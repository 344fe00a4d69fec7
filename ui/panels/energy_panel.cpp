#include "core/contact/method.h"
#include "ui/panels/measure_plot.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"

#include <algorithm>

namespace lamina {
void draw_energy_panel(PanelContext&);

namespace {

constexpr ImU32 blue = IM_COL32(90, 150, 222, 255), orange = IM_COL32(226, 156, 66, 255),
                green = IM_COL32(108, 178, 92, 255), violet = IM_COL32(170, 130, 210, 255),
                red = IM_COL32(222, 96, 84, 255);

// Heights have no zero of their own, so what is plotted of the potential energy is how far it is above the
// lowest in sight.
std::vector<PlotLine> energies(double lowest_potential) {
  return {
      {"kinetic", blue, [](const StepStatistics& s) { return s.kinetic_J; }},
      {"potential", green, [=](const StepStatistics& s) { return s.potential_J - lowest_potential; }},
      {"contact", orange, [](const StepStatistics& s) { return s.contact_J; }},
      {"elastic", violet, [](const StepStatistics& s) { return s.elastic_J; }},
      {"total", red,
       [=](const StepStatistics& s) {
         return s.kinetic_J + s.potential_J - lowest_potential + s.contact_J + s.elastic_J;
       }},
  };
}

} // namespace

void draw_energy_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  const std::vector<StepFigures> steps = context.history->steps();
  double lowest_potential = context.snapshot->statistics.potential_J;
  for (const StepFigures& step : steps)
    lowest_potential = std::min(lowest_potential, step.statistics.potential_J);

  const std::vector<PlotLine> lines = energies(lowest_potential);
  const float font = ImGui::GetFontSize();
  StepPlot plot = begin_step_plot("energy plot", 5 * font);
  draw_plot_lines(plot, steps, lines, "J");
  end_step_plot(context, "energy plot", plot, steps);
  cursor_line(context, "energy", steps);
  const StepFigures* at = figures_at_cursor(context, steps);
  const StepStatistics& shown = at ? at->statistics : context.snapshot->statistics;
  for (const PlotLine& line : lines)
    legend_line(line.name, line.colour, brief(line.value(shown)) + " J");

  const std::vector<PlotLine> momentum = {
      {"momentum", blue, [](const StepStatistics& s) { return s.momentum.norm(); }}};
  plot = begin_step_plot("momentum plot", 2.6f * font);
  draw_plot_lines(plot, steps, momentum, "kg m/s");
  end_step_plot(context, "momentum plot", plot, steps);
  legend_line("momentum", blue, brief(shown.momentum.norm()) + " kg m/s");

  const MeasurePlot overlap = measure_plot(measure_of(context.snapshot->settings.contact.method));
  plot = begin_step_plot("overlap plot", 2.6f * font);
  draw_plot_lines(plot, steps, {overlap.line}, overlap.unit);
  end_step_plot(context, "overlap plot", plot, steps);
  legend_line(overlap.line.name, overlap.line.colour, brief(overlap.line.value(shown)) + " " + overlap.unit);
}

} // namespace lamina
