#include "ui/panels/body_fields.h"

#include "core/base/error.h"
#include "core/scene/scene_keys.h"
#include "core/scene/soft_material.h"
#include "core/scene/turns.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

namespace lamina {
namespace {

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

/// The number that a text is; NaN if it is none, which every edit refuses with its range.
double number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  while (*end == ' ')
    ++end;
  return end == text.c_str() || *end ? std::numeric_limits<double>::quiet_NaN() : value;
}

/// A field of one line. Returns what it holds when typing ends with something else than it began with.
std::optional<std::string> field(PanelContext& context, const std::string& name, const std::string& shown,
                                 float width, const char* hint = "") {
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

void name_row(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  label("name", "", "F2  each body of a scene has its own");
  if (context.edit.focus_name) {
    ImGui::SetKeyboardFocusHere();
    context.edit.focus_name = false;
  }
  if (const auto typed = field(context, "body name", body.name, rest_of_row()))
    context.edit.apply(rename_body(*context.edit.scene, index, *typed));
}

void kind_row(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  label("kind", "",
        "Ctrl+F  rigid bodies move; fixed ones stay; soft ones also change their shape; scripted ones follow "
        "the motion in the file");
  ImGui::SetNextItemWidth(rest_of_row());
  const bool open = ImGui::BeginCombo("##kind", kind_name(body.kind).c_str());
  context.rects.record("body kind");
  if (!open)
    return;
  for (const BodyKind kind : {BodyKind::rigid, BodyKind::fixed, BodyKind::soft}) {
    if (ImGui::Selectable(kind_name(kind).c_str(), kind == body.kind) && kind != body.kind)
      context.edit.apply(set_kind(*context.edit.scene, index, kind));
    context.rects.record("body kind=" + kind_name(kind));
  }
  ImGui::EndCombo();
}

void material_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  const Scene& scene = *context.edit.scene;
  const double volume = body.mesh ? std::abs(body.mesh->report.volume_m3) : 0;
  if (moves_freely(body.kind) && volume > 0) {
    const double density = body.mass ? *body.mass / volume : body.density.value_or(1000);
    const float half = 0.5f * (ImGui::GetContentRegionAvail().x - label_room()) - 2;
    label("density", "", "kg/m³, left, and mass, kg, right: either gives the other. Empty: 1000 kg/m³.");
    if (const auto typed = field(context, "body density", number_text(density), half, "1000"))
      context.edit.apply(
          set_density(scene, index, typed->empty() ? std::nullopt : std::optional(number_in(*typed))));
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("density, kg/m³");
    ImGui::SameLine(0, 4);
    if (const auto typed = field(context, "body mass", number_text(density * volume), rest_of_row()))
      context.edit.apply(set_mass(scene, index, number_in(*typed)));
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("mass, kg");
  }
  label("friction", "μ", "Coulomb coefficient of this body; empty: what the Contact panel says.");
  const std::string shown = body.friction_coefficient ? number_text(*body.friction_coefficient) : "";
  if (const auto typed = field(context, "body friction", shown, rest_of_row(), "as the setting"))
    context.edit.apply(
        set_friction(scene, index, typed->empty() ? std::nullopt : std::optional(number_in(*typed))));
}

/// A number of the material: an empty field gives it its default back, and so does the mark beside it.
struct MaterialRow {
  const char *name, *unit, *tooltip;
  double Material::*number;
  NumberRange range;
};

const MaterialRow material_list[] = {
    {"Young's", "Pa", "Young's modulus: resistance to stretching.", &Material::young_modulus,
     young_modulus_range},
    {"Poisson's", "ν", "Poisson's ratio: how far the body keeps its volume when it is stretched.",
     &Material::poisson_ratio, poisson_ratio_range},
    {"damping", "s", "Damping over stiffness.", &Material::damping, damping_range}};

/// At the start the scene is edited; a run takes the change at its next step and goes on.
void change_material(PanelContext& context, std::uint32_t index, const Material& material) {
  const Snapshot& now = *context.snapshot;
  const bool at_start = now.statistics.step == 0 && !now.playing;
  const SceneEdit edit = set_material(*context.edit.scene, index, material);
  if (at_start) {
    context.edit.apply(edit);
    return;
  }
  try {
    const Scene changed = edited(*context.edit.scene, edit);
    context.post(Event(SetMaterial{index, changed.bodies[index].material}));
    context.edit.refusal.clear();
  } catch (const InputError& error) {
    context.edit.refusal = error.what();
  }
}

void elastic_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  if (body.kind != BodyKind::soft && body.kind != BodyKind::particles)
    return;
  const auto& infos = *context.snapshot->infos;
  const bool running = index < infos.size() && infos[index].name == body.name && deforms(infos[index].kind);
  const Material shown = running ? infos[index].material : body.material;
  const Material usual = body.mesh ? soft_material(body) : Material{};
  for (const MaterialRow& row : material_list) {
    const std::string limits = std::string(row.tooltip) + " " + number_text(row.range.minimum) + " to " +
                               number_text(row.range.maximum) + "; for this size " +
                               number_text(usual.*row.number) + ".";
    label(row.name, row.unit, limits.c_str());
    const bool differs = shown.*row.number != usual.*row.number;
    const float mark = ImGui::GetFrameHeight();
    const std::string field_name = std::string("material ") + row.name;
    Material changed = shown;
    const auto typed =
        field(context, field_name, number_text(shown.*row.number), rest_of_row() - (differs ? mark + 4 : 0),
              number_text(usual.*row.number).c_str());
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", limits.c_str());
    if (typed) {
      changed.*row.number = typed->empty() ? usual.*row.number : number_in(*typed);
      change_material(context, index, changed);
    }
    if (!differs)
      continue;
    ImGui::SameLine(0, 4);
    ImGui::PushID(row.name);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("##reset", {mark, mark})) {
      changed.*row.number = usual.*row.number;
      change_material(context, index, changed);
    }
    context.rects.record(field_name + " default");
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {at.x + 0.5f * mark, at.y + 0.5f * mark}, 0.17f * mark,
        ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_CheckMark));
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("changed; click for %s, which suits its size",
                        number_text(usual.*row.number).c_str());
    ImGui::PopID();
  }
  if (!uses_lattice(body))
    return;
  label("lattice", "", "cells along the longest side, 1 to 200: more follow finer shapes and cost more");
  if (const auto typed =
          field(context, "body lattice", std::to_string(body.lattice_cells), rest_of_row(), "10"))
    context.edit.apply(set_lattice_cells(*context.edit.scene, index,
                                         typed->empty() ? SceneBody{}.lattice_cells : number_in(*typed)));
}

// Colours change under the mouse all the time; the edit comes when it lets go.
void colour_row(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  EditContext& edit = context.edit;
  label("colour", "", "click the patch to choose");
  Colour colour = edit.colour.value_or(shown_colour(context, index));
  if (ImGui::ColorEdit3("##colour", colour.data(),
                        ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel |
                            ImGuiColorEditFlags_NoOptions))
    edit.colour = colour;
  context.rects.record("body colour");
  if (edit.colour && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsAnyItemActive()) {
    edit.apply(set_colour(*edit.scene, index, *edit.colour));
    edit.colour.reset();
  }
  if (!body.colour)
    return;
  ImGui::SameLine();
  if (ImGui::SmallButton("of the palette"))
    edit.apply(set_colour(*edit.scene, index, std::nullopt));
  context.rects.record("body palette");
}

/// Three fields in a row; returns the vector with what was typed in one of them.
std::optional<Vec3> vector_fields(PanelContext& context, const std::string& name, const Vec3& shown) {
  const float third = (rest_of_row() - 8) / 3;
  std::optional<Vec3> typed;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis)
      ImGui::SameLine(0, 4);
    const std::string part = name + " " + "xyz"[axis];
    if (const auto text = field(context, part, number_text(shown[axis]), third)) {
      typed = shown;
      (*typed)[axis] = number_in(*text);
    }
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
      ImGui::SetTooltip("%c", "xyz"[axis]);
  }
  return typed;
}

void place_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  const Scene& scene = *context.edit.scene;
  label("place", "m", "x, y and z of the mesh's own origin where the body begins");
  if (const auto place = vector_fields(context, "place", body.pose.position)) {
    Vec3 exact = body.pose.position;
    for (int axis = 0; axis < 3; ++axis)
      if ((*place)[axis] != body.pose.position[axis])
        exact[axis] = (*place)[axis];
    context.edit.apply(place_body(scene, index, {exact, body.pose.orientation}, "move"));
  }
  label("turn", "°", "about the world's x axis, then y, then z, around the mesh's own origin");
  if (const auto turn = vector_fields(context, "turn", turns_of(body.pose.orientation)))
    context.edit.apply(place_body(scene, index, {body.pose.position, orientation_of(*turn)}, "turn"));
}

void size_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  const Scene& scene = *context.edit.scene;
  label("scale", body.recipe ? "" : "m",
        body.recipe ? "a factor on the shape's own size" : "metres per unit of the mesh file");
  if (const auto typed = field(context, "body scale", number_text(body.scale), 4.6f * ImGui::GetFontSize()))
    context.edit.apply(set_scale(scene, index, number_in(*typed)));
  if (body.mesh && body.sidedness == Sidedness::closed) {
    const Vec3 size = body.mesh->report.bounds.size();
    ImGui::SameLine(0, 6);
    ImGui::TextDisabled("%s × %s × %s m", brief(size.x()).c_str(), brief(size.y()).c_str(),
                        brief(size.z()).c_str());
  }
  if (!body.recipe ||
      !ImGui::TreeNodeEx("shape", ImGuiTreeNodeFlags_NoTreePushOnOpen, "%s", body.recipe->shape.c_str()))
    return;
  const auto& shapes = recipe_shapes();
  const auto shape = std::find_if(shapes.begin(), shapes.end(), [&](const RecipeShape& known) {
    return known.shape == body.recipe->shape;
  });
  for (const RecipeParameter& parameter : shape->parameters) {
    const auto given = body.recipe->numbers.find(parameter.name);
    const double value = given == body.recipe->numbers.end() ? parameter.initial : given->second;
    ImGui::AlignTextToFramePadding();
    ImGui::Text("  %s %s", readable(parameter.name).c_str(), parameter.unit.c_str());
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", parameter.sentence.c_str());
    ImGui::SameLine(1.5f * label_room());
    if (const auto typed = field(context, "shape " + parameter.name, number_text(value), rest_of_row()))
      context.edit.apply(set_recipe_number(scene, index, parameter.name, number_in(*typed)));
  }
}

} // namespace

Colour shown_colour(const PanelContext& context, std::uint32_t body) {
  if (const auto& stated = context.edit.scene->bodies[body].colour)
    return *stated;
  constexpr Colour neutral{0.6f, 0.6f, 0.6f};
  return body < context.edit.colours.size() ? context.edit.colours[body] : neutral;
}

void body_fields(PanelContext& context, std::uint32_t index) {
  // An edit replaces the scene; the rest of this frame still shows the one before.
  const std::shared_ptr<const Scene> scene = context.edit.scene;
  const SceneBody& body = scene->bodies[index];
  ImGui::PushID("fields");
  name_row(context, index, body);
  kind_row(context, index, body);
  material_rows(context, index, body);
  elastic_rows(context, index, body);
  colour_row(context, index, body);
  place_rows(context, index, body);
  size_rows(context, index, body);
  ImGui::BeginDisabled(body.sidedness == Sidedness::one_sided);
  if (ImGui::Button("Down to the floor", {-1, 0}))
    context.edit.command(EditCommand::to_floor);
  context.rects.record("to floor");
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("End  until the lowest point touches");
  ImGui::EndDisabled();
  ImGui::PopID();
}

} // namespace lamina
