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

/// What a body is drawn in, whose colour is `own`: floors in that of the theme.
Colour shown_colour(const BodyInfo& info, const Colour& own, bool floor, bool paler, bool dark);

/// Whether a colour is one that bodies get without stating any.
bool is_body_hue(const Colour& colour);

} // namespace lamina
