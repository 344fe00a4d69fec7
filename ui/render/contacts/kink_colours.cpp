#include "ui/render/contacts/kink_colours.h"

#include "core/contact/ldi/image_evidence.h"

#include <algorithm>

namespace lamina {

const char* kink_word(KinkKind kink) {
  switch (kink) {
  case KinkKind::none:
    return "none";
  case KinkKind::edge:
    return "edge";
  case KinkKind::steep:
    return "steep";
  case KinkKind::transient:
    return "transient";
  case KinkKind::unknown:
    break;
  }
  return "not known";
}

Colour kink_colour(KinkKind kink) {
  switch (kink) {
  case KinkKind::none:
    return {0.640f, 0.650f, 0.665f};
  case KinkKind::edge:
    return {0.050f, 0.420f, 0.860f};
  case KinkKind::steep:
    return {0.970f, 0.880f, 0.220f};
  case KinkKind::transient:
    return {0.835f, 0.290f, 0.000f};
  case KinkKind::unknown:
    break;
  }
  return {0.260f, 0.270f, 0.290f};
}

bool any_unknown_kink(const Snapshot& snapshot) {
  return std::any_of(snapshot.pairs.begin(), snapshot.pairs.end(), [](const PairState& pair) {
    const ImageEvidence& images = images_of(pair.contacts);
    return images.extents.empty()
               ? images.intervals > 0
               : std::any_of(images.extents.begin(), images.extents.end(),
                             [](const PixelExtent& extent) { return extent.kink == KinkKind::unknown; });
  });
}

} // namespace lamina
