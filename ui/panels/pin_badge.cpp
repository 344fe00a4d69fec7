#include "ui/panels/pin_badge.h"

#include "ui/render/overlay/palette.h"

#include <string>

namespace lamina {
namespace {

// Blue, vermilion, bluish green, reddish purple.
Colour colour_of(std::size_t number) {
  return palette_colour(1 + number % 4);
}

// On blue white can be read best, on the lighter ones black.
ImU32 number_colour(std::size_t number, float opacity) {
  const Colour c = colour_of(number);
  const bool light = 0.3f * c[0] + 0.59f * c[1] + 0.11f * c[2] > 0.4f;
  return ImGui::GetColorU32(light ? ImVec4(0, 0, 0, opacity) : ImVec4(1, 1, 1, opacity));
}

} // namespace

ImU32 pin_colour(std::size_t number, float opacity) {
  const Colour c = colour_of(number);
  return ImGui::GetColorU32(ImVec4(c[0], c[1], c[2], opacity));
}

float pin_badge_radius() {
  return 0.56f * ImGui::GetFontSize();
}

void draw_pin_badge(ImDrawList& draw, ImVec2 centre, std::size_t number, float opacity) {
  draw.AddCircleFilled(centre, pin_badge_radius(), pin_colour(number, opacity));
  const std::string text = std::to_string(number + 1);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  draw.AddText({centre.x - 0.5f * size.x, centre.y - 0.5f * size.y}, number_colour(number, opacity),
               text.c_str());
}

} // namespace lamina
