#include "ui/render/pixel_painter.h"

namespace lamina {

void PixelPainter::setup() {
  static_assert(offsetof(QuadCorner, position) == 0 && sizeof(Quad) == 4 * sizeof(QuadCorner));
  quads_.setup("pixel.vert", "pixel.frag", sizeof(QuadCorner));
  quads_.add_byte_attribute(1, 4, false, offsetof(QuadCorner, ink));
}

} // namespace lamina
