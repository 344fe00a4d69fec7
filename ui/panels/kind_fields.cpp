#include "ui/panels/kind_fields.h"

#include "core/mesh/mass_properties.h"
#include "core/scene/scene_keys.h"
#include "core/scene/soft_material.h"
#include "core/settings/setting_scope.h"
#include "ui/panels/edit_field.h"
#include "ui/panels/number_field.h"
#include "ui/panels/selected_bodies.h"

#include <imgui.h>

#include <cmath>
#include <numbers>
#include <string>

namespace lamina {
namespace {

const char* kind_sentence(BodyKind kind) {
  switch (kind) {
  case BodyKind::rigid:
    return "moves and keeps its shape";
  case BodyKind::fixed:
    return "stays where it is";
  case BodyKind::scripted:
    return "follows a motion, whatever touches it";
  case BodyKind::soft:
    return "changes its shape: elastic tetrahedra inside it";
  case BodyKind::particles:
    return "changes its shape: masses and springs";
  case BodyKind::skinned:
    return "bones in joints carry its skin";
  case BodyKind::cloth:
    return "a thin sheet that folds and drapes; needs the method proximity";
  }
  return "";
}

/// Of what its mass fills, m³: cloth is as thick as its material, and has two sides.
double filled_volume(const SceneBody& body) {
  return body.kind == BodyKind::cloth ? 0.5 * surface_area(body.mesh->mesh) * body.material.cloth.thickness
                                      : std::abs(body.mesh->report.volume_m3);
}

/// What has a mass that one can state.
bool has_weight(const SceneBody& body) {
  return moves_freely(body.kind) && body.mesh &&
         (body.kind == BodyKind::cloth || std::abs(body.mesh->report.volume_m3) > 0);
}

bool is_elastic(const SceneBody& body) {
  return body.kind == BodyKind::soft || body.kind == BodyKind::particles;
}

void kind_row(PanelContext& context, const SceneBody& body) {
  label("kind", "", "Ctrl+F fixes and frees; point at a kind to read what it does");
  ImGui::SetNextItemWidth(rest_of_row());
  const bool open = ImGui::BeginCombo("##kind", kind_name(body.kind).c_str());
  context.rects.record("body kind");
  if (!open)
    return;
  for (const BodyKind kind : body_kinds) {
    const std::string refusal = kind_refusal(body, kind);
    ImGui::BeginDisabled(!refusal.empty());
    if (ImGui::Selectable(kind_name(kind).c_str(), kind == body.kind) && kind != body.kind)
      edit_selected(context, "change the kind of",
                    [kind](const Scene& scene, std::size_t b) { return set_kind(scene, b, kind); });
    ImGui::EndDisabled();
    context.rects.record("body kind=" + kind_name(kind));
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
      ImGui::SetTooltip("%s", refusal.empty() ? kind_sentence(kind) : refusal.c_str());
  }
  ImGui::EndCombo();
}

void weight_row(PanelContext& context, const SceneBody& body) {
  if (!has_weight(body))
    return;
  const double volume = filled_volume(body);
  const double usual = body.kind == BodyKind::cloth ? usual_cloth_density : 1000;
  const double density = body.mass ? *body.mass / volume : body.density.value_or(usual);
  const float half = 0.5f * (ImGui::GetContentRegionAvail().x - label_room()) - 2;
  const std::string if_empty = number_text(usual);
  label("density, mass", "",
        ("kg/m³, left, and mass, kg, right: either gives the other. Empty: " + if_empty + " kg/m³.").c_str());
  if (const auto typed = number_field(context, "body density", number_text(density), half,
                                      drag_step(density, 1), if_empty.c_str()))
    edit_selected(
        context, "set the density of",
        [given = typed->given()](const Scene& scene, std::size_t b) { return set_density(scene, b, given); },
        has_weight);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("density, kg/m³");
  ImGui::SameLine(0, 4);
  const double mass = density * volume;
  if (const auto typed =
          number_field(context, "body mass", number_text(mass), rest_of_row(), drag_step(mass, 0.01)))
    edit_selected(
        context, "set the mass of",
        [given = typed->value](const Scene& scene, std::size_t b) { return set_mass(scene, b, given); },
        has_weight);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("mass, kg");
}

void restitution_row(PanelContext& context, const SceneBody& body) {
  label("restitution", "e",
        "Speed after an impact over that before; a pair takes the greater one. Empty: what the Contact panel "
        "says. It needs the response by constraints.");
  const std::string bounce = body.restitution ? number_text(*body.restitution) : "";
  if (const auto typed =
          number_field(context, "body restitution", bounce, rest_of_row(), 0.01, "as the setting"))
    edit_selected(context, "set the restitution of",
                  [given = typed->given()](const Scene& scene, std::size_t b) {
                    return set_restitution(scene, b, given);
                  });
}

void contact_stiffness_row(PanelContext& context, const SceneBody& body) {
  label("contact", "×",
        "Factor on the stiffness of its contacts; a pair takes the geometric mean. Empty: 1.");
  if (const auto typed = number_field(context, "body contact", number_text(body.contact_stiffness),
                                      rest_of_row(), drag_step(body.contact_stiffness, 0.01), "1"))
    edit_selected(context, "set the contact stiffness of",
                  [factor = typed->value_or(1)](const Scene& scene, std::size_t b) {
                    return set_contact_stiffness(scene, b, factor);
                  });
}

void contact_rows(PanelContext& context, const SceneBody& body) {
  label("friction", "μ", "Coulomb coefficient of this body; empty: what the Contact panel says.");
  const std::string shown = body.friction_coefficient ? number_text(*body.friction_coefficient) : "";
  if (const auto typed = number_field(context, "body friction", shown, rest_of_row(), 0.01, "as the setting"))
    edit_selected(context, "set the friction of",
                  [given = typed->given()](const Scene& scene, std::size_t b) {
                    return set_friction(scene, b, given);
                  });
  // What has no effect under the response in force is shown only where the body states it.
  const bool constrained = context.snapshot && uses_constraints(context.snapshot->settings);
  if (constrained || body.restitution)
    restitution_row(context, body);
  if (!constrained || body.contact_stiffness != SceneBody{}.contact_stiffness)
    contact_stiffness_row(context, body);
}

/// A number with a usual value, which an empty field and the mark beside it give back.
struct UsualRow {
  const char *name, *unit, *sentence;
  NumberRange range;
  double shown, usual;
};

/// Returns the number that was typed, or the usual one where it was asked for.
std::optional<double> usual_row(PanelContext& context, const std::string& name, const UsualRow& row) {
  const std::string usual = number_text(row.usual);
  const std::string tooltip = std::string(row.sentence) + " " + number_text(row.range.minimum) + " to " +
                              number_text(row.range.maximum) + "; usually " + usual + ".";
  label(row.name, row.unit, tooltip.c_str());
  const bool differs = row.shown != row.usual;
  const float mark = ImGui::GetFrameHeight();
  const float width = rest_of_row() - (differs ? mark + 4 : 0);
  const double step = drag_step(row.shown, drag_step(row.usual, 0.01));
  const auto typed = number_field(context, name, number_text(row.shown), width, step, usual.c_str());
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip.c_str());
  if (differs)
    ImGui::SameLine(0, 4);
  if (differs && reset_mark(context, name + " default", mark, "changed; click for " + usual))
    return row.usual;
  if (!typed)
    return std::nullopt;
  return typed->value_or(row.usual);
}

void strength_row(PanelContext& context, const SceneBody& body) {
  if (!can_break(body))
    return;
  const std::string tooltip =
      "Tensile strength: faces between tetrahedra come apart where more than this pulls "
      "at them. " +
      number_text(strength_range.minimum) + " to " + number_text(strength_range.maximum) +
      "; empty: the body never breaks.";
  label("strength", "Pa", tooltip.c_str());
  const std::optional<double>& strength = body.material.tensile_strength;
  const auto typed = number_field(context, "material strength", strength ? number_text(*strength) : "",
                                  rest_of_row(), drag_step(strength.value_or(0), 100), "never");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip.c_str());
  if (typed)
    edit_selected(
        context, "set the material of",
        [given = typed->given()](const Scene& scene, std::size_t b) {
          Material changed = scene.bodies[b].material;
          changed.tensile_strength = given;
          return set_material(scene, b, changed);
        },
        can_break);
}

void elastic_rows(PanelContext& context, const SceneBody& body) {
  if (!is_elastic(body))
    return;
  struct Number {
    const char *name, *unit, *sentence;
    NumberRange range;
    double Material::*member;
  };
  static const Number numbers[] = {
      {"Young's", "Pa", "Young's modulus: resistance to stretching.", young_modulus_range,
       &Material::young_modulus},
      {"Poisson's", "ν", "Poisson's ratio: how far the body keeps its volume when it is stretched.",
       poisson_ratio_range, &Material::poisson_ratio},
      {"damping", "s", "Damping over stiffness.", damping_range, &Material::damping}};
  const Material usual = body.mesh ? soft_material(body) : Material{};
  for (const Number& number : numbers) {
    const auto member = number.member;
    const UsualRow row{number.name,  number.unit,           number.sentence,
                       number.range, body.material.*member, usual.*member};
    if (const auto value = usual_row(context, std::string("material ") + number.name, row))
      edit_selected(
          context, "set the material of",
          [=](const Scene& scene, std::size_t b) {
            Material changed = scene.bodies[b].material;
            changed.*member = *value;
            return set_material(scene, b, changed);
          },
          is_elastic);
  }
  strength_row(context, body);
  if (!uses_lattice(body))
    return;
  label("lattice", "", "cells along the longest side, 1 to 200: more follow finer shapes and cost more");
  if (const auto typed =
          number_field(context, "body lattice", std::to_string(body.lattice_cells), rest_of_row(), 1, "10"))
    edit_selected(
        context, "set the lattice of",
        [cells = typed->value_or(SceneBody{}.lattice_cells)](const Scene& scene, std::size_t b) {
          return set_lattice_cells(scene, b, cells);
        },
        uses_lattice);
}

bool is_cloth(const SceneBody& body) {
  return body.kind == BodyKind::cloth;
}

void cloth_rows(PanelContext& context, const SceneBody& body) {
  if (!is_cloth(body))
    return;
  struct Number {
    const char *key, *name, *unit, *sentence;
    double ClothMaterial::*member;
  };
  static const Number numbers[] = {
      {"thickness", "thickness", "m", "In all: other surfaces keep half of it from the middle.",
       &ClothMaterial::thickness},
      {"stretch_stiffness", "stretching", "N/m", "Force per width over strain of a strip that is pulled.",
       &ClothMaterial::stretch_stiffness},
      {"shear_stiffness", "shearing", "N/m",
       "Shear force per width over the angle; more than a quarter of that against stretching.",
       &ClothMaterial::shear_stiffness},
      {"bending_stiffness", "bending", "N·m", "Moment per width over curvature.",
       &ClothMaterial::bending_stiffness}};
  const auto edit = [&context](const auto& change) {
    edit_selected(
        context, "set the material of",
        [change](const Scene& scene, std::size_t b) {
          Material changed = scene.bodies[b].material;
          change(changed);
          return set_material(scene, b, changed);
        },
        is_cloth);
  };
  for (const Number& number : numbers) {
    const auto member = number.member;
    const UsualRow row{number.name,
                       number.unit,
                       number.sentence,
                       cloth_range(number.key),
                       body.material.cloth.*member,
                       ClothMaterial{}.*member};
    if (const auto value = usual_row(context, std::string("material ") + number.name, row))
      edit([member, given = *value](Material& material) { material.cloth.*member = given; });
  }
  const UsualRow damping{
      "damping", "s", "Damping over stiffness.", damping_range, body.material.damping, Material{}.damping};
  if (const auto value = usual_row(context, "material damping", damping))
    edit([given = *value](Material& material) { material.damping = given; });
}

void drive_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  if (body.kind != BodyKind::skinned)
    return;
  const JointDrive usual;
  const std::string target =
      body.drive.animation.empty() ? "its rest pose" : "the animation \"" + body.drive.animation + "\"";
  const std::string stiffness =
      "N·m/rad, of the spring in each joint that follows " + target + "; 0 leaves it loose.";
  const UsualRow rows[] = {
      {"joints", "N·m", stiffness.c_str(), joint_stiffness_range, body.drive.stiffness, usual.stiffness},
      {"damping", "s", "Of the joints, over their stiffness.", damping_range, body.drive.damping,
       usual.damping}};
  if (const auto value = usual_row(context, "drive stiffness", rows[0]))
    context.edit.apply(set_drive(*context.edit.scene, index, *value, body.drive.damping));
  if (const auto value = usual_row(context, "drive damping", rows[1]))
    context.edit.apply(set_drive(*context.edit.scene, index, body.drive.stiffness, *value));
}

void motion_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  if (body.kind != BodyKind::scripted)
    return;
  if (!body.motion.keyframes.empty()) {
    label("motion", "", "keyframes are written in the scene file, under \"motion\" of the body");
    ImGui::TextDisabled("%zu keyframes", body.motion.keyframes.size());
    return;
  }
  ScriptedMotion motion = body.motion;
  label("sway", "m", "how far to and fro along x, y and z, about the place where the body begins");
  const auto sway = vector_fields(context, "sway", motion.amplitude, 0.01);
  label("frequency", "Hz", "how often it sways in a second");
  const auto often =
      number_field(context, "sway often", number_text(motion.frequency), rest_of_row(), 0.01, "0");
  constexpr double degree = std::numbers::pi / 180;
  label("spin", "°/s", "how fast it turns about the axis of its motion, by itself the world's y axis");
  const auto spin =
      number_field(context, "sway spin", number_text(motion.rotation_rate / degree), rest_of_row(), 1, "0");
  if (!sway && !often && !spin)
    return;
  motion.amplitude = sway.value_or(motion.amplitude);
  if (often)
    motion.frequency = often->value_or(0);
  if (spin)
    motion.rotation_rate = degree * spin->value_or(0);
  context.edit.apply(set_motion(*context.edit.scene, index, motion));
}

} // namespace

void kind_fields(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  kind_row(context, body);
  weight_row(context, body);
  contact_rows(context, body);
  elastic_rows(context, body);
  cloth_rows(context, body);
  drive_rows(context, index, body);
  motion_rows(context, index, body);
}

} // namespace lamina
