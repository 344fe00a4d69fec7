#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/split_view.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/window/viewport/viewport.h"

#include <imgui.h>

#include <algorithm>
#include <limits>

namespace lamina {

// What is marked in the picture below the panels, or in that of each half.
void Viewport::draw_marks() {
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const auto split = split_view(panels_, float(width()));
  const float end = split ? split->middle : float(width());
  draw->PushClipRect({0, 0}, {end, float(height())});
  if (panels_.snapshot) {
    draw_selection(*panels_.snapshot, 0);
    draw_pull(*panels_.snapshot, 0);
  }
  pixel_tool_.draw(size_in_points());
  draw->PopClipRect();
  if (split) {
    draw->PushClipRect({end, 0}, {float(width()), float(height())});
    draw_selection(*panels_.snapshot->beside, split->second);
    draw_pull(*panels_.snapshot->beside, split->second);
    draw->PopClipRect();
  }
  draw_box();
}

// The box being drawn around bodies.
void Viewport::draw_box() const {
  if (pointer_.action() != PointerTool::Action::box)
    return;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const auto split = split_view(panels_, float(width()));
  const float origin = split && in_second_ ? split->second : 0;
  const PointerTool::Rectangle box = pointer_.box();
  const ImVec2 from(origin + float(box.x0), float(box.y0)), to(origin + float(box.x1), float(box.y1));
  draw->AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_CheckMark, 0.12f));
  draw->AddRect(from, to, ImGui::GetColorU32(ImGuiCol_CheckMark), 0, ImDrawFlags_None, 1.5f);
}

namespace {

// About the part of the picture that a body takes; nothing where some of it is behind the eye.
std::optional<PointerTool::Rectangle> extent_on_screen(const Camera& camera, const BodyState& body,
                                                       const BodyInfo& info, ViewSize size) {
  constexpr std::size_t enough = 500; // points for a bracket
  const std::vector<Vec3>& points = body.positions ? *body.positions : info.mesh->mesh.vertices;
  const Pose pose = body.positions ? Pose() : body.mesh_pose;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  PointerTool::Rectangle extent{infinity, infinity, -infinity, -infinity};
  for (std::size_t i = 0; i < points.size(); i += 1 + points.size() / enough) {
    const auto at = camera.project(pose * points[i], size);
    if (!at)
      return {};
    extent = {std::min(extent.x0, at->x()), std::min(extent.y0, at->y()), std::max(extent.x1, at->x()),
              std::max(extent.y1, at->y())};
  }
  return extent;
}

} // namespace

// A bracket at each selected body, in a picture that begins at `origin`. One that has handles needs none.
void Viewport::draw_selection(const Snapshot& shown, float origin) const {
  const std::vector<std::uint32_t>& selected = panels_.edit.selected.bodies();
  if (selected.size() == 1 && edit_tool_.handles(size_in_points()))
    return;
  constexpr float gap = 4, longest_arm = 14;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const ImU32 colour = ImGui::GetColorU32(ImGuiCol_CheckMark);
  for (const std::uint32_t body : selected) {
    if (body >= shown.bodies.size())
      continue;
    const auto extent = extent_on_screen(camera_, shown.bodies[body], (*shown.infos)[body], size_in_points());
    if (!extent)
      continue;
    const ImVec2 from(origin + float(extent->x0) - gap, float(extent->y0) - gap),
        to(origin + float(extent->x1) + gap, float(extent->y1) + gap);
    const float arm = std::min(longest_arm, 0.35f * std::min(to.x - from.x, to.y - from.y));
    for (const float x : {from.x, to.x})
      for (const float y : {from.y, to.y}) {
        draw->AddLine({x, y}, {x + (x == from.x ? arm : -arm), y}, colour, 2);
        draw->AddLine({x, y}, {x, y + (y == from.y ? arm : -arm)}, colour, 2);
      }
  }
}

// The force of the spring, beside its middle.
void Viewport::draw_pull(const Snapshot& shown, float origin) const {
  if (shown.drags.empty())
    return;
  const DragState& drag = shown.drags.front();
  const auto at = camera_.project(0.5 * (drag.grabbed + drag.target), size_in_points());
  if (!at)
    return;
  const std::string text = prefixed(drag.force_N, "N");
  const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
  const ImVec2 place(origin + float(at->x()) + 14, float(at->y()) - 0.5f * extent.y);
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  draw->AddRectFilled({place.x - 5, place.y - 2}, {place.x + extent.x + 5, place.y + extent.y + 2},
                      ImGui::GetColorU32(ImGuiCol_PopupBg), 4);
  draw->AddText(place, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

// Where the pointer names what is under it: not over panels, nor while it holds something.
bool Viewport::points_into_picture() const {
  return mouse_inside_ && pointer_.action() == PointerTool::Action::none && !edit_tool_.holding() &&
         !panel_has(mouse_.x(), mouse_.y()) && !triad_.covers(mouse_);
}

// What is pointed at is looked up by the processor, which needs the pixels for that.
bool Viewport::may_point_at_pixels() const {
  return panels_.view.contacts && panels_.view.contact_view == ContactView::pixels && points_into_picture();
}

// Of the first type of evidence that has something there.
std::optional<EvidenceReference> Viewport::evidence_at(double x, double y) const {
  const auto shown = pointed(panels_.snapshot);
  if (!shown)
    return {};
  for (const EvidenceView& view : evidence_views())
    if (view.pick)
      if (const auto found = view.pick(*shown, panels_.view, {camera_, x, y, size_in_points()}))
        return found;
  return {};
}

// What the pointer is on is looked up each frame: bodies move under a pointer that rests.
void Viewport::point_at() {
  hovered_body_.reset();
  hovered_.reset();
  overlay_.tip.clear();
  const auto shown = pointed(panels_.snapshot);
  if (!shown || !points_into_picture())
    return;
  const QPointF at = in_picture(mouse_);
  if (const auto number = in_second_ ? std::nullopt : pixel_tool_.badge_at(at.x(), at.y())) {
    overlay_.tip = "pinned pixel " + std::to_string(*number + 1) + "\nclick to unpin";
    return;
  }
  hovered_ = evidence_at(at.x(), at.y());
  if (!hovered_)
    return point_at_body(*shown);
  for (const EvidenceRows& rows : evidence_rows())
    if (rows.type == hovered_->type && rows.tip)
      overlay_.tip = rows.tip(*shown, *hovered_);
  // Pins are of the scene's own simulation.
  if (const auto pixel = pixel_of(hovered_); pixel && !in_second_)
    overlay_.tip += pixel_tool_.pin_at(*pixel) ? "\nclick to unpin" : "\nclick to pin";
}

void Viewport::point_at_body(const Snapshot& now) {
  const QPointF at = in_picture(mouse_);
  const auto hit = pointer_.picker().body(now, camera_.ray(at.x(), at.y(), size_in_points()));
  // The ground is under the pointer nearly everywhere; naming it there would only be in the way.
  if (!hit || (*now.infos)[hit->body].mesh->sidedness == Sidedness::one_sided)
    return;
  hovered_body_ = hit->body;
  overlay_.tip = body_tip(now, hit->body);
}

} // namespace lamina
