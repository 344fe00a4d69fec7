#include "ui/render/solid_painter.h"

namespace lamina {

void SolidPainter::setup() {
  static_assert(offsetof(SolidCorner, position) == 0 && sizeof(SolidQuad) == 4 * sizeof(SolidCorner));
  quads_.setup("solid.vert", "solid.frag", sizeof(SolidCorner));
  quads_.add_byte_attribute(1, 3, true, offsetof(SolidCorner, normal));
  quads_.add_byte_attribute(2, 4, false, offsetof(SolidCorner, ink));
}

void SolidPainter::upload(const Snapshot& snapshot, const Frame& frame) {
  std::vector<SolidQuad> quads;
  for (const PairState& pair : snapshot.pairs)
    if (const std::optional<int> axis = solid_axis(pair.contacts))
      add_volume_solid(quads, pair.contacts, *axis, pair_colour(pair.contacts.body), frame.origin);
  quads_.fill(quads.data(), quads.size());
}

} // namespace lamina
