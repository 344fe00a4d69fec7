#include "ui/panels/overlay.h"

#include "ui/panels/legend.h"
#include "ui/panels/split_view.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <optional>

namespace lamina {
namespace {

constexpr ImGuiWindowFlags box_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

// Where boxes stand: the strip between the two columns of panels, or a column.
struct Strip {
  float centre, width, text_scale;
  bool filled = false;  // boxes are as wide as the strip, not as their text
  bool at_left = false; // boxes stand at its left, not in its middle
};

constexpr float edge = 8; // from the panels and the edge of the window
constexpr double fade_s = 0.4;
constexpr std::size_t most_notices = 3; // shown at a time
constexpr double notes_s = 10;          // notes of a load leave by themselves

// How much of the hint is there, 0 to 1.
float hint_opacity(const PanelContext& context, Overlay& overlay) {
  if (overlay.drag_hint)
    overlay.drag_hint_seen_s = context.now_s;
  const double passed = context.now_s - overlay.drag_hint_seen_s;
  const bool gone = passed >= fade_s || (context.reduced_motion && !overlay.drag_hint);
  return gone ? 0 : float(1 - passed / fade_s);
}

// A box of wrapped text at the given height, as wide as its text but never wider than the strip. Returns its
// bottom. One that is not solid lets the pointer through.
float text_box(PanelContext& context, const char* name, const Strip& room, float y, float pivot_y,
               const std::string& text, const ImVec4& colour, bool& closed, bool solid = true) {
  const float padding = 2 * ImGui::GetStyle().WindowPadding.x;
  const float wrap = std::min(room.width, 34 * room.text_scale * ImGui::GetFontSize()) - padding;
  const std::string lines = wrapped_at_spaces(text, wrap / room.text_scale);
  const float text_width = room.text_scale * ImGui::CalcTextSize(lines.c_str()).x;
  ImGui::SetNextWindowPos({room.at_left ? room.centre - 0.5f * room.width : room.centre, y}, ImGuiCond_Always,
                          {room.at_left ? 0 : 0.5f, pivot_y});
  ImGui::SetNextWindowSize({room.filled ? room.width : text_width + padding + 2, 0});
  const ImGuiWindowFlags inputs = solid ? 0 : ImGuiWindowFlags_NoInputs;
  ImGui::Begin(name, nullptr, (box_flags & ~ImGuiWindowFlags_AlwaysAutoResize) | inputs);
  ImGui::SetWindowFontScale(room.text_scale);
  context.rects.record_window(name, solid);
  wrapped_text(lines, colour);
  if (ImGui::IsWindowHovered()) {
    ImGui::SetTooltip("click to close");
    closed = closed || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  }
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  return bottom;
}

// Below the panels of the left column, where no body is ever hidden; nothing if there is too little room.
std::optional<Strip> room_below_panels(const PanelContext& context, float height, const std::string& text) {
  float left = 0, right = 0, bottom = 0;
  for (const std::size_t panel : context.layout.column(PanelSide::left))
    if (const WidgetRects::Rect* rect = context.rects.find(panel_list()[panel].title)) {
      left = rect->x0;
      right = rect->x1;
      bottom = std::max(bottom, rect->y1);
    }
  const ImVec2 padding = ImGui::GetStyle().WindowPadding;
  const float wrap = right - left - 2 * padding.x;
  if (wrap <= 0)
    return std::nullopt;
  const float needed = ImGui::CalcTextSize(wrapped_at_spaces(text, wrap).c_str()).y + 2 * padding.y;
  if (bottom + edge + needed + edge > height)
    return std::nullopt;
  return Strip{0.5f * (left + right), right - left, 1, true};
}

void draw_hint(PanelContext& context, Overlay& overlay, const Strip& room, float legend_top, float height) {
  const float opacity = hint_opacity(context, overlay);
  overlay.fading = opacity > 0 && !overlay.drag_hint;
  if (opacity <= 0)
    return;
  const std::string text = "drag a body to pull it\n"
                           "drag the background to look around\n"
                           "C shows where bodies touch\n"
                           "Ctrl+G shows more scenes\n"
                           "Ctrl+O opens your own mesh";
  const std::optional<Strip> column = room_below_panels(context, height, text);
  // Otherwise beside them: the middle is where bodies are.
  Strip beside = room;
  beside.at_left = true;
  bool closed = false;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
  text_box(context, overlay.drag_hint ? "drag hint" : "fading hint", column.value_or(beside),
           column ? height - edge : legend_top - 10, 1, text, accent_colour(context.dark), closed,
           overlay.drag_hint);
  ImGui::PopStyleVar();
  overlay.drag_hint = overlay.drag_hint && !closed;
}

// What the methods that are shown do not do here.
std::string limits_text(const PanelContext& context) {
  std::string text;
  for (const Snapshot* shown = context.snapshot.get(); shown; shown = shown->beside.get())
    for (const std::string& line : shown->method_limits)
      text += (text.empty() ? "" : "\n") + line;
  return text;
}

void draw_messages(PanelContext& context, Overlay& overlay, const Strip& room, float y) {
  const auto message = [&](const char* name, const std::string& text, const ImVec4& colour) {
    bool closed = false;
    y = text_box(context, name, room, y, 0, text, colour, closed) + 6;
    return closed;
  };
  if (context.snapshot) {
    const std::string& problem = context.snapshot->problem;
    std::string all;
    for (const std::string* text :
         {&problem, &context.snapshot->notice, &context.snapshot->recording_problem})
      if (!text->empty())
        all += (all.empty() ? "" : "\n") + *text;
    const std::vector<RunNotice>& notices = context.snapshot->notices;
    for (std::size_t i = 0; i < std::min(notices.size(), most_notices); ++i)
      all += (all.empty() ? "" : "\n") + notices[i].text;
    if (notices.size() > most_notices)
      all += "\nand " + std::to_string(notices.size() - most_notices) + " more";
    if (all.empty())
      overlay.dismissed.clear();
    else if (all != overlay.dismissed && message("problem", all, warning_colour(context.dark)))
      overlay.dismissed = all;
  }
  if (const std::string limits = limits_text(context); limits.empty())
    overlay.limits_read.clear();
  else if (limits != overlay.limits_read &&
           message("limits", limits, ImGui::GetStyleColorVec4(ImGuiCol_Text)))
    overlay.limits_read = limits;
  if (overlay.notes.empty())
    overlay.notes_since_s = -1;
  else if (overlay.notes_since_s < 0)
    overlay.notes_since_s = context.now_s;
  else if (context.now_s - overlay.notes_since_s > notes_s)
    overlay.notes.clear();
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

} // namespace

void draw_overlay(PanelContext& context, Overlay& overlay, float width, float height) {
  const FreeStrip free = free_strip(context, width);
  const Strip room{0.5f * (free.left + free.right), std::max(120.0f, free.right - free.left),
                   strip_text_scale(free)};
  draw_messages(context, overlay, room, draw_split_heads(context, width) + 8);
  const float legend_top = draw_legend(context, width, height);
  // Bodies of a recorded run cannot be dragged.
  overlay.fading = false;
  if (context.snapshot && context.edit.locked.empty())
    draw_hint(context, overlay, room, legend_top, height);
  if (!overlay.tip.empty())
    ImGui::SetTooltip("%s", overlay.tip.c_str());
  if (context.view.keys)
    draw_keys(context, overlay.menu_keys, width, height);
}

} // namespace lamina
