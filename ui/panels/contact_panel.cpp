#include "core/contact/method.h"
#include "core/settings/setting_scope.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/panel.h"
#include "ui/panels/setting_row.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"
#include "ui/panels/volume_error_rows.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
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
                            : measure_of(now.settings.contact) == MeasureKind::volume
                                ? "pressure = κ × mean depth"
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

void presets(PanelContext& context) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("preset");
  ImGui::SameLine(label_width());
  bool first = true;
  for (const std::string& name : preset_names()) {
    if (!first)
      ImGui::SameLine();
    first = false;
    ImGui::BeginDisabled(!context.edit.locked.empty());
    if (ImGui::SmallButton(name.c_str()))
      context.post(Event(ApplyPreset{name}));
    ImGui::EndDisabled();
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

// What is worth a try first; the rest is one click away.
bool is_essential(const Setting& setting, const PanelContext& context) {
  if (setting.name == "volume_tolerance")
    return context.snapshot->settings.contact.method == "adaptive";
  constexpr std::array<std::string_view, 5> names = {"method", "resolution", "pixel_size", "screen_pixels",
                                                     "friction_coefficient"};
  return std::find(names.begin(), names.end(), setting.name) != names.end();
}

/// How many bodies have a friction of their own.
struct OwnFriction {
  std::size_t own = 0, all = 0;
};

OwnFriction own_friction(const PanelContext& context) {
  OwnFriction count;
  if (!context.edit.scene)
    return count;
  for (const SceneBody& body : context.edit.scene->bodies) {
    ++count.all;
    count.own += body.friction_coefficient.has_value();
  }
  return count;
}

// The coefficient counts for bodies that have none of their own.
void friction_row(PanelContext& context, const Setting& setting) {
  const OwnFriction count = own_friction(context);
  ImGui::BeginDisabled(count.own > 0 && count.own == count.all);
  setting_row(context, setting, "friction");
  ImGui::EndDisabled();
  if (count.own == 0)
    return;
  const std::string who = count.own == count.all
                              ? "every body has a friction of its own: see the Body panel"
                              : std::to_string(count.own) + " of " + std::to_string(count.all) +
                                    " bodies have a friction of their own";
  wrapped_text(who, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  context.rects.record("own friction");
}

// Settings that have no effect under the others have no row; they keep their values. The response has one
// always, since choosing constraints changes what stands in their way.
void row(PanelContext& context, const Setting& setting) {
  if (setting.name != "response" && !idle_because(setting, context.snapshot->settings).empty())
    return;
  if (setting.name == "friction_coefficient")
    return friction_row(context, setting);
  setting_row(context, setting);
  if (setting.name == "rest_penetration" && !uses_constraints(context.snapshot->settings))
    stiffness_in_force(*context.snapshot);
  if (setting.name == "volume_tolerance" && is_essential(setting, context))
    volume_tolerance_rows(context);
  if (setting.name == "error_bar" && knows_volume_error(context.snapshot->settings.contact))
    volume_error_rows(context);
  if (setting.name == "backend")
    device_in_force(context);
  if (setting.name == "crossing_limit" && context.snapshot->statistics.dropped_columns == 0) {
    ImGui::TextDisabled("  no effect now: no column has so many");
    context.rects.record("crossing_limit idle");
  }
}

void draw_group(PanelContext& context, const std::string& group) {
  // The solver's settings are the ones that are rarely touched.
  const bool open = ImGui::TreeNodeEx(group == "Contact" ? "Detection" : group.c_str(),
                                      ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                          (group == "Solver" ? 0 : ImGuiTreeNodeFlags_DefaultOpen));
  context.rects.record("group " + group);
  if (!open)
    return;
  for (const Setting& setting : setting_list())
    if (setting.group == group && !is_essential(setting, context))
      row(context, setting);
  if (group != "Contact")
    return;
  for (const EvidenceRows* rows : rows_of_method(context.snapshot->settings.contact))
    if (rows->found)
      rows->found(context);
}

} // namespace

void draw_contact_panel(PanelContext& context) {
  if (!context.snapshot) {
    ImGui::TextDisabled("no scene is open");
    return;
  }
  for (const Setting& setting : setting_list())
    if (is_essential(setting, context))
      row(context, setting);
  const bool open = ImGui::TreeNodeEx("more", ImGuiTreeNodeFlags_NoTreePushOnOpen);
  context.rects.record("Contact more");
  if (!open)
    return;
  presets(context);
  static const std::vector<std::string> names = groups();
  for (const std::string& group : names)
    draw_group(context, group);
}

} // namespace lamina
