#include "ui/window/viewport/axis_triad.h"

#include "ui/render/contacts/contact_quads.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lamina {
namespace {

// Logical pixels.
constexpr double arm_length = 30;
constexpr float disc_radius = 8.5f, ring_radius = 6.5f, hit_radius = 10;

ImU32 axis_ink(const Colour& colour, float opacity) {
  return ImGui::ColorConvertFloat4ToU32({colour[0], colour[1], colour[2], opacity});
}

ImVec2 to_screen(QPointF at) {
  return {float(at.x()), float(at.y())};
}

double apart(QPointF a, QPointF b) {
  return std::hypot(a.x() - b.x(), a.y() - b.y());
}

} // namespace

std::array<AxisTriad::End, 6> AxisTriad::ends(const Camera& camera) const {
  const Vec3 right = camera.right(), up = right.cross(camera.forward());
  std::array<End, 6> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    End& end = ends[i];
    end.axis = int(i / 2);
    end.negative = i % 2 == 1;
    const Vec3 along = end.direction();
    end.at = middle_ + QPointF(arm_length * along.dot(right), -arm_length * along.dot(up));
    end.nearness = -along.dot(camera.forward());
  }
  std::stable_sort(ends.begin(), ends.end(),
                   [](const End& a, const End& b) { return a.nearness < b.nearness; });
  return ends;
}

std::optional<AxisTriad::End> AxisTriad::end_at(const Camera& camera, QPointF at) const {
  std::optional<End> found;
  for (const End& end : ends(camera))
    if (apart(end.at, at) <= hit_radius)
      found = end;
  return found;
}

bool AxisTriad::covers(QPointF at) const {
  return apart(middle_, at) <= reach;
}

void AxisTriad::draw(const Camera& camera, bool dark) const {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  if (pointed_)
    list.AddCircleFilled(to_screen(middle_), float(reach), ImGui::GetColorU32(ImGuiCol_Text, 0.08f));
  for (const End& end : ends(camera)) {
    const Colour& colour = axis_colours()[std::size_t(end.axis)];
    // What points away is fainter.
    const float opacity = float(0.75 + 0.25 * end.nearness);
    const ImVec2 at = to_screen(end.at);
    const bool pointed = pointed_ && pointed_->is(end);
    if (end.negative) {
      list.AddCircleFilled(at, ring_radius, axis_ink(colour, pointed ? 0.8f : 0.25f * opacity));
      list.AddCircle(at, ring_radius, axis_ink(colour, opacity), 0, 1.5f);
      continue;
    }
    list.AddLine(to_screen(middle_), at, axis_ink(colour, opacity), 2);
    list.AddCircleFilled(at, pointed ? disc_radius + 1.5f : disc_radius, axis_ink(colour, opacity));
    const std::string letter(1, "xyz"[end.axis]);
    // Fits its disc however large the text of the panels is.
    const float height = std::min(ImGui::GetFontSize(), 1.6f * disc_radius);
    const ImVec2 size = ImGui::GetFont()->CalcTextSizeA(height, 100, 0, letter.c_str());
    list.AddText(ImGui::GetFont(), height, {at.x - 0.5f * size.x, at.y - 0.5f * size.y - 1},
                 dark ? IM_COL32(0, 0, 0, 255) : IM_COL32_WHITE, letter.c_str());
  }
}

} // namespace lamina
