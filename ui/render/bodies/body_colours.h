#pragma once

#include "core/scene/scene.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/palette.h"

#include <vector>

namespace lamina {

/// The colour of every body of a scene. It is the one that the scene states, else one by which the body is
/// known: a calm hue that follows from its name, and that no body before it has. Kinds do not matter, so a
/// body that is fixed keeps its colour. One-sided surfaces are pale grey with a breath of their hue.
std::vector<Colour> body_colours(const std::vector<BodyInfo>& infos);

/// The scene with these colours stated, so that they stay whatever becomes of other bodies and of names.
/// One-sided surfaces need none: theirs depend on nothing but their names.
Scene with_stated_colours(Scene scene);

/// The same after an edit: bodies that were added by it, and look like one that was there, get a colour of
/// their own.
Scene with_stated_colours(const Scene& before, Scene after);

/// Of a body that is asleep: paler, and still told apart from others.
Colour colour_asleep(const Colour& colour);

/// Of what was inside of a body until it broke or was cut: lighter, or darker where that would hardly show.
/// As assets/shaders/surface.frag has it.
Colour inner_shade(const Colour& colour);

/// Pieces have so many colours before they come again.
inline constexpr std::size_t piece_colours = 14;
/// Of a piece of a body that broke or was cut, from 1 on; the first piece keeps the body's own.
Colour piece_colour(std::size_t piece);

/// What a body is drawn in, whose colour is `own`: floors in that of the theme.
Colour shown_colour(const BodyInfo& info, const Colour& own, bool floor, bool paler, bool dark);

/// Whether a colour is one that bodies get without stating any.
bool is_body_hue(const Colour& colour);

} // namespace lamina
