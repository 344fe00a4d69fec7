#include "ui/panels/body_fields.h"
#include "ui/panels/panel.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace lamina {
void draw_bodies_panel(PanelContext&);
void draw_body_panel(PanelContext&);

namespace {

// Rows of the list before it scrolls: fewer where the window is low.
std::size_t most_rows() {
  const float high = ImGui::GetIO().DisplaySize.y / (7.3f * ImGui::GetTextLineHeightWithSpacing());
  return std::size_t(std::clamp(high, 3.0f, 6.0f));
}

bool button(PanelContext& context, const char* label, const char* name, float width, const char* tooltip) {
  const bool pressed = ImGui::Button(label, {width, 0});
  context.rects.record(name);
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", context.edit.locked.empty() ? tooltip : context.edit.locked.c_str());
  return pressed;
}

void command_button(PanelContext& context, const char* label, const char* name, float width, bool enabled,
                    EditCommand command, const char* tooltip) {
  ImGui::BeginDisabled(!enabled);
  if (button(context, label, name, width, tooltip))
    context.edit.command(command);
  ImGui::EndDisabled();
}

float share_of_width(int count) {
  return (ImGui::GetContentRegionAvail().x - float(count - 1) * ImGui::GetStyle().ItemSpacing.x) /
         float(count);
}

void add_menu(PanelContext& context) {
  if (!ImGui::BeginPopup("add body"))
    return;
  for (const RecipeShape& shape : recipe_shapes()) {
    if (ImGui::Selectable(shape.shape.c_str()))
      context.edit.add_recipe({shape.shape, {}});
    context.rects.record("add=" + shape.shape);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", shape.sentence.c_str());
  }
  ImGui::Separator();
  if (ImGui::Selectable("mesh file…"))
    context.edit.command(EditCommand::add_mesh);
  context.rects.record("add=mesh");
  ImGui::EndPopup();
}

void toolbar(PanelContext& context) {
  const bool any = !context.edit.selected.empty();
  const float third = share_of_width(3);
  if (button(context, "Add", "add body", third, "a shape or a mesh file, on the floor before the camera"))
    ImGui::OpenPopup("add body");
  add_menu(context);
  ImGui::SameLine();
  command_button(context, "Copy", "duplicate", third, any, EditCommand::duplicate,
                 "Ctrl+D  copies of the selected bodies beside them");
  ImGui::SameLine();
  command_button(context, "Delete", "delete body", third, any, EditCommand::remove,
                 "Del  takes the selected bodies away");
}

// Ctrl adds a row or takes it away, Shift selects all up to it.
void choose_row(PanelContext& context, std::uint32_t index) {
  Selection selection = context.edit.selected;
  if (ImGui::GetIO().KeyCtrl)
    selection.toggle(index);
  else if (ImGui::GetIO().KeyShift)
    selection.extend_to(index);
  else
    selection.only(index);
  context.edit.select(selection);
}

// Of a row: the kind of what is not rigid, in how many pieces the body is, and whether it is asleep.
std::string right_words(const PanelContext& context, std::uint32_t index) {
  const BodyKind kind = context.edit.scene->bodies[index].kind;
  std::string words = kind == BodyKind::rigid ? "" : kind_name(kind);
  const Snapshot& now = *context.snapshot;
  if (now.infos && index < now.infos->size() && (*now.infos)[index].pieces > 1)
    words += ", " + std::to_string((*now.infos)[index].pieces) + " pieces";
  if (index < now.bodies.size() && now.bodies[index].asleep)
    words += words.empty() ? "asleep" : ", asleep";
  return words;
}

void list_row(PanelContext& context, std::uint32_t index) {
  const SceneBody& body = context.edit.scene->bodies[index];
  ImGui::PushID(int(index));
  const float side = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::Selectable("##row", context.edit.selected.has(index)))
    choose_row(context, index);
  context.rects.record("body " + body.name);
  const Colour colour = shown_colour(context, index);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({at.x + 2, at.y + 2}, {at.x + side - 2, at.y + side - 2},
                      ImGui::GetColorU32({colour[0], colour[1], colour[2], 1}), 2);
  list->AddText({at.x + side + 5, at.y}, ImGui::GetColorU32(ImGuiCol_Text), body.name.c_str());
  const std::string words = right_words(context, index);
  const float right = at.x + ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(words.c_str()).x - 2;
  list->AddText({right, at.y}, ImGui::GetColorU32(ImGuiCol_TextDisabled), words.c_str());
  ImGui::PopID();
}

void body_list(PanelContext& context) {
  const std::size_t count = context.edit.scene->bodies.size();
  const ImGuiStyle& style = ImGui::GetStyle();
  const float rows = float(std::min(count, most_rows())) * ImGui::GetTextLineHeightWithSpacing();
  const float height = rows - style.ItemSpacing.y + 2 * style.WindowPadding.y;
  ImGui::BeginChild("bodies", {0, height}, true, ImGuiWindowFlags_NoNav);
  ImGuiListClipper clipper;
  clipper.Begin(int(count));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      list_row(context, std::uint32_t(i));
  ImGui::EndChild();
}

// What the state of the simulation means for an edit.
void start_row(PanelContext& context) {
  const bool at_start = context.snapshot->statistics.step == 0 && !context.snapshot->playing;
  if (at_start)
    return;
  const float half = share_of_width(2);
  command_button(context, "Edit the start", "edit start", half, true, EditCommand::from_start,
                 "E  stop and go back to where bodies begin; handles show on the selected ones");
  ImGui::SameLine();
  command_button(context, "Start from here", "take poses", half, context.snapshot->statistics.step > 0,
                 EditCommand::take_poses,
                 "Ctrl+T  bodies begin where they are now, at rest.\nThose that deform have their own shape "
                 "then, where it "
                 "fits best; those that clamps hold stay.");
}

void history_row(PanelContext& context) {
  const EditContext& edit = context.edit;
  if (edit.undo_name.empty() && edit.redo_name.empty())
    return;
  const float half = share_of_width(2);
  const std::string undo = "Ctrl+Z  " + edit.undo_name, redo = "Ctrl+Shift+Z  " + edit.redo_name;
  command_button(context, "Undo", "undo", half, !edit.undo_name.empty(), EditCommand::undo, undo.c_str());
  ImGui::SameLine();
  command_button(context, "Redo", "redo", half, !edit.redo_name.empty(), EditCommand::redo, redo.c_str());
}

// Why nothing here can be changed.
void locked_row(PanelContext& context) {
  if (context.edit.locked.empty())
    return;
  wrapped_text(context.edit.locked, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  context.rects.record("edit locked");
}

} // namespace

void draw_bodies_panel(PanelContext& context) {
  EditContext& edit = context.edit;
  if (!context.snapshot || !edit.scene || !edit.apply) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  ImGui::BeginDisabled(edit.busy);
  ImGui::BeginDisabled(!edit.locked.empty());
  toolbar(context);
  ImGui::EndDisabled();
  body_list(context);
  ImGui::BeginDisabled(!edit.locked.empty());
  history_row(context);
  start_row(context);
  ImGui::EndDisabled();
  ImGui::EndDisabled();
  locked_row(context);
  if (edit.busy)
    ImGui::TextDisabled("reading meshes…");
  if (!edit.refusal.empty() && edit.refusal != edit.locked) {
    wrapped_text(edit.refusal, warning_colour(context.dark));
    context.rects.record("edit refusal");
  }
}

void draw_body_panel(PanelContext& context) {
  EditContext& edit = context.edit;
  const auto body = edit.selected.primary();
  if (!context.snapshot || !edit.scene || !edit.apply || !body || *body >= edit.scene->bodies.size())
    return;
  locked_row(context);
  ImGui::BeginDisabled(edit.busy || !edit.locked.empty());
  body_fields(context, *body);
  ImGui::EndDisabled();
}

} // namespace lamina
