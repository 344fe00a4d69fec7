#include "ui/render/contacts/kink_colours.h"

#include "core/contact/ldi/image_evidence.h"

#include <algorithm>

namespace lamina {

const KinkLook& kink_look(KinkKind kink) {
  static constexpr std::array<KinkLook, kink_kinds> looks{{
      {"not known", "its bound is not known", {0.260f, 0.270f, 0.290f}},
      {"none", "exact", {0.640f, 0.650f, 0.665f}},
      {"edge", "its bound is of edges", {0.050f, 0.420f, 0.860f}},
      {"steep", "its bound is of steep faces", {0.970f, 0.880f, 0.220f}},
      {"transient", "its bound is of transient edges", {0.835f, 0.290f, 0.000f}},
  }};
  return looks[static_cast<std::size_t>(kink)];
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
