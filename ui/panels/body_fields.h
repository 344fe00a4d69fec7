#pragma once

#include "ui/panels/panel.h"

#include <array>
#include <cstdint>

namespace lamina {

using Colour = std::array<float, 3>;

/// The fields of the primary selected body: name, kind, material, colour, place, turn, size. What is typed or
/// dragged becomes an edit when that ends: of all selected bodies, which keep their places among each other.
void body_fields(PanelContext& context, std::uint32_t body);

/// The colour that a body has in the picture, sRGB.
Colour shown_colour(const PanelContext& context, std::uint32_t body);

} // namespace lamina
