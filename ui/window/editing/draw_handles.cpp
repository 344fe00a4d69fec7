#include "core/edit/scene_edits.h"
#include "ui/panels/style.h"
#include "ui/window/editing/edit_tool.h"

#include <imgui.h>

#include <array>
#include <cstdio>
#include <numbers>

namespace lamina {
namespace {

ImU32 axis_colour(int axis, bool strong) {
  // Red, green and blue for x, y and z, as far apart in lightness as in hue.
  static constexpr int colours[3][3] = {{224, 68, 62}, {72, 168, 68}, {52, 120, 246}};
  return IM_COL32(colours[axis][0], colours[axis][1], colours[axis][2], strong ? 255 : 215);
}

/// Draws into the picture below the panels.
struct Pencil {
  const Camera& camera;
  ViewSize size;
  ImDrawList* list;
  ImU32 rim; ///< lies around every stroke, so that it stands out from any body

  std::optional<ImVec2> at(const Vec3& world) const {
    const auto place = camera.project(world, size);
    if (!place)
      return {};
    return ImVec2(float(place->x()), float(place->y()));
  }

  void arrow(const Vec3& from, const Vec3& to, ImU32 colour, float width) const {
    const auto a = at(from), b = at(to);
    if (!a || !b)
      return;
    const float dx = b->x - a->x, dy = b->y - a->y, length = std::max(1.0f, std::hypot(dx, dy));
    const ImVec2 along(dx / length, dy / length), aside(-along.y, along.x);
    const float head = std::min(13.0f, length), half = 5.5f;
    const ImVec2 neck(b->x - head * along.x, b->y - head * along.y);
    const auto corner = [&](float side) { return ImVec2(neck.x + side * aside.x, neck.y + side * aside.y); };
    list->AddLine(*a, neck, rim, width + 2);
    list->AddTriangle(*b, corner(half), corner(-half), rim, 2);
    list->AddLine(*a, neck, colour, width);
    list->AddTriangleFilled(*b, corner(half), corner(-half), colour);
  }

  void ring(const EditHandles& handles, int axis, ImU32 colour, float width) const {
    std::array<ImVec2, EditHandles::ring_pieces> points;
    for (int i = 0; i < EditHandles::ring_pieces; ++i) {
      const auto point = at(handles.ring_point(axis, 2 * std::numbers::pi * i / EditHandles::ring_pieces));
      if (!point)
        return;
      points[std::size_t(i)] = *point;
    }
    list->AddPolyline(points.data(), EditHandles::ring_pieces, rim, ImDrawFlags_Closed, width + 1.5f);
    list->AddPolyline(points.data(), EditHandles::ring_pieces, colour, ImDrawFlags_Closed, width);
  }

  void square(const Vec3& centre, float half, ImU32 colour) const {
    if (const auto c = at(centre)) {
      list->AddRectFilled({c->x - half, c->y - half}, {c->x + half, c->y + half}, colour, 2);
      list->AddRect({c->x - half - 1, c->y - half - 1}, {c->x + half + 1, c->y + half + 1}, rim, 2, 0, 1.5f);
    }
  }

  void label(ImVec2 place, const char* text) const {
    const ImVec2 extent = ImGui::CalcTextSize(text);
    list->AddRectFilled({place.x - 5, place.y - 3}, {place.x + extent.x + 5, place.y + extent.y + 3},
                        ImGui::GetColorU32(ImGuiCol_PopupBg), 4);
    list->AddText(place, ImGui::GetColorU32(ImGuiCol_Text), text);
  }
};

void describe(HandlePart part, const HandleChange& change, double scale, char (&text)[64]) {
  if (is_ring(part))
    std::snprintf(text, sizeof text, "%g°", change.degrees);
  else if (part == HandlePart::scale)
    std::snprintf(text, sizeof text, "×%.4g  (scale %.4g)", change.factor, scale * change.factor);
  else if (is_arrow(part))
    std::snprintf(text, sizeof text, "%+.4g m", change.shift[handle_axis(part)]);
  else
    std::snprintf(text, sizeof text, "%+.4g  %+.4g  %+.4g m", change.shift.x(), change.shift.y(),
                  change.shift.z());
}

} // namespace

// The box around the body as a drag of the scale leaves it: the mesh itself is made anew at the end.
void EditTool::draw_outline(ViewSize size, const SceneBody& body) const {
  const Pencil pencil{camera_, size, ImGui::GetBackgroundDrawList(), 0};
  const Box& box = body.mesh->report.bounds;
  const Vec3 middle = middle_of(body);
  const auto corner = [&](int i) {
    const Vec3 local(i & 1 ? box.max.x() : box.min.x(), i & 2 ? box.max.y() : box.min.y(),
                     i & 4 ? box.max.z() : box.min.z());
    return pencil.at(body.pose * Vec3(middle + drag_->change().factor * (local - middle)));
  };
  for (int i = 0; i < 8; ++i)
    for (const int bit : {1, 2, 4})
      if (!(i & bit))
        if (const auto a = corner(i), b = corner(i | bit); a && b)
          pencil.list->AddLine(*a, *b, ImGui::GetColorU32(ImGuiCol_CheckMark), 1.5f);
}

void EditTool::draw(ViewSize size, double pointer_x, double pointer_y, bool pointer_free) const {
  const auto shown = handles(size);
  if (!shown)
    return;
  const std::optional<HandlePart> hot = drag_          ? std::optional(drag_->part())
                                        : pointer_free ? shown->pick(pointer_x, pointer_y)
                                                       : std::nullopt;
  const ImU32 rim = panels_.dark ? IM_COL32(0, 0, 0, 150) : IM_COL32(255, 255, 255, 190);
  const ImU32 plain = panels_.dark ? IM_COL32(235, 238, 242, 255) : IM_COL32(60, 66, 74, 255);
  const Pencil pencil{camera_, size, ImGui::GetBackgroundDrawList(), rim};
  const auto draws = [&](HandlePart part) {
    return shown->usable(part) && (!drag_ || drag_->part() == part);
  };
  for (int axis = 0; axis < 3; ++axis) {
    const auto ring = HandlePart(int(HandlePart::turn_x) + axis), arrow = HandlePart(axis);
    if (draws(ring))
      pencil.ring(*shown, axis, axis_colour(axis, hot == ring), hot == ring ? 3.5f : 1.8f);
    if (draws(arrow))
      pencil.arrow(shown->centre(), shown->tip(axis), axis_colour(axis, hot == arrow),
                   hot == arrow ? 4.5f : 2.8f);
  }
  const auto strength = [&](HandlePart part) {
    return hot == part ? ImGui::GetColorU32(ImGuiCol_CheckMark) : plain;
  };
  if (draws(HandlePart::move_all))
    pencil.square(shown->centre(), 5, strength(HandlePart::move_all));
  if (draws(HandlePart::scale))
    pencil.square(shown->scale_cube(), float(EditHandles::cube_pixels), strength(HandlePart::scale));
  if (!drag_)
    return;
  const SceneBody& body = *primary();
  if (drag_->part() == HandlePart::scale && body.mesh)
    draw_outline(size, body);
  char text[64];
  describe(drag_->part(), drag_->change(), body.scale, text);
  pencil.label({float(pointer_x) + 16, float(pointer_y) + 14}, text);
}

} // namespace lamina
