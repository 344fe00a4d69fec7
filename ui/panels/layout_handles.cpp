#include "ui/panels/layout_handles.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>

namespace lamina {
namespace {

constexpr float thick = 8;                               // as wide as the gaps between panels
constexpr float lowest_panel = 4, narrowest_column = 10; // heights of the text

/// What a handle comes to in a frame.
struct Pull {
  bool held = false, doubled = false;
};

// A strip that can be pulled, drawn while the pointer is on it or holds it.
Pull handle(PanelContext& context, const std::string& name, ImVec2 from, ImVec2 size,
            ImGuiMouseCursor cursor) {
  ImGui::SetNextWindowPos(from, ImGuiCond_Always);
  ImGui::SetNextWindowSize(size, ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin(name.c_str(), nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::InvisibleButton("##handle", size);
  const Pull pull{ImGui::IsItemActive(), ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)};
  if (ImGui::IsItemHovered() || pull.held) {
    ImGui::SetMouseCursor(cursor);
    const float inset = 2.5f;
    ImGui::GetWindowDrawList()->AddRectFilled(
        {from.x + inset, from.y + inset}, {from.x + size.x - inset, from.y + size.y - inset},
        ImGui::GetColorU32(ImGuiCol_CheckMark, pull.held ? 0.9f : 0.5f), 2);
  }
  context.rects.record_window(name);
  ImGui::End();
  ImGui::PopStyleVar(3);
  return pull;
}

void width_handle(PanelContext& context, const PanelColumn& column, float height) {
  const bool left = column.side == PanelSide::left;
  const float x = left ? column.x + column.width : column.x - thick;
  const Pull pull = handle(context, left ? "left column edge" : "right column edge", {x, thick},
                           {thick, height - 2 * thick}, ImGuiMouseCursor_ResizeEW);
  const float font = ImGui::GetFontSize(), mouse = ImGui::GetIO().MousePos.x;
  const float wanted = left ? mouse - column.x : column.x + column.width - mouse;
  if (pull.doubled)
    context.layout.set_width(column.side, 0);
  else if (pull.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1))
    context.layout.set_width(column.side, std::max(wanted / font, narrowest_column));
}

void height_handle(PanelContext& context, const PanelColumn& column, std::size_t i) {
  const std::size_t panel = column.panels[i];
  const ImGuiWindow* window = ImGui::FindWindowByName(panel_list()[panel].title);
  if (!window || window->Collapsed)
    return;
  const Pull pull = handle(context, std::string(panel_list()[panel].title) + " edge",
                           {column.x, column.tops[i] + column.heights[i]}, {column.width, thick},
                           ImGuiMouseCursor_ResizeNS);
  const float font = ImGui::GetFontSize();
  if (pull.doubled)
    context.layout.set_height(panel, 0);
  else if (pull.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1))
    context.layout.set_height(panel,
                              std::max((ImGui::GetIO().MousePos.y - column.tops[i]) / font, lowest_panel));
}

/// Where a panel in hand would go: before which of the panels that are shown in a column.
std::size_t place_under_pointer(const PanelColumn& column, float y) {
  std::size_t place = 0;
  while (place < column.panels.size() && y > column.tops[place] + 0.5f * column.heights[place])
    ++place;
  return place;
}

void mark_place(const PanelColumn& column, std::size_t place, float height) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImU32 colour = ImGui::GetColorU32(ImGuiCol_CheckMark);
  list->AddRectFilled({column.x, thick}, {column.x + column.width, height - thick},
                      ImGui::GetColorU32(ImGuiCol_CheckMark, 0.08f), 6);
  const bool last = place == column.panels.size();
  const float y = !last                   ? column.tops[place] - 0.5f * thick
                  : column.panels.empty() ? thick
                                          : column.tops.back() + column.heights.back() + 0.5f * thick;
  list->AddRectFilled({column.x, y - 1.5f}, {column.x + column.width, y + 1.5f}, colour, 1.5f);
}

// Panels that are not shown now keep their places among the others.
std::size_t place_in_layout(const PanelContext& context, const PanelColumn& column, std::size_t place) {
  std::vector<std::size_t> all = context.layout.column(column.side);
  const std::size_t before = place < column.panels.size() ? column.panels[place] : panel_list().size();
  std::erase(all, *context.panel_in_hand);
  return std::size_t(std::find(all.begin(), all.end(), before) - all.begin());
}

} // namespace

void draw_layout_handles(PanelContext& context, const PanelColumn& column, float height) {
  if (column.panels.empty() || context.panel_in_hand)
    return;
  width_handle(context, column, height);
  for (std::size_t i = 0; i < column.panels.size(); ++i)
    height_handle(context, column, i);
}

void carry_panel(PanelContext& context, const std::array<PanelColumn, 2>& columns, float width,
                 float height) {
  if (!context.panel_in_hand)
    return;
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    context.panel_in_hand.reset();
    ImGui::ClearActiveID();
    return;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const PanelColumn& column = columns[mouse.x < 0.5f * width ? 0 : 1];
  std::size_t place = place_under_pointer(column, mouse.y);
  // Before itself and after itself are the same place.
  if (place < column.panels.size() && column.panels[place] == *context.panel_in_hand)
    ++place;
  if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    mark_place(column, place, height);
    return;
  }
  context.layout.move(*context.panel_in_hand, column.side, place_in_layout(context, column, place));
  context.panel_in_hand.reset();
}

} // namespace lamina
