#pragma once

#include "ui/panels/panel.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <array>
#include <cfloat>
#include <cmath>
#include <string>

namespace lamina {

inline constexpr float view_gap = 8; ///< between choices of a row, logical pixels

inline void view_tooltip(const char* text) {
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", text);
}

/// Goes on in the same row if this label still fits there.
inline void view_flow(const char* label) {
  const float room = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float wanted =
      ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
  if (ImGui::GetItemRectMax().x + view_gap + wanted <= room)
    ImGui::SameLine(0, view_gap);
}

/// A box to tick, in the row of the one before unless it is the first.
inline void view_check(PanelContext& context, const char* label, bool& on, const char* text,
                       bool first = false) {
  if (!first)
    view_flow(label);
  ImGui::Checkbox(label, &on);
  context.rects.record(std::string("view ") + label);
  view_tooltip(text);
}

/// Cuts what is shown open across an axis, in its middle.
inline void begin_cut(PanelContext& context, CutAxis across) {
  const Box& box = context.shown_bounds;
  context.view.cut = across;
  const double middle = box.empty() ? 0 : box.centre()[static_cast<int>(across) - 1];
  // What is nought but for rounding is written so.
  context.view.cut_position = std::abs(middle) < 1e-9 * box.size().norm() ? 0 : middle;
}

/// The box for distances on the plane of the cut. Without a cut there would be nothing to see, so one begins.
inline void distances_check(PanelContext& context, const char* text, bool first) {
  ViewModes& view = context.view;
  const bool before = view.distances;
  view_check(context, "distances", view.distances, text, first);
  if (view.distances && !before && view.cut == CutAxis::off)
    begin_cut(context, CutAxis::z);
}

/// One of a list to choose from.
struct ViewChoice {
  const char* label;
  const char* tooltip;
};

/// A row: its name at the left, and a list to choose from.
template <class Enum, std::size_t Count>
void view_choose(PanelContext& context, const char* name, Enum& value,
                 const std::array<ViewChoice, Count>& entries, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  view_tooltip(text);
  after_label();
  ImGui::SetNextItemWidth(-FLT_MIN);
  const std::string id = std::string("##") + name;
  const bool open = ImGui::BeginCombo(id.c_str(), entries[static_cast<std::size_t>(value)].label);
  context.rects.record(std::string("view ") + name);
  if (!open) {
    view_tooltip(text);
    return;
  }
  for (std::size_t i = 0; i < Count; ++i) {
    if (ImGui::Selectable(entries[i].label, static_cast<std::size_t>(value) == i))
      value = static_cast<Enum>(i);
    context.rects.record(std::string("view ") + name + "=" + entries[i].label);
    view_tooltip(entries[i].tooltip);
  }
  ImGui::EndCombo();
}

} // namespace lamina
