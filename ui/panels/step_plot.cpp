#include "ui/panels/step_plot.h"

#include "ui/panels/plots/time_plot.h"
#include "ui/panels/style.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {
namespace {

// The step at a place of a plot, if there is one.
std::optional<std::size_t> index_at(const StepPlot& plot, float x, std::size_t count) {
  const float column = (plot.to.x - plot.from.x) / float(StepHistory::capacity);
  const auto from_right = std::floor((plot.to.x - x) / column);
  if (count == 0 || from_right < 0 || from_right >= float(count))
    return std::nullopt;
  return count - 1 - std::size_t(from_right);
}

/// A panel as a canvas.
class PanelCanvas : public PlotCanvas {
public:
  void fill(PlotPoint from, PlotPoint to, std::uint32_t colour) override {
    draw_->AddRectFilled({from.x, from.y}, {to.x, to.y}, colour, 3);
  }
  void curve(std::span<const PlotPoint> points, std::uint32_t colour, float width) override {
    std::vector<ImVec2> corners;
    for (const PlotPoint& point : points)
      corners.push_back({point.x, point.y});
    draw_->AddPolyline(corners.data(), int(corners.size()), colour, ImDrawFlags_None, width);
  }
  void text(PlotPoint at, const std::string& text, std::uint32_t colour) override {
    draw_->AddText(ImGui::GetFont(), size(), {at.x, at.y}, colour, text.c_str());
  }
  PlotPoint text_size(const std::string& text) const override {
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
    return {small * extent.x, small * extent.y};
  }
  void clip(PlotPoint from, PlotPoint to) override {
    draw_->PushClipRect({from.x, from.y}, {to.x, to.y}, true);
  }
  void end_clip() override { draw_->PopClipRect(); }

  static constexpr float small = 0.85f; ///< of the panels' text

private:
  static float size() { return small * ImGui::GetFontSize(); }
  ImDrawList* draw_ = ImGui::GetWindowDrawList();
};

// The steps of a plot without its lines. Where no steps are yet, time goes on as it has lately.
TimePlot plot_of(const StepPlot& plot, const std::vector<StepFigures>& steps) {
  TimePlot made;
  const float width = plot.to.x - plot.from.x;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    made.times.push_back(steps[i].statistics.time_s);
    made.places.push_back((plot.x_of(i, steps.size()) - plot.from.x) / width);
  }
  return made;
}

PlotView view_of(const TimePlot& plot) {
  if (plot.times.size() < 2 || !(plot.times.back() > plot.times.front()))
    return {0, 1};
  const double a_step = (plot.times.back() - plot.times.front()) / double(plot.times.size() - 1);
  return {plot.times.back() - a_step * double(StepHistory::capacity), plot.times.back()};
}

} // namespace

float StepPlot::x_of(std::size_t index, std::size_t count) const {
  return to.x - (to.x - from.x) * float(count - index) / float(StepHistory::capacity);
}

StepPlot begin_step_plot(const char* name, float height, TimeAxis axis) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(40.0f, ImGui::GetContentRegionAvail().x);
  ImGui::InvisibleButton(name, {width, height});
  const float below = axis == TimeAxis::none ? 0 : 1.3f * PanelCanvas::small * ImGui::GetTextLineHeight();
  return {at, {at.x + width, at.y + height}, below};
}

void end_step_plot(PanelContext& context, const char* name, const StepPlot& plot,
                   const std::vector<StepFigures>& steps) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  StepCursor& cursor = context.cursor;
  const bool playing = context.snapshot && context.snapshot->playing;
  if (playing && !cursor.pausing)
    cursor.pinned.reset();
  if (!playing)
    cursor.pausing = false;
  if (ImGui::IsItemHovered()) {
    // Steps that come in before the pause move the plot below a pointer that rests.
    const float x = ImGui::GetMousePos().x;
    const auto index = index_at(plot, x, steps.size());
    if (cursor.pinned && x == cursor.clicked_x)
      cursor.hovered = cursor.pinned;
    else
      cursor.hovered = index ? std::optional(steps[*index].statistics.step) : std::nullopt;
    cursor.hovered_on = name;
  } else if (cursor.hovered_on == name) {
    cursor.hovered.reset();
  }
  if (ImGui::IsItemClicked() && cursor.hovered) {
    const bool again = cursor.pinned == cursor.hovered;
    cursor.pinned = again ? std::nullopt : cursor.hovered;
    cursor.clicked_x = ImGui::GetMousePos().x;
    if (playing && !again) {
      cursor.pausing = true;
      context.post(Pause{});
    }
  }
  if (const StepFigures* at = figures_at_cursor(context, steps)) {
    const float x = plot.x_of(std::size_t(at - steps.data()), steps.size());
    const ImU32 colour = ImGui::GetColorU32(cursor.pinned ? ImGuiCol_CheckMark : ImGuiCol_TextDisabled);
    draw->AddLine({x, plot.from.y}, {x, plot.to.y}, colour, 1.5f);
  }
  context.rects.record(name);
  if (plot.axis > 0)
    ImGui::Dummy({1, std::max(0.0f, plot.axis - ImGui::GetStyle().ItemSpacing.y)});
}

const StepFigures* figures_at_cursor(const PanelContext& context, const std::vector<StepFigures>& steps) {
  const auto wanted = context.cursor.hovered ? context.cursor.hovered : context.cursor.pinned;
  if (!wanted)
    return nullptr;
  const auto found = std::lower_bound(
      steps.begin(), steps.end(), *wanted,
      [](const StepFigures& figures, std::uint64_t step) { return figures.statistics.step < step; });
  return found != steps.end() && found->statistics.step == *wanted ? &*found : nullptr;
}

std::vector<PlotLine> lines_of(const StepCurves& curves) {
  std::vector<PlotLine> lines;
  for (const StepCurve& curve : curves.curves)
    lines.push_back({curve.name, curve.colour,
                     [value = curve.value, unit = curves.unit_size](const StepStatistics& step) {
                       return value(step) / unit;
                     }});
  return lines;
}

void draw_plot_lines(const StepPlot& plot, const std::vector<StepFigures>& steps,
                     const std::vector<PlotLine>& lines, const char* unit) {
  TimePlot drawn = plot_of(plot, steps);
  PlotRange range{0, 0};
  for (const PlotLine& line : lines) {
    PlotSeries& series = drawn.series.emplace_back(PlotSeries{line.name, line.colour, {}});
    for (const StepFigures& step : steps) {
      const double value = series.values.emplace_back(line.value(step.statistics));
      if (std::isfinite(value))
        range = {std::min(range.low, value), std::max(range.high, value)};
    }
  }
  PanelCanvas canvas;
  const PlotColours colours{ImGui::GetColorU32(ImGuiCol_FrameBg), ImGui::GetColorU32(ImGuiCol_Border),
                            ImGui::GetColorU32(ImGuiCol_TextDisabled)};
  draw_time_plot(canvas, drawn, view_of(drawn), {plot.from.x, plot.from.y},
                 {plot.to.x, plot.to.y + plot.axis}, plot.axis > 0 ? PlotAxes::time : PlotAxes::none,
                 colours);
  if (lines.empty())
    return;
  const std::string after = *unit ? std::string(" ") + unit : std::string();
  label_plot(plot, PlotCorner::upper, brief(range.high) + after);
  if (range.low < 0)
    label_plot(plot, PlotCorner::lower, brief(range.low) + after);
}

void label_plot(const StepPlot& plot, PlotCorner corner, const std::string& text) {
  constexpr float inset = 2, padding = 3, rounding = 2;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const float y = corner == PlotCorner::upper ? plot.from.y + inset : plot.to.y - inset - size.y;
  const ImVec2 at{plot.from.x + inset + padding, y};
  ImVec4 behind = ImGui::GetStyleColorVec4(ImGuiCol_PopupBg);
  behind.w = 0.85f;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled({at.x - padding, at.y}, {at.x + size.x + padding, at.y + size.y},
                      ImGui::ColorConvertFloat4ToU32(behind), rounding);
  draw->AddText(at, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

void cursor_line(PanelContext& context, const char* name, const std::vector<StepFigures>& steps) {
  const StepFigures* at = figures_at_cursor(context, steps);
  if (!at || !context.snapshot) {
    ImGui::TextDisabled("point at a step; click to pause on it");
    return;
  }
  const std::uint64_t step = at->statistics.step;
  char text[64];
  std::snprintf(text, sizeof text, "step %s  ·  %.2f s", grouped(step).c_str(), at->statistics.time_s);
  ImGui::TextUnformatted(text);
  const Snapshot& now = *context.snapshot;
  if (context.cursor.pinned != step || step < now.oldest_step || step >= now.statistics.step)
    return;
  ImGui::SameLine();
  if (ImGui::SmallButton("go there"))
    context.post(GoBack{step});
  context.rects.record(std::string(name) + " go there");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("back to the end of this step; what came later is forgotten");
}

void large_plots_button(PanelContext& context, const char* curves) {
  if (ImGui::SmallButton("large plots…") && context.window.show_plots)
    context.window.show_plots(curves);
  context.rects.record(std::string(curves) + " large plots");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("F4  in a window of their own: zoom, values, CSV and SVG files");
}

void legend_line(const char* name, ImU32 colour, const std::string& value) {
  const float line = ImGui::GetTextLineHeight(), size = 0.7f * line;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (colour)
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.2f * line},
                                              {at.x + size, at.y + 0.2f * line + size}, colour, 2);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + size + 6);
  ImGui::TextUnformatted(name);
  // SameLine's offset would count from the group that the line may be in.
  ImGui::SameLine();
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(value.c_str()).x);
  ImGui::TextUnformatted(value.c_str());
}

} // namespace lamina
