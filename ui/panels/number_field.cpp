#include "ui/panels/number_field.h"

#include "ui/panels/compute.h"
#include "ui/panels/edit_field.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace lamina {
namespace {

/// The field of one frame.
struct Field {
  PanelContext& context;
  const std::string& name;
  const std::string& shown;
  double step;
  const char* hint;
  ImGuiID id;
  ImRect box;
};

TypedNumber number_of(const PanelContext& context, const std::string& text, const char* hint = "") {
  if (text.find_first_not_of(' ') == std::string::npos || text == hint)
    return {true, 0};
  const auto value = computed(text, context.edit.decimal_comma);
  return {false, value.value_or(std::numeric_limits<double>::quiet_NaN())};
}

// Whole multiples of the step, so that files hold short numbers.
double to_step(double value, double step) {
  return step < 1 ? std::round(value / step) / std::round(1 / step) : std::round(value / step) * step;
}

void take_hold(const Field& field) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  ImGui::SetActiveID(field.id, window);
  ImGui::SetFocusID(field.id, window);
  ImGui::FocusWindow(window);
}

// Whether the keyboard comes into the field in this frame: by Tab, by walking through panels, or by a click
// that did not become a drag.
bool wants_keyboard(const Field& field, bool hovered) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool by_tab = (g.LastItemData.StatusFlags & ImGuiItemStatusFlags_FocusedByTabbing) != 0;
  const bool by_walk = g.NavActivateId == field.id || g.NavActivateInputId == field.id;
  const bool clicked = hovered && g.IO.MouseClicked[0];
  if (by_tab || by_walk || clicked)
    take_hold(field);
  const bool let_go =
      g.ActiveId == field.id && hovered && g.IO.MouseReleased[0] && !field.context.edit.dragged;
  if (let_go) {
    g.NavActivateId = g.NavActivateInputId = field.id;
    g.NavActivateFlags = ImGuiActivateFlags_PreferInput;
  }
  return by_tab || by_walk || let_go;
}

// The number that is let go of.
std::optional<TypedNumber> drag_number(const Field& field) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  std::optional<DraggedNumber>& dragged = field.context.edit.dragged;
  if (g.ActiveId != field.id)
    return {};
  if (!g.IO.MouseDown[0]) {
    ImGui::ClearActiveID();
    const auto ended = std::exchange(dragged, std::nullopt);
    if (!ended || ended->value == ended->from)
      return {};
    return TypedNumber{false, ended->value};
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    dragged.reset();
    ImGui::ClearActiveID();
    return {};
  }
  const TypedNumber before = number_of(field.context, field.shown);
  if (!dragged && ImGui::IsMouseDragPastThreshold(0, 3) && std::isfinite(before.value))
    dragged = DraggedNumber{field.name, before.value, before.value};
  if (dragged) {
    const double pixels = double(g.IO.MousePos.x) - double(g.IO.MouseClickedPos[0].x);
    const double step = (g.IO.KeyShift ? 10 : 1) * field.step;
    dragged->value = pixels == 0 ? dragged->from : to_step(dragged->from + std::round(pixels) * step, step);
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  }
  return {};
}

void draw_number(const Field& field, bool hovered) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const bool held = ImGui::GetCurrentContext()->ActiveId == field.id;
  const ImGuiCol colour = held      ? ImGuiCol_FrameBgActive
                          : hovered ? ImGuiCol_FrameBgHovered
                                    : ImGuiCol_FrameBg;
  ImGui::RenderNavHighlight(field.box, field.id);
  ImGui::RenderFrame(field.box.Min, field.box.Max, ImGui::GetColorU32(colour), true, style.FrameRounding);
  const auto value = dragged_to(field.context, field.name);
  const std::string text = value ? number_text(*value) : field.shown;
  const ImVec2 from(field.box.Min.x + style.FramePadding.x, field.box.Min.y + style.FramePadding.y);
  ImGui::PushClipRect(field.box.Min, {field.box.Max.x - 2, field.box.Max.y}, true);
  ImGui::GetWindowDrawList()->AddText(
      from, ImGui::GetColorU32(text.empty() ? ImGuiCol_TextDisabled : ImGuiCol_Text),
      text.empty() ? field.hint : text.c_str());
  ImGui::PopClipRect();
}

// The text that typing ends with, if it is another.
std::optional<TypedNumber> type_number(const Field& field) {
  EditContext& edit = field.context.edit;
  if (edit.typing != field.name) {
    edit.typing = field.name;
    std::snprintf(edit.typed, sizeof edit.typed, "%s", field.shown.c_str());
  }
  ImGui::TempInputText(field.box, field.id, "##field", edit.typed, sizeof edit.typed,
                       ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::GetCurrentContext()->ActiveId == field.id)
    return {};
  edit.typing.clear();
  return field.shown == edit.typed ? std::nullopt
                                   : std::optional(number_of(field.context, edit.typed, field.hint));
}

} // namespace

std::optional<TypedNumber> number_field(PanelContext& context, const std::string& name,
                                        const std::string& shown, float width, double step,
                                        const char* hint) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  if (window->SkipItems)
    return {};
  ImGui::PushID(name.c_str());
  const ImVec2 at = window->DC.CursorPos;
  const Field field{context,
                    name,
                    shown,
                    step,
                    hint,
                    window->GetID("##field"),
                    {at, {at.x + width, at.y + ImGui::GetFrameHeight()}}};
  ImGui::ItemSize(field.box, ImGui::GetStyle().FramePadding.y);
  std::optional<TypedNumber> result;
  if (ImGui::ItemAdd(field.box, field.id, nullptr, ImGuiItemFlags_Inputable)) {
    const bool hovered = ImGui::ItemHoverable(field.box, field.id);
    const bool typing = ImGui::TempInputIsActive(field.id);
    if (typing || wants_keyboard(field, hovered)) {
      result = type_number(field);
    } else {
      result = drag_number(field);
      draw_number(field, hovered);
      if (hovered)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
  }
  // Typing that ended elsewhere, as by Tab into another field, counts too.
  if (context.edit.typing == name && ImGui::GetCurrentContext()->ActiveId != field.id) {
    context.edit.typing.clear();
    if (shown != context.edit.typed)
      result = number_of(context, context.edit.typed, hint);
  }
  context.rects.record(name);
  ImGui::PopID();
  return result;
}

std::optional<double> dragged_to(const PanelContext& context, const std::string& name) {
  const auto& dragged = context.edit.dragged;
  return dragged && dragged->field == name ? std::optional(dragged->value) : std::nullopt;
}

double drag_step(double value, double smallest) {
  if (value == 0 || !std::isfinite(value))
    return smallest;
  const double power = std::floor(std::log10(std::abs(value))) - 2;
  return power < 0 ? 1 / std::pow(10.0, -power) : std::pow(10.0, power);
}

} // namespace lamina
