#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/split_view.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/overlay/palette.h"
#include "ui/window/viewport/viewport.h"

#include <imgui.h>

namespace lamina {

// What is marked in the picture below the panels, or in that of each half.
void Viewport::draw_marks() {
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const auto split = split_view(panels_, float(width()));
  const float end = split ? split->middle : float(width());
  draw->PushClipRect({0, 0}, {end, float(height())});
  if (panels_.snapshot)
    draw_pull(*panels_.snapshot, 0);
  pixel_tool_.draw(size_in_points());
  draw->PopClipRect();
  if (split) {
    draw->PushClipRect({end, 0}, {float(width()), float(height())});
    draw_pull(*panels_.snapshot->beside, split->second);
    draw->PopClipRect();
  }
  draw_box();
  draw_stroke();
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

// The line of a cut while it is drawn, over a darker or lighter one, so that it shows on any colour.
void Viewport::draw_stroke() const {
  const auto stroke = pointer_.stroke();
  if (!stroke)
    return;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const auto split = split_view(panels_, float(width()));
  const float origin = split && in_second_ ? split->second : 0;
  const ImVec2 from(origin + float(stroke->x0), float(stroke->y0)),
      to(origin + float(stroke->x1), float(stroke->y1));
  const Colour& ink = theme(panels_.dark).selection;
  const ImU32 line = ImGui::GetColorU32(ImVec4(ink[0], ink[1], ink[2], 1)),
              below = ImGui::GetColorU32(ImGuiCol_PopupBg);
  draw->AddLine(from, to, below, 5);
  draw->AddCircleFilled(from, 5, below);
  draw->AddLine(from, to, line, 2);
  draw->AddCircleFilled(from, 3.5f, line);
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
  if (panels_.view.ray_traced)
    draw_spring(drag, origin);
  draw->AddRectFilled({place.x - 5, place.y - 2}, {place.x + extent.x + 5, place.y + extent.y + 2},
                      ImGui::GetColorU32(ImGuiCol_PopupBg), 4);
  draw->AddText(place, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

// Ray-traced pictures have no lines.
void Viewport::draw_spring(const DragState& drag, float origin) const {
  const auto from = camera_.project(drag.grabbed, size_in_points()),
             to = camera_.project(drag.target, size_in_points());
  if (!from || !to)
    return;
  const Colour& ink = theme(panels_.dark).force;
  ImGui::GetBackgroundDrawList()->AddLine({origin + float(from->x()), float(from->y())},
                                          {origin + float(to->x()), float(to->y())},
                                          ImGui::GetColorU32(ImVec4(ink[0], ink[1], ink[2], 1)), 2);
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
  overlay_.tip = pointer_.stroke() ? "let go to cut along the line\nEscape: leave it" : "";
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
  if ((*now.infos)[hit->body].can_be_cut && panels_.edit.locked.empty())
    overlay_.tip += "\nCtrl+right drag cuts it";
}

} // namespace lamina
