#include "core/settings/setting_scope.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"

namespace lamina {
void draw_energy_panel(PanelContext&);

namespace {

// Curves with the values of one step below them.
void draw_curves(PanelContext& context, const StepCurves& curves, const std::vector<StepFigures>& steps,
                 const StepStatistics& shown, float height, TimeAxis axis = TimeAxis::none) {
  const std::string name = std::string(curves.name) + " plot";
  const StepPlot plot = begin_step_plot(name.c_str(), height, axis);
  draw_plot_lines(plot, steps, lines_of(curves), curves.unit);
  end_step_plot(context, name.c_str(), plot, steps);
  if (axis == TimeAxis::below)
    cursor_line(context, curves.name, steps);
  for (const StepCurve& curve : curves.curves)
    legend_line(curve.name, curve.colour, brief(curves.shown(curve, shown)) + " " + curves.unit);
}

} // namespace

void draw_energy_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  const std::vector<StepFigures> steps = context.history->steps();
  const StepFigures* at = figures_at_cursor(context, steps);
  const StepStatistics& shown = at ? at->statistics : context.snapshot->statistics;
  const float font = ImGui::GetFontSize();
  draw_curves(context, energy_curves(), steps, shown, 5 * font, TimeAxis::below);
  const StepCurves overlap = overlap_curves(context.snapshot->settings.contact);
  draw_curves(context, momentum_curves(), steps, shown, 2.6f * font);
  draw_curves(context, {"overlap", overlap.title, overlap.unit, overlap.unit_size, overlap.curves}, steps,
              shown, 2.6f * font);
  const ContactSettings& contact = context.snapshot->settings.contact;
  if (const auto errors = error_curves(contact); errors && knows_volume_error(contact))
    draw_curves(context, *errors, steps, shown, 2.6f * font);
  large_plots_button(context, "energy");
}

} // namespace lamina
