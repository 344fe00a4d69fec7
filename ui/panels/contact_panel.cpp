#include "ui/panels/panel.h"
#include "ui/panels/setting_row.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

namespace lamina {
void draw_contact_panel(PanelContext&);

namespace {

// Settings that only some choices use are hidden under the others.
bool applies(const std::string& name, const Settings& s) {
  if (name == "resolution")
    return s.resolution_mode == ResolutionMode::pixels_across;
  if (name == "pixel_size")
    return s.resolution_mode == ResolutionMode::pixel_size;
  if (name == "screen_pixels")
    return s.resolution_mode == ResolutionMode::view_dependent;
  if (name == "cells")
    return s.law == ContactLaw::cells;
  if (name == "rest_penetration")
    return s.stiffness_source == StiffnessSource::rest_penetration;
  if (name == "depth_stiffness")
    return s.stiffness_source == StiffnessSource::given && s.law != ContactLaw::f08;
  if (name == "volume_stiffness")
    return s.stiffness_source == StiffnessSource::given && s.law == ContactLaw::f08;
  if (name == "friction_coefficient" || name == "slip_speed")
    return s.friction == FrictionLaw::coulomb;
  if (name == "viscosity")
    return s.friction == FrictionLaw::viscous || s.friction == FrictionLaw::axis;
  if (name == "friction_passes")
    return s.friction == FrictionLaw::coulomb;
  return true;
}

// The stiffness that the rest penetration amounts to in this scene.
void stiffness_in_force(const Snapshot& now) {
  const bool volume = now.settings.law == ContactLaw::f08;
  const std::string text = volume ? "k = " + brief(now.volume_stiffness) + " Pa/m³"
                                  : "κ = " + brief(now.depth_stiffness) + " Pa/m";
  ImGui::TextDisabled("in force");
  ImGui::SameLine(label_width());
  ImGui::TextUnformatted(text.c_str());
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", volume ? "pressure = k × intersection volume" : "pressure = κ × mean depth");
}

// The card or driver that detects contact.
void device_in_force(const Snapshot& now) {
  if (now.device.empty())
    return;
  ImGui::TextDisabled("device");
  ImGui::SameLine(label_width());
  ImGui::TextWrapped("%s", now.device.c_str());
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

void draw_group(PanelContext& context, const std::string& group) {
  // The solver's settings are the ones that are rarely touched.
  const bool open = ImGui::TreeNodeEx(group == "Contact" ? "Detection" : group.c_str(),
                                      ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                          (group == "Solver" ? 0 : ImGuiTreeNodeFlags_DefaultOpen));
  context.rects.record("group " + group);
  if (!open)
    return;
  for (const Setting& setting : setting_list()) {
    if (setting.group != group || !applies(setting.name, context.snapshot->settings))
      continue;
    setting_row(context, setting);
    if (setting.name == "rest_penetration")
      stiffness_in_force(*context.snapshot);
    if (setting.name == "backend")
      device_in_force(*context.snapshot);
  }
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
