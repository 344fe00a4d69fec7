#include "core/contact/method.h"
#include "core/settings/setting_scope.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace lamina {
void draw_profiler_panel(PanelContext&);

namespace {

constexpr ImU32 broad_colour = IM_COL32(142, 124, 195, 255), simulation_colour = IM_COL32(108, 178, 92, 255),
                render_colour = IM_COL32(150, 156, 164, 110);
// Of the phases of detection; those behind them begin anew.
constexpr std::array<ImU32, 7> detection_colours = {IM_COL32(96, 170, 172, 255), IM_COL32(90, 150, 222, 255),
                                                    IM_COL32(226, 156, 66, 255), IM_COL32(212, 92, 92, 255),
                                                    IM_COL32(222, 196, 84, 255), IM_COL32(196, 128, 176, 255),
                                                    IM_COL32(150, 120, 90, 255)};

ImU32 row_colour(std::size_t row) {
  return row == broad_row        ? broad_colour
         : row == simulation_row ? simulation_colour
         : row == render_row     ? render_colour
                                 : detection_colours[(row - detection_row(0)) % detection_colours.size()];
}

constexpr ImU32 solver_colour = IM_COL32(108, 178, 92, 255);

float total(const PhaseTimes& times) {
  float sum = 0;
  for (float value : times)
    sum += value;
  return sum;
}

// The top of the plot: a round number of milliseconds above the simulation's part of all but the two per cent
// of steps that stick out. Drawing, which takes far longer on a machine without a GPU, may be cut off there.
float plot_top(const std::vector<StepFigures>& steps) {
  std::vector<float> totals;
  for (const StepFigures& step : steps)
    totals.push_back(1.25f * (total(step.phases) - step.phases[render_row]));
  if (totals.empty())
    return 1;
  const auto at = totals.begin() + long(0.98 * double(totals.size() - 1));
  std::nth_element(totals.begin(), at, totals.end());
  float top = 0.1f;
  for (int i = 0; top < *at; ++i)
    top *= i % 3 == 1 ? 2.5f : 2.0f;
  return top;
}

// Stacked columns, one a step, newest at the right edge.
void draw_columns(const StepPlot& plot, const std::vector<StepFigures>& steps, float top) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->PushClipRect(plot.from, plot.to, true);
  const float column = (plot.to.x - plot.from.x) / float(StepHistory::capacity);
  const float height = plot.to.y - plot.from.y;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const float x = plot.x_of(i, steps.size());
    float y = plot.to.y;
    for (std::size_t row = 0; row < time_rows; ++row) {
      const float next = y - height * steps[i].phases[row] / top;
      if (y - next > 0.05f)
        draw->AddRectFilled({x, next}, {x + std::max(column, 1.0f), y}, row_colour(row));
      y = next;
    }
  }
  draw->PopClipRect();
  char text[32];
  std::snprintf(text, sizeof text, "%g ms", double(top));
  label_plot(plot, PlotCorner::upper, text);
}

// A row's line in the table: its name under the method in force, and one that is the same under all.
struct TimeRow {
  std::size_t row;
  std::string label, id;
  bool of_method;            ///< has its line from the start
  std::string sentence = {}; ///< shown where the pointer is
};

std::vector<TimeRow> rows_of(const std::string& method) {
  std::vector<TimeRow> rows{{broad_row, "broad phase", "broad phase", true}};
  const std::span<const std::size_t> own = phases_of_method(method);
  for (std::size_t phase = 0; phase < detection_phases().size(); ++phase)
    rows.push_back({detection_row(phase), phase_label(method, phase), detection_phases()[phase].label,
                    std::find(own.begin(), own.end(), phase) != own.end(),
                    detection_phases()[phase].sentence});
  rows.push_back({simulation_row, "simulation", "simulation", true});
  rows.push_back({render_row, "render", "render", true});
  return rows;
}

std::string milliseconds(double value) {
  char text[32];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f ms" : "%.1f ms", value);
  return text;
}

bool converged(const StepStatistics& s, const Settings& settings) {
  return s.cg_residual <= wanted_residual(settings) * (1 + 1e-9);
}

// What the response by constraints took, and how well its constraints hold.
void constraint_rows(PanelContext& context, const StepStatistics& s) {
  const auto row = [&](const char* name, const std::string& text, const char* sentence) {
    ImGui::BeginGroup();
    legend_line(name, 0, text);
    ImGui::EndGroup();
    context.rects.record(name);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", sentence);
  };
  row("Newton steps, rounds",
      grouped(std::uint64_t(s.newton_steps)) + ", " + grouped(std::uint64_t(s.rounds)),
      "Newton's method finds the velocities of the step, again for each round of multipliers.");
  row("complementarity", brief(s.complementarity_m_s * 1e3) + " mm/s",
      "The most by which a contact cell misses the speed that it wants where it presses,\nor falls below it "
      "where it does not.");
}

// Iterations of the linear solver over the last steps, with those steps marked that ran out of them.
void solver_rows(PanelContext& context, const std::vector<StepFigures>& steps, const StepStatistics& s) {
  const Settings& settings = context.snapshot->settings;
  const ImU32 warning = ImGui::ColorConvertFloat4ToU32(warning_colour(context.dark));
  const StepPlot plot = begin_step_plot("solver plot", 2.6f * ImGui::GetFontSize());
  draw_plot_lines(plot, steps, lines_of(iteration_curves()), "");
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (!converged(steps[i].statistics, settings)) {
      const float x = plot.x_of(i, steps.size());
      ImGui::GetWindowDrawList()->AddLine({x, plot.to.y - 4}, {x, plot.to.y}, warning, 2);
    }
  end_step_plot(context, "solver plot", plot, steps);
  legend_line("iterations, residual", solver_colour,
              grouped(std::uint64_t(s.cg_iterations)) + ", " + brief(s.cg_residual));
  if (s.rounds > 0)
    constraint_rows(context, s);
  if (converged(s, settings))
    return;
  wrapped_text("did not converge", warning_colour(context.dark));
  context.rects.record("did not converge");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("The residual is above the tolerance of %s. Ways out: more iterations, a smaller time "
                      "step,\nsofter contacts and bodies, or a larger tolerance (Contact panel, Solver).",
                      brief(wanted_residual(settings)).c_str());
}

// What a step dealt with: the figures that its method knows.
void counts(const StepStatistics& s) {
  std::string text = grouped(s.pairs) + " pairs";
  if (s.rays > 0)
    text += "  ·  " + grouped(s.rays) + " rays";
  if (s.colliding_points > 0)
    text += "  ·  " + grouped(s.colliding_points) + " points";
  if (s.columns > 0 || (s.rays == 0 && s.colliding_points == 0))
    text += "  ·  " + grouped(s.contact_pixels) + " pixels  ·  " + grouped(s.columns) + " columns";
  ImGui::TextDisabled("%s", text.c_str());
  const std::string deepest = "deepest " + brief(s.deepest_m * 1e3) + " mm";
  if (s.volume_m3 > 0 || s.colliding_points == 0)
    ImGui::TextDisabled("volume %s cm³  ·  %s", brief(s.volume_m3 * 1e6).c_str(), deepest.c_str());
  else
    ImGui::TextDisabled("%s", deepest.c_str());
}

// How many pictures and steps there are in a second of wall time.
void rates(PanelContext& context) {
  char text[64];
  std::snprintf(text, sizeof text, "%.0f/s,  %.0f/s", context.frames_per_second,
                context.snapshot->steps_per_second);
  legend_line("frames, steps", 0, text);
  context.rects.record("rates");
}

} // namespace

void draw_profiler_panel(PanelContext& context) {
  context.profiler_open = true;
  const std::vector<StepFigures> steps = context.history->steps();
  const StepPlot plot = begin_step_plot("phase plot", 5.5f * ImGui::GetFontSize(), TimeAxis::below);
  draw_plot_lines(plot, steps, {}, "ms");
  draw_columns(plot, steps, plot_top(steps));
  end_step_plot(context, "phase plot", plot, steps);
  cursor_line(context, "profiler", steps);

  // The figures are those at the cursor, or means of half a second or so, steady enough to read.
  const StepFigures* at = figures_at_cursor(context, steps);
  const PhaseTimes shown = at ? at->phases : StepHistory::mean(steps, 32);
  const std::string method =
      context.snapshot ? context.snapshot->settings.contact.method : Settings().contact.method;
  for (const TimeRow& row : rows_of(method))
    if (row.of_method || StepHistory::took_time(steps, row.row)) {
      ImGui::BeginGroup();
      legend_line(row.label.c_str(), row_colour(row.row), milliseconds(double(shown[row.row])));
      ImGui::EndGroup();
      context.rects.record("phase " + row.id);
      if (!row.sentence.empty() && ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", row.sentence.c_str());
    }
  ImGui::Separator();
  if (!context.snapshot)
    return;
  rates(context);
  const StepStatistics& s = at ? at->statistics : context.snapshot->statistics;
  legend_line("step, wall", 0, milliseconds(s.timings.wall));
  counts(s);
  solver_rows(context, steps, s);
}

} // namespace lamina
