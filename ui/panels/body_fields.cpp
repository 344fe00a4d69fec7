#include "ui/panels/body_fields.h"

#include "core/mesh/mean_pose.h"
#include "core/scene/turns.h"
#include "ui/panels/edit_field.h"
#include "ui/panels/kind_fields.h"
#include "ui/panels/number_field.h"
#include "ui/panels/selected_bodies.h"
#include "ui/panels/style.h"
#include "ui/render/bodies/body_colours.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace lamina {
namespace {

void name_row(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  if (context.edit.selected.size() > 1) {
    context.edit.focus_name = false;
    const std::string names = names_of(*context.edit.scene, context.edit.selected.bodies());
    ImGui::TextWrapped("%s; the fields show %s", names.c_str(), body.name.c_str());
    return;
  }
  label("name", "", "F2  each body of a scene has its own");
  if (context.edit.focus_name) {
    ImGui::SetKeyboardFocusHere();
    context.edit.focus_name = false;
  }
  if (const auto typed = field(context, "body name", body.name, rest_of_row()))
    context.edit.apply(rename_body(*context.edit.scene, index, *typed));
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
  const auto give = [&](std::optional<Colour> chosen) {
    edit_selected(context, "colour",
                  [chosen](const Scene& scene, std::size_t b) { return set_colour(scene, b, chosen); });
  };
  if (edit.colour && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsAnyItemActive()) {
    give(edit.colour);
    edit.colour.reset();
  }
  if (!body.colour || is_body_hue(*body.colour))
    return;
  ImGui::SameLine();
  if (ImGui::SmallButton("of the palette"))
    give(std::nullopt);
  context.rects.record("body palette");
}

/// The selected bodies after the primary one has gone to a pose, and the others with it.
std::vector<std::pair<std::uint32_t, Pose>> moved_along(const PanelContext& context, const Pose& from,
                                                        const Pose& to) {
  const Quat turn = to.orientation * from.orientation.conjugate();
  const bool turns = to.orientation.coeffs() != from.orientation.coeffs();
  std::vector<std::pair<std::uint32_t, Pose>> places;
  for (const std::uint32_t body : context.edit.selected.bodies()) {
    if (body == context.edit.selected.primary()) {
      places.emplace_back(body, to);
      continue;
    }
    const Pose& own = context.edit.scene->bodies[body].pose;
    const Vec3 arm = own.position - from.position;
    const Vec3 position = to.position + (turns ? Vec3(turn * arm) : arm);
    places.emplace_back(body,
                        Pose{position.unaryExpr([](double part) { return std::round(part * 1e9) / 1e9; }),
                             turns ? (turn * own.orientation).normalized() : own.orientation});
  }
  return places;
}

/// What is typed exactly, and what is not touched as it was, to the last bit.
Vec3 exactly(const Vec3& typed, const Vec3& shown) {
  Vec3 exact = shown;
  for (int axis = 0; axis < 3; ++axis)
    if (typed[axis] != shown[axis])
      exact[axis] = typed[axis];
  return exact;
}

// Where a body that runs is now, under the fields of where it begins.
void present_row(const char* name, const Vec3& value, const char* tooltip) {
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(label_room());
  const float third = (rest_of_row() - 8) / 3;
  const float from = ImGui::GetCursorPosX();
  for (int axis = 0; axis < 3; ++axis) {
    if (axis)
      ImGui::SameLine(from + float(axis) * (third + 4));
    ImGui::TextDisabled(" %s", brief(value[axis]).c_str());
  }
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s", tooltip);
}

void present_rows(PanelContext& context, std::uint32_t index) {
  const Snapshot& now = *context.snapshot;
  if (now.statistics.step == 0 || index >= now.bodies.size() ||
      now.bodies.size() != context.edit.scene->bodies.size())
    return;
  const BodyState& body = now.bodies[index];
  const Pose pose =
      body.positions ? mean_pose((*now.infos)[index].mesh->mesh, *body.positions) : body.mesh_pose;
  ImGui::BeginGroup();
  present_row("  now, m", pose.position, "where it is now; Ctrl+T makes that the start");
  present_row("  now, °", turns_of(pose.orientation), "how it is turned now");
  ImGui::EndGroup();
  context.rects.record("present pose");
}

void place_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  EditContext& edit = context.edit;
  const bool several = edit.selected.size() > 1;
  label("place", "m",
        several ? "x, y and z of this one; the others move with it"
                : "x, y and z of the mesh's own origin where the body begins");
  const double size = body.mesh ? body.mesh->report.bounds.size().maxCoeff() : 1;
  const Pose& from = body.pose;
  std::optional<Pose> to, preview;
  if (const auto place = vector_fields(context, "place", from.position, drag_step(size, 0.01)))
    to = Pose{exactly(*place, from.position), from.orientation};
  if (const auto place = dragged_vector(context, "place", from.position))
    preview = Pose{*place, from.orientation};
  label("turn", "°",
        several ? "about the world's x axis, then y, then z; the others turn with this one"
                : "about the world's x axis, then y, then z, around the mesh's own origin");
  const Vec3 turns = turns_of(from.orientation);
  bool turned = false;
  if (const auto turn = vector_fields(context, "turn", turns, 1)) {
    to = Pose{from.position, orientation_of(*turn)};
    turned = true;
  }
  if (const auto turn = dragged_vector(context, "turn", turns))
    preview = Pose{from.position, orientation_of(*turn)};
  edit.preview = preview ? moved_along(context, from, *preview) : decltype(edit.preview)();
  if (to)
    edit.apply(place_bodies(*edit.scene, moved_along(context, from, *to), turned ? "turn" : "move"));
  present_rows(context, index);
}

void recipe_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
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
    if (const auto typed = number_field(context, "shape " + parameter.name, number_text(value), rest_of_row(),
                                        drag_step(value, 0.01)))
      context.edit.apply(
          set_recipe_number(*context.edit.scene, index, parameter.name, typed->value_or(parameter.initial)));
  }
}

void size_rows(PanelContext& context, std::uint32_t index, const SceneBody& body) {
  label("scale", body.recipe ? "" : "m",
        body.recipe ? "a factor on the shape's own size" : "metres per unit of the mesh file");
  if (const auto typed = number_field(context, "body scale", number_text(body.scale),
                                      4.6f * ImGui::GetFontSize(), drag_step(body.scale, 0.01))) {
    // Others by the same factor, for what they are measured in differs.
    const double scale = typed->value_or(1), factor = scale / body.scale;
    edit_selected(context, "scale", [=](const Scene& scene, std::size_t b) {
      return set_scale(scene, b, b == index ? scale : scene.bodies[b].scale * factor);
    });
  }
  if (body.mesh && body.sidedness == Sidedness::closed) {
    const Vec3 size = body.mesh->report.bounds.size();
    const std::string text = brief(size.x()) + " × " + brief(size.y()) + " × " + brief(size.z()) + " m";
    const float right = ImGui::GetItemRectMax().x + 6 + ImGui::CalcTextSize(text.c_str()).x;
    if (right <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x)
      ImGui::SameLine(0, 6);
    else
      ImGui::SetCursorPosX(label_room());
    ImGui::TextDisabled("%s", text.c_str());
  }
  if (context.edit.selected.size() == 1)
    recipe_rows(context, index, body);
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
  if (context.edit.selected.size() > 1)
    several_rows(context);
  kind_fields(context, index, body);
  colour_row(context, index, body);
  place_rows(context, index, body);
  size_rows(context, index, body);
  ImGui::BeginDisabled(body.sidedness == Sidedness::one_sided && context.edit.selected.size() == 1);
  if (ImGui::Button("Down to the floor", {-1, 0}))
    context.edit.command(EditCommand::to_floor);
  context.rects.record("to floor");
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("End  until the lowest point touches");
  ImGui::EndDisabled();
  ImGui::PopID();
}

} // namespace lamina
