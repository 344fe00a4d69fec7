#pragma once

#include "core/contact/kink_kind.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/palette.h"

#include <array>

namespace lamina {

/// In the order in which legends list them.
inline constexpr std::array<KinkKind, kink_kinds> listed_kinks{
    KinkKind::none, KinkKind::edge, KinkKind::steep, KinkKind::transient, KinkKind::unknown};

/// In a word: "edge".
const char* kink_word(KinkKind kink);
/// Colours that differ in brightness too, so that the colour-blind tell them apart. Greys for none and
/// unknown.
Colour kink_colour(KinkKind kink);

/// Whether a picture has contact pixels of which nobody knows the kink: those of layered depth images.
bool any_unknown_kink(const Snapshot& snapshot);

} // namespace lamina
