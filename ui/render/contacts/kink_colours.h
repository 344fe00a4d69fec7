#pragma once

#include "core/contact/kink_kind.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/palette.h"

#include <array>

namespace lamina {

/// In the order in which legends list them.
inline constexpr std::array<KinkKind, kink_kinds> listed_kinks{
    KinkKind::none, KinkKind::edge, KinkKind::steep, KinkKind::transient, KinkKind::unknown};

/// How a kind is shown. Colours differ in brightness too, so that the colour-blind tell them apart, and are
/// greys for none and unknown.
struct KinkLook {
  const char* word;  ///< "edge"
  const char* bound; ///< of a tile: "its bound is of edges"
  Colour colour;
};
const KinkLook& kink_look(KinkKind kink);

/// Whether a picture has contact pixels of which nobody knows the kink: those of layered depth images.
bool any_unknown_kink(const Snapshot& snapshot);

} // namespace lamina
