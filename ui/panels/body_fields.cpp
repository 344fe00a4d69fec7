#include "ui/panels/body_fields.h"

#include "core/scene/turns.h"
#include "ui/panels/edit_field.h"
#include "ui/panels/kind_fields.h"
#include "ui/panels/style.h"
#include "ui/render/bodies/body_colours.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace lamina {
namespace {

void name_row(PanelContext& context, std::uint32_t index, const SceneBody& body) {
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
  if (edit.colour && !ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsAnyItemActive()) {
    edit.apply(set_colour(*edit.scene, index, *edit.colour));
    edit.colour.reset();
  }
  if (!body.colour || is_body_hue(*body.colour))
    return;
  ImGui::SameLine();
  if (ImGui::SmallButton("of the palette"))
    edit.apply(set_colour(*edit.scene, index, std::nullopt));
  context.rects.record("body palette");
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
  kind_fields(context, index, body);
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
