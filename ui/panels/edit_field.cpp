#include "ui/panels/edit_field.h"

#include "ui/panels/number_field.h"

#include <imgui.h>

#include <cstdio>

namespace lamina {

float label_room() {
  return 6.4f * ImGui::GetFontSize();
}

void label(const char* name, const char* unit, const char* tooltip) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
  if (*unit) {
    ImGui::SameLine(0, 0.3f * ImGui::GetFontSize());
    ImGui::TextDisabled("%s", unit);
  }
  ImGui::SameLine(label_room());
}

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::optional<std::string> field(PanelContext& context, const std::string& name, const std::string& shown,
                                 float width, const char* hint) {
  EditContext& edit = context.edit;
  char idle[sizeof edit.typed];
  std::snprintf(idle, sizeof idle, "%s", shown.c_str());
  const bool mine = edit.typing == name;
  char* buffer = mine ? edit.typed : idle;
  ImGui::PushID(name.c_str());
  ImGui::SetNextItemWidth(width);
  ImGui::InputTextWithHint("##field", hint, buffer, sizeof edit.typed, ImGuiInputTextFlags_AutoSelectAll);
  context.rects.record(name);
  ImGui::PopID();
  std::optional<std::string> typed;
  if (ImGui::IsItemActivated()) {
    edit.typing = name;
    std::snprintf(edit.typed, sizeof edit.typed, "%s", buffer);
  }
  if (ImGui::IsItemDeactivatedAfterEdit() && shown != buffer)
    typed = buffer;
  if (mine && ImGui::IsItemDeactivated())
    edit.typing.clear();
  return typed;
}

float rest_of_row() {
  return ImGui::GetContentRegionAvail().x;
}

namespace {

std::string part_of(const std::string& name, int axis) {
  return name + " " + "xyz"[axis];
}

} // namespace

std::optional<Vec3> vector_fields(PanelContext& context, const std::string& name, const Vec3& shown,
                                  double step) {
  const float third = (rest_of_row() - 8) / 3;
  std::optional<Vec3> typed;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis)
      ImGui::SameLine(0, 4);
    const auto number = number_field(context, part_of(name, axis), number_text(shown[axis]), third, step);
    if (number) {
      typed = shown;
      (*typed)[axis] = number->value_or(0);
    }
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
      ImGui::SetTooltip("%c: drag to the side, or click and type", "xyz"[axis]);
  }
  return typed;
}

std::optional<Vec3> dragged_vector(const PanelContext& context, const std::string& name, const Vec3& shown) {
  for (int axis = 0; axis < 3; ++axis)
    if (const auto value = dragged_to(context, part_of(name, axis))) {
      Vec3 dragged = shown;
      dragged[axis] = *value;
      return dragged;
    }
  return {};
}

bool reset_mark(PanelContext& context, const std::string& name, float size, const std::string& tooltip) {
  ImGui::PushID(name.c_str());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked = ImGui::InvisibleButton("##reset", {size, size});
  context.rects.record(name);
  ImGui::GetWindowDrawList()->AddCircleFilled(
      {at.x + 0.5f * size, at.y + 0.5f * size}, 0.17f * size,
      ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_CheckMark));
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip.c_str());
  ImGui::PopID();
  return clicked;
}

} // namespace lamina
