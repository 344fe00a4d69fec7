#include "core/contact/ldi/image_evidence.h"
#include "ui/panels/panel.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"
#include "ui/render/contacts/dropped_lines.h"
#include "ui/render/overlay/colour_ramp.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lamina {
void draw_error_image_panel(PanelContext&);

namespace {

/// From the upper end of the colours to the lower one.
constexpr double decades = 4;

using Pictures = std::array<ErrorPicture, 3>;

/// Of picture and scale: the same with and without a scroll bar, whose coming would else make room for
/// itself.
float side_of_picture() {
  const ImGuiStyle& style = ImGui::GetStyle();
  return std::min(ImGui::GetWindowWidth() - 2 * style.WindowPadding.x - style.ScrollbarSize,
                  24 * ImGui::GetFontSize());
}

ImU32 ink(const Colour& colour) {
  return ImGui::ColorConvertFloat4ToU32({colour[0], colour[1], colour[2], 1});
}

bool has_picture(const PairState& pair) {
  const Pictures& pictures = images_of(pair.contacts).error_pictures;
  return std::any_of(pictures.begin(), pictures.end(),
                     [](const ErrorPicture& picture) { return picture.across > 0; });
}

/// The pair that was chosen, or the first one; null if there is none.
const PairState* shown_pair(const PanelContext& context) {
  const PairState* first = nullptr;
  for (const PairState& pair : context.snapshot->pairs) {
    if (!has_picture(pair))
      continue;
    if (pair.contacts.body == context.view.error_pair)
      return &pair;
    first = first ? first : &pair;
  }
  return first;
}

void choose_pair(PanelContext& context, const PairState& shown) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("pair");
  after_label();
  ImGui::SetNextItemWidth(-FLT_MIN);
  const Snapshot& now = *context.snapshot;
  const bool open = ImGui::BeginCombo("##error pair", pair_name(now, shown.contacts.body).c_str());
  context.rects.record("error image pair");
  if (!open)
    return;
  for (const PairState& pair : now.pairs) {
    if (!has_picture(pair))
      continue;
    const std::string name = pair_name(now, pair.contacts.body);
    ImGui::PushID(&pair);
    if (ImGui::Selectable(name.c_str(), &pair == &shown))
      context.view.error_pair = pair.contacts.body;
    ImGui::PopID();
    context.rects.record("error image pair=" + name);
  }
  ImGui::EndCombo();
}

double largest_of(const Pictures& pictures) {
  double largest = 0;
  for (const ErrorPicture& picture : pictures)
    for (const float error : picture.errors)
      if (std::isfinite(error))
        largest = std::max(largest, double(error));
  return largest;
}

double share_of(double error, double top) {
  return top > 0 ? 1 + std::log10(error / top) / decades : 0;
}

std::string error_text(float error) {
  return error == 0 ? "no error" : std::isfinite(error) ? prefixed(double(error), "m") : "not known";
}

/// Neighbours in a row that have one colour are one rectangle. Row 0 is the lowest.
void draw_picture(const ErrorPicture& picture, double top, const ImVec2& at, float side) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto colour = [&](std::size_t u, std::size_t v) -> ImU32 {
    const float error = picture.at(u, v);
    if (error == 0)
      return 0;
    return ink(std::isfinite(error) ? ramp_colour(share_of(double(error), top)) : dropped_colour);
  };
  const float pixel = side / float(picture.across);
  for (std::size_t v = 0; v < picture.across; ++v)
    for (std::size_t u = 0; u < picture.across;) {
      const ImU32 here = colour(u, v);
      const std::size_t begin = u;
      while (u < picture.across && colour(u, v) == here)
        ++u;
      if (here != 0)
        list.AddRectFilled({at.x + pixel * float(begin), at.y + side - pixel * float(v + 1)},
                           {at.x + pixel * float(u), at.y + side - pixel * float(v)}, here);
    }
}

void say_pixel(const ErrorPicture& picture, const ImVec2& at, float side) {
  const ImVec2 pointer = ImGui::GetMousePos();
  const auto place = [&](float share) {
    return static_cast<std::size_t>(
        std::clamp(share * float(picture.across), 0.0f, float(picture.across - 1)));
  };
  const std::size_t u = place((pointer.x - at.x) / side), v = place(1 - (pointer.y - at.y) / side);
  ImGui::SetTooltip("pixel %zu, %zu: %s", u, v, error_text(picture.at(u, v)).c_str());
}

void picture(PanelContext& context, const PairState& pair, double top) {
  const auto axis = static_cast<std::size_t>(context.view.error_axis);
  const ErrorPicture& shown = images_of(pair.contacts).error_pictures[axis];
  const float side = side_of_picture();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side},
                                            ImGui::GetColorU32(ImGuiCol_FrameBg));
  if (shown.across > 0)
    draw_picture(shown, top, at, side);
  ImGui::GetWindowDrawList()->AddRect(at, {at.x + side, at.y + side}, ImGui::GetColorU32(ImGuiCol_Border));
  ImGui::Dummy({side, side});
  context.rects.record("error image picture");
  if (shown.across > 0 && ImGui::IsItemHovered())
    say_pixel(shown, at, side);
  const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  const Vec3& size = pair.contacts.region.size;
  const auto length = [&](std::size_t k) { return length_text(size[static_cast<Eigen::Index>(k)]); };
  ImGui::TextUnformatted((std::string("across ") + "xyz"[u] + "  " + length(u) + "   ·   up " + "xyz"[v] +
                          "  " + length(v) + "   ·   " + std::to_string(shown.across) + "² pixels")
                             .c_str());
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("sides of the pair's region, stretched to a square");
}

void scale(PanelContext& context, double top) {
  constexpr int steps = 64;
  const float font = ImGui::GetFontSize(), width = side_of_picture();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (int i = 0; i < steps; ++i)
    ImGui::GetWindowDrawList()->AddRectFilled({at.x + width * float(i) / steps, at.y},
                                              {at.x + width * float(i + 1) / steps, at.y + 0.75f * font},
                                              ink(ramp_colour((i + 0.5) / steps)));
  ImGui::Dummy({width, 0.75f * font});
  context.rects.record("error image scale");
  constexpr int marks = 3;
  const float left = ImGui::GetCursorPosX();
  for (int i = 0; i < marks; ++i) {
    const double share = double(i) / (marks - 1);
    const std::string text = (i == 0 ? "≤ " : "") + prefixed(top * std::pow(10, decades * (share - 1)), "m");
    const float room = width - ImGui::CalcTextSize(text.c_str()).x;
    if (i > 0)
      ImGui::SameLine();
    ImGui::SetCursorPosX(left + float(share) * room);
    ImGui::TextUnformatted(text.c_str());
  }
}

} // namespace

void draw_error_image_panel(PanelContext& context) {
  const PairState* pair = context.snapshot ? shown_pair(context) : nullptr;
  if (!pair) {
    ImGui::TextDisabled("no bodies overlap");
    return;
  }
  choose_pair(context, *pair);
  static constexpr std::array<ViewChoice, 3> axes = {{{"x", "along the region's first axis"},
                                                      {"y", "along the region's second axis"},
                                                      {"z", "along the region's third axis"}}};
  view_choose(context, "seen along", context.view.error_axis, axes, "view direction of the image");
  const Pictures& pictures = images_of(pair->contacts).error_pictures;
  const double top = context.error_scale.update(largest_of(pictures));
  picture(context, *pair, top);
  ImGui::TextUnformatted("error by area, of tiles as large as pixels");
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("what the edges over a pixel add to the error bound polynomial of W12, at the size of\n"
                      "the pixel, by its area: so much of the depth of a column may be wrong.\nAll three "
                      "directions have one scale.");
  if (top > 0)
    scale(context, top);
  else
    ImGui::TextDisabled("no error along any direction");
}

} // namespace lamina
