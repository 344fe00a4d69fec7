#include "ui/panels/panel.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>

namespace lamina {
void draw_record_panel(PanelContext&);

namespace {

void path_text(const std::filesystem::path& path) {
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(path.filename().c_str());
  ImGui::PopTextWrapPos();
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", path.c_str());
}

bool small_button(PanelContext& context, const char* label, const char* name, const char* tooltip) {
  const bool pressed = ImGui::SmallButton(label);
  context.rects.record(name);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
  return pressed;
}

} // namespace

void draw_record_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  const Snapshot& now = *context.snapshot;
  const bool recording = !now.recording.empty();
  if (ImGui::Button(recording ? "Stop recording" : "Start recording", {-1, 0}))
    context.window.toggle_recording();
  context.rects.record("record");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Ctrl+R  a run folder with every setting, input and step");

  if (recording) {
    path_text(now.recording);
    const std::uint64_t first = std::min(context.record.first_step, now.statistics.step);
    ImGui::Text("%s steps  ·  %s", grouped(now.statistics.step - first).c_str(),
                byte_text(context.record.bytes).c_str());
    if (small_button(context, "open folder", "open record folder", "show the run folder in the file manager"))
      context.window.open_record_folder();
  } else {
    ImGui::TextDisabled("into");
    ImGui::SameLine();
    path_text(context.record.parent);
    if (small_button(context, "choose…", "choose record folder", "where run folders go"))
      context.window.choose_record_folder();
  }
  if (!now.recording_problem.empty())
    wrapped_text(now.recording_problem, warning_colour(context.dark));
}

} // namespace lamina
