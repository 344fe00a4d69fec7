#include "ui/panels/overlay.h"

#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>

namespace lamina {
namespace {

constexpr ImGuiWindowFlags box_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

// The strip between the two columns of panels.
struct Strip {
  float centre, width;
};

// A box of wrapped text at the given height, as wide as its text but never wider than the strip. Returns its
// bottom.
float text_box(PanelContext& context, const char* name, const Strip& room, float y, float pivot_y,
               const std::string& text, const ImVec4& colour, bool& closed) {
  const float padding = 2 * ImGui::GetStyle().WindowPadding.x;
  const float wrap = std::min(room.width, 34 * ImGui::GetFontSize()) - padding;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
  ImGui::SetNextWindowPos({room.centre, y}, ImGuiCond_Always, {0.5f, pivot_y});
  ImGui::SetNextWindowSize({size.x + padding + 2, 0});
  ImGui::Begin(name, nullptr, box_flags & ~ImGuiWindowFlags_AlwaysAutoResize);
  context.rects.record_window(name);
  wrapped_text(text, colour);
  if (ImGui::IsWindowHovered()) {
    ImGui::SetTooltip("click to close");
    closed = closed || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  }
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  return bottom;
}

void draw_messages(PanelContext& context, Overlay& overlay, const Strip& room) {
  float y = 8;
  const auto message = [&](const char* name, const std::string& text, const ImVec4& colour) {
    bool closed = false;
    y = text_box(context, name, room, y, 0, text, colour, closed) + 6;
    return closed;
  };
  if (context.snapshot) {
    const std::string& problem = context.snapshot->problem;
    const std::string& recording = context.snapshot->recording_problem;
    const std::string both = problem + (problem.empty() || recording.empty() ? "" : "\n") + recording;
    if (both.empty())
      overlay.dismissed.clear();
    else if (both != overlay.dismissed && message("problem", both, warning_colour(context.dark)))
      overlay.dismissed = both;
  }
  if (!overlay.notes.empty()) {
    std::string text;
    const std::size_t shown = std::min<std::size_t>(overlay.notes.size(), 6);
    for (std::size_t i = 0; i < shown; ++i)
      text += (i ? "\n" : "") + overlay.notes[i];
    if (shown < overlay.notes.size())
      text += "\nand " + std::to_string(overlay.notes.size() - shown) + " more";
    if (message("notes", text, ImGui::GetStyleColorVec4(ImGuiCol_Text)))
      overlay.notes.clear();
  }
  if (!overlay.look_for.empty() && context.now_s < overlay.look_for_until_s &&
      message("look for", overlay.look_for, ImGui::GetStyleColorVec4(ImGuiCol_Text)))
    overlay.look_for_until_s = 0;
}

void draw_keys(PanelContext& context, float width, float height) {
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("keys", nullptr, box_flags);
  context.rects.record_window("keys");
  if (ImGui::IsWindowAppearing())
    ImGui::SetWindowFocus();
  if (ImGui::BeginTable("key table", 4, ImGuiTableFlags_SizingFixedFit)) {
    const std::vector<KeyLine>& lines = key_table();
    const std::size_t rows = (lines.size() + 1) / 2;
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i : {row, row + rows}) {
        if (i >= lines.size())
          break;
        ImGui::TableNextColumn();
        ImGui::TextColored(accent_colour(context.dark), "%s", lines[i].keys);
        ImGui::TableNextColumn();
        ImGui::Text("%s    ", lines[i].action);
      }
    ImGui::EndTable();
  }
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    context.view.keys = false;
  ImGui::End();
}

} // namespace

const std::vector<KeyLine>& key_table() {
  static const std::vector<KeyLine> table = {
      {"left drag", "pull a body, or orbit"},
      {"right drag", "pan"},
      {"wheel", "zoom"},
      {"double click", "centre"},
      {"F", "frame all"},
      {"Space", "play or pause"},
      {"→", "one step"},
      {"Backspace", "reset"},
      {"C  V", "contact pixels"},
      {"B", "region boxes"},
      {"G", "forces"},
      {"Ctrl+O", "open"},
      {"Ctrl+L", "reload"},
      {"Ctrl+P", "screenshot"},
      {"Ctrl+R", "record"},
      {"Ctrl+Q", "quit"},
      {"Tab", "show or hide panels"},
      {"F6", "keyboard into the panels"},
      {"F3", "profiler"},
      {"F11", "full screen"},
      {"F1", "these keys"},
  };
  return table;
}

void draw_overlay(PanelContext& context, Overlay& overlay, float width, float height) {
  const FreeStrip free = free_strip(context, width);
  const Strip room{0.5f * (free.left + free.right), std::max(120.0f, free.right - free.left)};
  draw_messages(context, overlay, room);
  if (overlay.drag_hint && context.snapshot) {
    bool closed = false;
    text_box(context, "drag hint", room, height - 18, 1,
             "drag a body to pull it   ·   drag the background to look around", accent_colour(context.dark),
             closed);
    overlay.drag_hint = !closed;
  }
  if (!overlay.tip.empty())
    ImGui::SetTooltip("%s", overlay.tip.c_str());
  if (context.view.keys)
    draw_keys(context, width, height);
}

} // namespace lamina
