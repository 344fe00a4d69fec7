#pragma once

#include <imgui.h>

#include <cstddef>

namespace lamina {

/// Colour of a pin by its number: of the palette of Okabe and Ito, those that stand out from panels of both
/// themes.
ImU32 pin_colour(std::size_t number, float opacity = 1);

/// A disc with the pin's number, counted from 1; of a radius that holds it.
void draw_pin_badge(ImDrawList& draw, ImVec2 centre, std::size_t number, float opacity = 1);
float pin_badge_radius();

} // namespace lamina
