#include "ui/panels/selected_bodies.h"

#include "ui/panels/edit_field.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <array>

namespace lamina {
namespace {

struct AlignChoice {
  AlignBy by;
  const char *name, *keys, *sentence;
};
constexpr std::array<AlignChoice, 3> align_choices = {
    {{AlignBy::lowest, "lowest", "Alt+Shift+",
      "the lowest points agree with those of the first selected one"},
     {AlignBy::middle, "middles", "Alt+", "the middles agree with that of the first selected one"},
     {AlignBy::highest, "highest", "Ctrl+Alt+",
      "the highest points agree with those of the first selected one"}}};

bool push_button(PanelContext& context, const char* label, const char* name, float width,
                 const char* tooltip) {
  const bool pressed = ImGui::Button(label, {width, 0});
  context.rects.record(name);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
  return pressed;
}

void align_row(PanelContext& context, const AlignChoice& choice) {
  label((std::string("align ") + choice.name).c_str(), "", choice.sentence);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = (rest_of_row() - 2 * gap) / 3;
  ImGui::PushID(choice.name);
  for (int axis = 0; axis < 3; ++axis) {
    if (axis)
      ImGui::SameLine();
    const std::string letter(1, "xyz"[axis]), name = std::string("align ") + choice.name + " " + letter;
    const std::string tooltip =
        choice.keys + std::string(1, "XYZ"[axis]) + "  along " + letter + ": " + choice.sentence;
    if (push_button(context, letter.c_str(), name.c_str(), third, tooltip.c_str()))
      context.edit.align(axis, choice.by);
  }
  ImGui::PopID();
}

} // namespace

void edit_selected(PanelContext& context, const std::string& verb,
                   const std::function<SceneEdit(const Scene&, std::size_t)>& edit,
                   bool (*suits)(const SceneBody&)) {
  // An edit replaces the scene that it was made for.
  const std::shared_ptr<const Scene> scene = context.edit.scene;
  std::vector<std::uint32_t> bodies;
  for (const std::uint32_t body : context.edit.selected.bodies())
    if (body < scene->bodies.size() && (!suits || suits(scene->bodies[body])))
      bodies.push_back(body);
  if (!bodies.empty())
    context.edit.apply(edit_each(*scene, bodies, verb, [&](std::size_t body) { return edit(*scene, body); }));
}

void several_rows(PanelContext& context) {
  for (const AlignChoice& choice : align_choices)
    align_row(context, choice);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  if (push_button(context, "Stack", "stack", third,
                  "Ctrl+K  each on top of the one that was selected before it; the first one stays"))
    context.edit.command(EditCommand::stack);
  ImGui::SameLine();
  if (push_button(context, "Group", "group", third, "Ctrl+Shift+G  they no longer collide with each other"))
    context.edit.command(EditCommand::group);
  ImGui::SameLine();
  if (push_button(context, "Ungroup", "ungroup", third, "Ctrl+Shift+U  they are in no group"))
    context.edit.command(EditCommand::ungroup);
}

void align_entries(PanelContext& context) {
  for (const AlignChoice& choice : align_choices)
    for (int axis = 0; axis < 3; ++axis) {
      const std::string text = std::string(choice.name) + " along " + "xyz"[axis];
      const std::string keys = choice.keys + std::string(1, "XYZ"[axis]);
      if (ImGui::MenuItem(text.c_str(), keys.c_str()))
        context.edit.align(axis, choice.by);
      context.rects.record("menu align " + text);
    }
}

} // namespace lamina
