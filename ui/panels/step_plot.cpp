#include "ui/panels/step_plot.h"

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

// Draws the points gathered since the last gap, and forgets them.
void draw_stretch(std::vector<ImVec2>& points, ImU32 colour) {
  constexpr float thickness = 1.6f;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (points.size() == 1)
    draw->AddCircleFilled(points[0], thickness, colour);
  draw->AddPolyline(points.data(), int(points.size()), colour, ImDrawFlags_None, thickness);
  points.clear();
}

} // namespace

float StepPlot::x_of(std::size_t index, std::size_t count) const {
  return to.x - (to.x - from.x) * float(count - index) / float(StepHistory::capacity);
}

StepPlot begin_step_plot(const char* name, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(40.0f, ImGui::GetContentRegionAvail().x);
  ImGui::InvisibleButton(name, {width, height});
  const StepPlot plot{at, {at.x + width, at.y + height}};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(plot.from, plot.to, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  draw->PushClipRect(plot.from, plot.to, true);
  return plot;
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
  draw->PopClipRect();
  context.rects.record(name);
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

void draw_plot_lines(const StepPlot& plot, const std::vector<StepFigures>& steps,
                     const std::vector<PlotLine>& lines, const char* unit) {
  double low = 0, high = 0;
  std::vector<double> values; // of all lines, one after the other
  for (const PlotLine& line : lines)
    for (const StepFigures& step : steps) {
      const double value = values.emplace_back(line.value(step.statistics));
      if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
  if (!(high > low))
    high = low + 1;
  const float margin = 3, height = plot.to.y - plot.from.y - 2 * margin;
  const auto y_of = [&](double value) {
    return plot.to.y - margin - height * float((value - low) / (high - low));
  };
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (low < 0 && high > 0)
    draw->AddLine({plot.from.x, y_of(0)}, {plot.to.x, y_of(0)}, ImGui::GetColorU32(ImGuiCol_Border));
  std::vector<ImVec2> points;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const double value = values[l * steps.size() + i];
      if (std::isfinite(value))
        points.push_back({plot.x_of(i, steps.size()), y_of(value)});
      else
        draw_stretch(points, lines[l].colour);
    }
    draw_stretch(points, lines[l].colour);
  }
  const std::string after = *unit ? std::string(" ") + unit : std::string();
  label_plot(plot, PlotCorner::upper, brief(high) + after);
  if (low < 0)
    label_plot(plot, PlotCorner::lower, brief(low) + after);
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
