#include "ui/panels/panel.h"
#include "ui/panels/setting_row.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace lamina {
void draw_simulation_panel(PanelContext&);

namespace {

bool button(PanelContext& context, const char* label, const char* name, float width, const char* tooltip) {
  const bool pressed = ImGui::Button(label, {width, 0});
  context.rects.record(name);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
  return pressed;
}

void transport(PanelContext& context) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  // Four in a row, or two in a narrow panel.
  const int columns = panel_is_narrow() ? 2 : 4;
  const float width = (ImGui::GetContentRegionAvail().x - float(columns - 1) * gap) / float(columns);
  if (context.snapshot->playing) {
    if (button(context, "Pause", "play", width, "Space"))
      context.post(Pause{});
  } else if (button(context, "Play", "play", width, "Space")) {
    context.post(Play{});
  }
  ImGui::SameLine();
  const StepStatistics& now = context.snapshot->statistics;
  ImGui::BeginDisabled(now.step <= context.snapshot->oldest_step);
  if (button(context, "Back", "back", width, "←  back by one time step; ends a recording"))
    context.post(GoBack{now.step - 1});
  ImGui::EndDisabled();
  if (columns == 4)
    ImGui::SameLine();
  if (button(context, "Step", "step", width, "→  one time step"))
    context.post(StepOnce{});
  ImGui::SameLine();
  if (button(context, "Reset", "reset", width, "Backspace  back to the scene's first state; settings stay"))
    context.post(Event(Reset{}));
}

// A fact on one line: its name on the left, where setting rows have theirs, and its value; in a narrow panel
// the value alone, which has its unit.
void fact(const char* name, const std::string& value, const char* tooltip = nullptr) {
  if (!panel_is_narrow()) {
    ImGui::TextDisabled("%s", name);
    ImGui::SameLine(label_width());
  }
  ImGui::TextUnformatted(value.c_str());
  if (tooltip && ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
}

void facts(const Snapshot& now) {
  char text[96];
  std::snprintf(text, sizeof text, "%.2f s  ·  step %s", now.statistics.time_s,
                grouped(now.statistics.step).c_str());
  fact("time", text);
  if (!now.playing)
    std::snprintf(text, sizeof text, "paused");
  else if (now.real_time_factor <= 0)
    std::snprintf(text, sizeof text, "…");
  else
    std::snprintf(text, sizeof text, "×%.2f  ·  %.0f steps/s", now.real_time_factor, now.steps_per_second);
  fact("real time", text,
       "Simulated over wall time; below the chosen speed where the machine cannot keep up.");
  const auto asleep =
      std::count_if(now.bodies.begin(), now.bodies.end(), [](const BodyState& body) { return body.asleep; });
  // Always there, so that what lies below keeps its place under the pointer when a body falls asleep.
  std::snprintf(text, sizeof text, "%s of %s bodies", grouped(std::uint64_t(asleep)).c_str(),
                grouped(now.bodies.size()).c_str());
  fact("asleep", text, "At rest: left alone until something touches, drags or changes them.");
}

} // namespace

void draw_simulation_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  transport(context);
  facts(*context.snapshot);
  setting_row(context, "speed");
  if (!context.snapshot->problem.empty())
    wrapped_text(context.snapshot->problem, warning_colour(context.dark));

  // The rest of both groups is rarely touched and stays folded.
  const bool open = ImGui::TreeNodeEx("more", ImGuiTreeNodeFlags_NoTreePushOnOpen);
  context.rects.record("Simulation more");
  if (!open)
    return;
  for (const Setting& setting : setting_list())
    if ((setting.group == "Simulation" && setting.name != "speed") || setting.group == "Dragging")
      setting_row(context, setting);
}

} // namespace lamina
