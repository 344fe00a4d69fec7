#include "core/contact/method.h"
#include "core/settings/setting_scope.h"
#include "ui/panels/panel.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/setting_row.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"
#include "ui/render/contacts/contact_lines.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lamina {
void draw_contact_panel(PanelContext&);

namespace {

// The stiffness that the rest penetration amounts to in this scene.
void stiffness_in_force(const Snapshot& now) {
  const bool volume = presses_by_volume(now.settings);
  const std::string text = volume ? "k = " + brief(now.volume_stiffness) + " Pa/m³"
                                  : "κ = " + brief(now.depth_stiffness) + " Pa/m";
  ImGui::TextDisabled("in force");
  ImGui::SameLine(label_width());
  ImGui::TextUnformatted(text.c_str());
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", volume ? "pressure = k × intersection volume"
                            : measures_volume(now.settings.contact.method) ? "pressure = κ × mean depth"
                                                                           : "pressure = κ × depth");
}

// The card or driver that detects contact, and how the picture comes by its pixels.
void device_in_force(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  if (now.device.empty())
    return;
  ImGui::TextDisabled("device");
  ImGui::SameLine(label_width());
  ImGui::TextWrapped("%s", now.device.c_str());
  ImGui::TextDisabled("picture");
  ImGui::SameLine(label_width());
  ImGui::TextWrapped("%s", now.drawing.c_str());
  context.rects.record("picture");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Contact pixels are drawn from the memory of the device if the picture can reach it.\n"
                      "Otherwise, and for solids, colours and what is pointed at, they are copied.");
}

ImU32 ink(const Colour& colour) {
  return ImGui::ColorConvertFloat4ToU32({colour[0], colour[1], colour[2], 1});
}

const char* fate_sentence(RayFate fate) {
  switch (fate) {
  case RayFate::contact:
    return "Left the other body while still within its own: a contact.";
  case RayFate::missed:
    return "Met nothing of the other body.";
  case RayFate::entering:
    return "Met the other body from outside, so its vertex is not in it.";
  case RayFate::own_first:
    return "Left its own body before it met the other, or without being in another part of itself.";
  case RayFate::open:
    return "Its own body does not close around it.";
  case RayFate::at_rest:
    return "No deeper than the surface overlaps itself at rest.";
  }
  return "";
}

// What became of the rays of this step, and bodies that rays cannot tell to be within another.
void rays(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  const std::array<std::uint64_t, ray_fates> fates = fates_of(now);
  for (std::size_t fate = 0; fate < ray_fates; ++fate) {
    if (fates[fate] == 0)
      continue;
    ImGui::BeginGroup();
    legend_line(fate_word(RayFate(fate)), ink(fate_colour(RayFate(fate))), grouped(fates[fate]));
    ImGui::EndGroup();
    context.rects.record(std::string("rays ") + fate_word(RayFate(fate)));
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", fate_sentence(RayFate(fate)));
  }
  for (const PairState& pair : now.pairs)
    for (std::size_t side = 0; side < 2; ++side)
      if (pair.contacts.enclosed[side]) {
        wrapped_text(body_name(now, pair.contacts.body[side]) + " may lie wholly within " +
                         body_name(now, pair.contacts.body[1 - side]) + ": such an overlap has no contact",
                     warning_colour(context.dark));
        context.rects.record("enclosed");
      }
}

void presets(PanelContext& context) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("preset");
  ImGui::SameLine(label_width());
  bool first = true;
  for (const std::string& name : preset_names()) {
    if (!first)
      ImGui::SameLine();
    first = false;
    if (ImGui::SmallButton(name.c_str()))
      context.post(Event(ApplyPreset{name}));
    context.rects.record("preset " + name);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", name == "f08" ? "everything as in the paper of 2008"
                                            : "everything back to its default");
  }
}

// In the order of the list; Simulation and Dragging have their place in the Simulation panel.
std::vector<std::string> groups() {
  std::vector<std::string> names;
  for (const Setting& setting : setting_list())
    if (setting.group != "Simulation" && setting.group != "Dragging" &&
        std::find(names.begin(), names.end(), setting.group) == names.end())
      names.push_back(setting.group);
  return names;
}

// Settings that have no effect under the others have no row; they keep their values.
void draw_group(PanelContext& context, const std::string& group) {
  // The solver's settings are the ones that are rarely touched.
  const bool open = ImGui::TreeNodeEx(group == "Contact" ? "Detection" : group.c_str(),
                                      ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                          (group == "Solver" ? 0 : ImGuiTreeNodeFlags_DefaultOpen));
  context.rects.record("group " + group);
  if (!open)
    return;
  for (const Setting& setting : setting_list()) {
    if (setting.group != group || !idle_because(setting, context.snapshot->settings).empty())
      continue;
    setting_row(context, setting);
    if (setting.name == "rest_penetration")
      stiffness_in_force(*context.snapshot);
    if (setting.name == "backend")
      device_in_force(context);
  }
  if (group == "Contact" && casts_rays(context.snapshot->settings.contact.method))
    rays(context);
}

} // namespace

void draw_contact_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  presets(context);
  static const std::vector<std::string> names = groups();
  for (const std::string& group : names)
    draw_group(context, group);
}

} // namespace lamina
