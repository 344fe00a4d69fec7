#include "ui/panels/panel.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace lamina {
void draw_record_panel(PanelContext&);

namespace {

std::vector<StepCurves> recorded_curves(const ContactSettings& contact) {
  return {energy_curves(), overlap_curves(contact), contact_curves(), time_curves()};
}

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

/// A small button on the line of the one before, if it fits there.
void beside(const char* label) {
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  const float free = ImGui::GetWindowContentRegionMax().x + ImGui::GetWindowPos().x -
                     ImGui::GetItemRectMax().x - ImGui::GetStyle().ItemSpacing.x;
  if (width <= free)
    ImGui::SameLine();
}

/// Screenshots and videos, which need no recording.
void picture_buttons(PanelContext& context) {
  const RecordStatus& record = context.record;
  if (small_button(context, "screenshot", "screenshot", "Ctrl+P  a picture without the panels, in any size"))
    context.window.take_screenshot();
  const char* label = record.filming ? "stop the video" : "video";
  beside(label);
  if (small_button(
          context, label, "video",
          "Ctrl+Shift+P  a video without the panels: as many pictures for each simulated second as you\n"
          "like, however long they take (MP4 by ffmpeg, or numbered pictures in a folder)"))
    context.window.toggle_video();
  if (record.filming)
    ImGui::TextColored(accent_colour(context.dark), "video  %.1f s", record.video_s);
}

void draw_recorded(PanelContext& context, std::uint64_t first_step) {
  std::vector<StepFigures> steps = context.history->steps();
  std::erase_if(steps, [&](const StepFigures& figures) { return figures.statistics.step <= first_step; });
  if (steps.empty())
    return;
  const StepFigures* at = figures_at_cursor(context, steps);
  const StepStatistics& shown = at ? at->statistics : steps.back().statistics;
  for (const StepCurves& curves : recorded_curves(context.snapshot->settings.contact)) {
    const std::string name = std::string("recorded ") + curves.name;
    const StepPlot plot = begin_step_plot(name.c_str(), 2.4f * ImGui::GetFontSize());
    draw_plot_lines(plot, steps, lines_of(curves), curves.unit);
    end_step_plot(context, name.c_str(), plot, steps);
    for (const StepCurve& curve : curves.curves)
      legend_line(curve.name, curve.colour,
                  brief(curves.shown(curve, shown)) + (*curves.unit ? " " : "") + curves.unit);
  }
  large_plots_button(context, "recorded");
}

void draw_recording(PanelContext& context, const Snapshot& now) {
  path_text(now.recording);
  const std::uint64_t first = std::min(context.record.first_step, now.statistics.step);
  ImGui::Text("%s steps  ·  %s", grouped(now.statistics.step - first).c_str(),
              byte_text(context.record.bytes).c_str());
  if (small_button(context, "open folder", "open record folder", "show the run folder in the file manager"))
    context.window.open_record_folder();
  draw_recorded(context, first);
}

void draw_idle(PanelContext& context) {
  ImGui::TextDisabled("into");
  ImGui::SameLine();
  path_text(context.record.parent);
  if (small_button(context, "choose…", "choose record folder", "where run folders go"))
    context.window.choose_record_folder();
  if (context.record.last_run.empty())
    return;
  beside("last run");
  if (small_button(context, "last run", "last run", "Ctrl+Shift+L  opens the newest run in the timeline"))
    context.window.show_last_run();
}

} // namespace

void draw_record_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  const Snapshot& now = *context.snapshot;
  if (context.record.shows_run) {
    ImGui::TextDisabled("a recorded run");
    path_text(context.record.last_run);
    picture_buttons(context);
    draw_recorded(context, 0);
    return;
  }
  const bool recording = !now.recording.empty();
  if (ImGui::Button(recording ? "Stop recording" : "Start recording", {-1, 0}))
    context.window.toggle_recording();
  context.rects.record("record");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Ctrl+R  a run folder with every setting, input and step");
  if (now.beside) {
    wrapped_text("records the left half alone; pictures and videos show both",
                 ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    context.rects.record("records left");
  }
  picture_buttons(context);
  if (recording)
    draw_recording(context, now);
  else
    draw_idle(context);
  if (!now.recording_problem.empty())
    wrapped_text(now.recording_problem, warning_colour(context.dark));
}

} // namespace lamina
