#pragma once

#include "core/simulation/snapshot.h"

#include <array>
#include <cstddef>

namespace lamina {

/// sRGB, 0 to 1.
using Colour = std::array<float, 3>;

/// Of lines and arrows where bodies hide them.
inline constexpr float hidden_opacity = 0.35f;

/// A shade of a hue: itself in round 0, then darker and lighter ones in turn, no two of them alike.
Colour shade(const Colour& hue, std::size_t round);

/// Colour number `index` of the palette of Okabe and Ito ("Color Universal Design", 2008), which the
/// colour-blind tell apart too. After seven the same hues come back in other shades. No two numbers have one
/// colour.
Colour palette_colour(std::size_t index);

/// Colours of what is no body, by theme. sRGB.
struct Theme {
  Colour background_top, background_bottom;
  Colour floor;
  std::array<float, 4> grid; ///< with opacity
  Colour region;
  Colour inside; ///< edges within bodies that deform
  Colour force;
  Colour selection; ///< of the line around selected bodies
};
const Theme& theme(bool dark);

/// A floor is drawn in the theme's neutral colour, with a breath of its own where the scene states one.
Colour floor_colour(const BodyInfo& info, bool dark);

} // namespace lamina
