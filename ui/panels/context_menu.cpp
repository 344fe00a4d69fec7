#include "ui/panels/context_menu.h"

#include "ui/panels/pointer_tip.h"
#include "ui/panels/selected_bodies.h"

#include <imgui.h>

#include <string>

namespace lamina {
namespace {

constexpr const char* title = "context menu";

bool entry(PanelContext& context, const char* label, const char* keys = nullptr, bool enabled = true,
           bool ticked = false) {
  const bool chosen = ImGui::MenuItem(label, keys, ticked, enabled);
  context.rects.record(std::string("menu ") + label);
  return chosen;
}

void command(PanelContext& context, const char* label, const char* keys, EditCommand what,
             bool enabled = true) {
  const bool refused = is_edit(what) && !context.edit.locked.empty();
  if (entry(context, label, keys, enabled && !refused))
    context.edit.command(what);
  if (refused && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", context.edit.locked.c_str());
}

/// Of edits.
bool begin_submenu(PanelContext& context, const char* label, bool enabled = true) {
  const std::string& locked = context.edit.locked;
  const bool open = ImGui::BeginMenu(label, enabled && locked.empty());
  context.rects.record(std::string("menu ") + label);
  if (!locked.empty() && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", locked.c_str());
  return open;
}

void select_only(PanelContext& context, std::uint32_t body) {
  Selection selection;
  selection.only(body);
  context.edit.select(selection);
}

void kind_menu(PanelContext& context, const SceneBody& body) {
  if (!begin_submenu(context, "Kind"))
    return;
  for (const BodyKind kind : body_kinds)
    if (entry(context, kind_name(kind).c_str(), nullptr, kind_refusal(body, kind).empty(), kind == body.kind))
      edit_selected(context, "change the kind of",
                    [kind](const Scene& scene, std::size_t b) { return set_kind(scene, b, kind); });
  ImGui::EndMenu();
}

void several_entries(PanelContext& context) {
  const bool several = context.edit.selected.size() > 1;
  if (begin_submenu(context, "Align", several)) {
    align_entries(context);
    ImGui::EndMenu();
  }
  command(context, "Stack", "Ctrl+K", EditCommand::stack, several);
  command(context, "Group", "Ctrl+Shift+G", EditCommand::group, several);
}

void start_entries(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const bool moved = now.statistics.step > 0;
  command(context, "Edit the start", "E", EditCommand::from_start, moved || now.playing);
  command(context, "Start from here", "Ctrl+T", EditCommand::take_poses, moved);
}

void body_menu(PanelContext& context, std::uint32_t index, const Vec3& point) {
  const std::shared_ptr<const Scene> scene = context.edit.scene;
  const SceneBody& body = scene->bodies[index];
  const bool one = context.edit.selected.size() < 2;
  ImGui::TextDisabled("%s", names_of(*scene, context.edit.selected.bodies()).c_str());
  command(context, "Rename", "F2", EditCommand::rename, one);
  command(context, "Duplicate", "Ctrl+D", EditCommand::duplicate);
  command(context, "Delete", "Del", EditCommand::remove);
  ImGui::Separator();
  command(context, moves_freely(body.kind) ? "Fix" : "Free", "Ctrl+F", EditCommand::fix);
  kind_menu(context, body);
  command(context, "Down to the floor", "End", EditCommand::to_floor);
  ImGui::Separator();
  several_entries(context);
  command(context, "Ungroup", "Ctrl+Shift+U", EditCommand::ungroup, !body.groups.empty());
  command(context, "Select its group", "Ctrl+Shift+A", EditCommand::select_group, !body.groups.empty());
  ImGui::Separator();
  if (entry(context, "Look at this", "double click"))
    context.camera.look_at(point);
  start_entries(context);
}

void pixel_menu(PanelContext& context, const MenuTarget& target) {
  const PairState& pair = target.snapshot->pairs[target.pixel->pair];
  ImGui::TextDisabled("contact pixel of %s and %s",
                      body_name(*target.snapshot, pair.contacts.body[0]).c_str(),
                      body_name(*target.snapshot, pair.contacts.body[1]).c_str());
  const ShownPin* pinned = nullptr;
  for (const ShownPin& pin : context.shown_pins)
    if (pin.pixel == target.pixel)
      pinned = &pin;
  if (pinned) {
    if (entry(context, "Unpin", "click"))
      context.pins->unpin(pinned->numbered.number);
  } else if (entry(context, "Pin", "click", context.pins->pins().size() < PixelPins::most)) {
    context.pins->pin(*target.snapshot, *target.pixel);
  }
  if (entry(context, "Unpin all", "U", !context.pins->empty()))
    context.pins->clear();
  ImGui::Separator();
  for (const std::uint32_t body : pair.contacts.body) {
    const std::string text = "Select " + body_name(*target.snapshot, body);
    if (entry(context, text.c_str()))
      select_only(context, body);
    if (pair.contacts.body[0] == pair.contacts.body[1])
      break;
  }
  if (entry(context, "Look at this", "double click"))
    context.camera.look_at(target.point);
}

void background_menu(PanelContext& context) {
  if (begin_submenu(context, "Add a shape")) {
    for (const RecipeShape& shape : recipe_shapes())
      if (entry(context, shape.shape.c_str()))
        context.edit.add_recipe({shape.shape, {}});
    ImGui::EndMenu();
  }
  command(context, "Add a mesh…", "Ctrl+M", EditCommand::add_mesh);
  ImGui::Separator();
  command(context, "Select all", "Ctrl+A", EditCommand::select_all);
  start_entries(context);
  ImGui::Separator();
  if (entry(context, "Frame all", "F"))
    context.camera.frame_all();
  command(context, "Take this view as the scene's", "Ctrl+Shift+V", EditCommand::take_view);
  ViewChoices& view = context.view;
  if (entry(context, "Contacts", "C", true, view.contacts))
    view.contacts = !view.contacts;
  if (entry(context, "Ground grid", "Shift+G", true, view.grid))
    view.grid = !view.grid;
}

// What is there may have gone since the menu opened.
void draw_entries(PanelContext& context, const MenuTarget& target) {
  if (target.pixel && target.snapshot && find_pixel(*target.snapshot, *target.pixel))
    pixel_menu(context, target);
  else if (target.body && *target.body < context.edit.scene->bodies.size())
    body_menu(context, *target.body, target.point);
  else
    background_menu(context);
}

} // namespace

void draw_context_menu(PanelContext& context, ContextMenu& menu) {
  if (!context.snapshot || !context.edit.scene || !context.edit.command)
    return;
  // The press that asked for it would close it again.
  const bool pressed = ImGui::IsMouseDown(ImGuiMouseButton_Right);
  if (menu.asked && !pressed) {
    menu.target = std::move(*menu.asked);
    menu.asked.reset();
    // The menu is of what is selected: another body becomes the only one.
    if (!menu.target.pixel && menu.target.body && !context.edit.selected.has(*menu.target.body))
      select_only(context, *menu.target.body);
    ImGui::OpenPopup(title);
  }
  if (!ImGui::BeginPopup(title))
    return;
  context.rects.record_window(title);
  draw_entries(context, menu.target);
  ImGui::EndPopup();
}

} // namespace lamina
