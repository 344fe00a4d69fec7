#include "ui/panels/panel.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace lamina {
void draw_profiler_panel(PanelContext&);

namespace {

constexpr std::array<ImU32, phase_count> phase_colours = {
    IM_COL32(142, 124, 195, 255), IM_COL32(96, 170, 172, 255), IM_COL32(90, 150, 222, 255),
    IM_COL32(226, 156, 66, 255),  IM_COL32(108, 178, 92, 255), IM_COL32(150, 156, 164, 110)};

float total(const PhaseTimes& times) {
  float sum = 0;
  for (float value : times)
    sum += value;
  return sum;
}

// The top of the plot: a round number of milliseconds above the simulation's part of all but the two per cent
// of steps that stick out. Drawing, which takes far longer on a machine without a GPU, may be cut off there.
float plot_top(const std::vector<PhaseTimes>& steps) {
  std::vector<float> totals;
  for (const PhaseTimes& times : steps)
    totals.push_back(1.25f * (total(times) - times[std::size_t(Phase::render)]));
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
void plot(const std::vector<PhaseTimes>& steps, float top, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(ImGuiCol_FrameBg), 3);
  draw->PushClipRect(at, {at.x + width, at.y + height}, true);
  const float column = width / float(StepHistory::capacity);
  const float bottom = at.y + height;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const float x = at.x + width - column * float(steps.size() - i);
    float y = bottom;
    for (std::size_t p = 0; p < phase_count; ++p) {
      const float next = y - height * steps[i][p] / top;
      if (y - next > 0.05f)
        draw->AddRectFilled({x, next}, {x + std::max(column, 1.0f), y}, phase_colours[p]);
      y = next;
    }
  }
  draw->PopClipRect();
  char text[32];
  std::snprintf(text, sizeof text, "%g ms", double(top));
  draw->AddText({at.x + 5, at.y + 2}, ImGui::GetColorU32(ImGuiCol_TextDisabled), text);
  ImGui::Dummy({width, height});
}

void phase_line(const char* name, ImU32 colour, double milliseconds) {
  const float line = ImGui::GetTextLineHeight(), size = 0.7f * line;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (colour)
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 0.2f * line},
                                              {at.x + size, at.y + 0.2f * line + size}, colour, 2);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + size + 6);
  ImGui::TextUnformatted(name);
  char text[32];
  std::snprintf(text, sizeof text, milliseconds < 10 ? "%.2f ms" : "%.1f ms", milliseconds);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text).x);
  ImGui::TextUnformatted(text);
}

} // namespace

void draw_profiler_panel(PanelContext& context) {
  context.profiler_open = true;
  const std::vector<PhaseTimes> steps = context.history->steps();
  plot(steps, plot_top(steps), 5.5f * ImGui::GetFontSize());
  // The figures are means of half a second or so, steady enough to read.
  const PhaseTimes now = StepHistory::mean(steps, 32);
  for (std::size_t p = 0; p < phase_count; ++p)
    phase_line(phase_names[p].data(), phase_colours[p], double(now[p]));
  ImGui::Separator();
  if (!context.snapshot)
    return;
  const StepStatistics& s = context.snapshot->statistics;
  phase_line("step, wall", 0, s.timings.wall);
  ImGui::TextDisabled("%s pairs  ·  %s pixels  ·  %s columns", grouped(s.pairs).c_str(),
                      grouped(s.contact_pixels).c_str(), grouped(s.columns).c_str());
  ImGui::TextDisabled("volume %s cm³  ·  deepest %s mm", brief(s.volume_m3 * 1e6).c_str(),
                      brief(s.deepest_m * 1e3).c_str());
  ImGui::TextDisabled("CG %d iterations, residual %s", s.cg_iterations, brief(s.cg_residual).c_str());
}

} // namespace lamina
