#include "ui/panels/split_view.h"

#include "core/contact/method.h"
#include "ui/panels/style.h"
#include "ui/render/overlay/legend_entries.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace lamina {
namespace {

constexpr ImGuiWindowFlags head_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoFocusOnAppearing;
constexpr float top = 8, gap = 4;

std::string name_of(const std::string& method, const std::string& backend) {
  return readable(method) + " · " + backend;
}

/// A mean over the last steps, since single ones cannot be read.
double steady_ms(SplitMeter& meter, const Snapshot& shown) {
  const StepStatistics& now = shown.statistics;
  const std::string what = name_of(shown.settings.contact.method, shown.settings.contact.backend);
  if (now.step < meter.step || what != meter.of)
    meter = {};
  meter.of = what;
  if (now.step != meter.step && now.timings.wall > 0)
    meter.mean_ms += (meter.mean_ms > 0 ? 0.1 : 1) * (now.timings.wall - meter.mean_ms);
  meter.step = now.step;
  return meter.mean_ms;
}

std::string figures_of(SplitMeter& meter, const Snapshot& shown) {
  const double ms = steady_ms(meter, shown);
  const std::string overlap = shown.overlap_m3 ? volume_text(*shown.overlap_m3) : "–";
  return "overlap " + overlap + "  ·  " + (ms > 0 ? brief(ms) + " ms a step" : "no step yet");
}

void choose_method(PanelContext& context, const Settings& in_force) {
  const std::string current = name_of(in_force.contact.method, in_force.contact.backend);
  ImGui::SetNextItemWidth(-1);
  const bool open = ImGui::BeginCombo("##compared", current.c_str());
  context.rects.record("compared");
  if (!open) {
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", "what it is compared with: begins again where the left one is");
    return;
  }
  for (const MethodRegistration& known : contact_methods()) {
    const std::string name = name_of(known.method, known.backend);
    if (ImGui::Selectable(name.c_str(), name == current))
      context.post(CompareWith{known.method, known.backend});
    context.rects.record("compared=" + known.method + " " + known.backend);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", known.sentence.c_str());
  }
  ImGui::EndCombo();
}

float draw_head(PanelContext& context, const char* name, const Snapshot& shown, SplitMeter& meter, float from,
                float to, bool second) {
  ImGui::SetNextWindowPos({from, top}, ImGuiCond_Always);
  ImGui::SetNextWindowSize({std::max(60.0f, to - from), 0}, ImGuiCond_Always);
  ImGui::SetNextWindowBgAlpha(0.75f);
  ImGui::Begin(name, nullptr, head_flags);
  context.rects.record_window(name);
  if (second) {
    choose_method(context, shown.settings);
  } else {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(name_of(shown.settings.contact.method, shown.settings.contact.backend).c_str());
  }
  wrapped_text(figures_of(meter, shown), ImGui::GetStyleColorVec4(ImGuiCol_Text));
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("overlap: the intersection volume of all bodies, measured alike on both sides\n"
                      "(ldi, 64 pixels across each pair), whatever detects their contact;\n"
                      "time: of detection, response and motion, a mean over the last steps");
  // The first one's problems have the box that they always have.
  if (second && !shown.problem.empty()) {
    std::string text = shown.problem;
    if (!shown.bodies.empty())
      text = "stopped at step " + grouped(shown.statistics.step) + ": " + text;
    wrapped_text(text, warning_colour(context.dark));
    context.rects.record("compared problem");
  }
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  return bottom;
}

} // namespace

std::optional<SplitView> split_view(const PanelContext& context, float width, bool bare) {
  if (!context.snapshot || !context.snapshot->beside)
    return {};
  FreeStrip free{0, width};
  if (!bare && context.view.panels)
    free = free_strip(context, width);
  SplitView split;
  split.left = std::max(0.0f, std::min(std::max(free.left, width - free.right), 0.5f * width - 60));
  split.right = width - split.left;
  split.middle = 0.5f * width;
  split.picture = split.left + split.middle;
  split.second = width - split.picture;
  return split;
}

float draw_split_heads(PanelContext& context, float width) {
  const auto split = split_view(context, width);
  if (!split)
    return 0;
  // The middle has its line from top to bottom.
  ImGui::GetBackgroundDrawList()->AddLine({split->middle, 0}, {split->middle, ImGui::GetIO().DisplaySize.y},
                                          ImGui::GetColorU32(ImGuiCol_Border), 2);
  const float left = draw_head(context, "split left", *context.snapshot, context.split_meters[0],
                               std::max(split->left, gap), split->middle - gap, false);
  const float right = draw_head(context, "split right", *context.snapshot->beside, context.split_meters[1],
                                split->middle + gap, std::min(split->right, width - gap), true);
  return std::max(left, right);
}

} // namespace lamina
