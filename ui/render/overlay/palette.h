#pragma once

#include "core/simulation/snapshot.h"

#include <array>
#include <cstddef>
#include <vector>

namespace lamina {

/// sRGB, 0 to 1.
using Colour = std::array<float, 3>;

/// Of lines and arrows where bodies hide them.
inline constexpr float hidden_opacity = 0.35f;

/// Colour number `index` of the palette of Okabe and Ito ("Color Universal Design", 2008), which the
/// colour-blind tell apart too. After seven the same hues come back darker, then lighter.
Colour palette_colour(std::size_t index);

/// The colour of every body of a scene: what the scene states. Otherwise movable and scripted bodies take the
/// next one of the palette, and fixed ones a pale grey with a breath of it.
std::vector<Colour> body_colours(const std::vector<BodyInfo>& infos);

/// Colours of what is no body, by theme. sRGB.
struct Theme {
  Colour background_top, background_bottom;
  Colour floor;
  std::array<float, 4> grid; ///< with opacity
  Colour region;
  Colour inside; ///< edges within bodies that deform
  Colour force;
};
const Theme& theme(bool dark);

/// A floor is drawn in the theme's neutral colour, with a breath of its own where the scene states one.
Colour floor_colour(const BodyInfo& info, bool dark);

} // namespace lamina
