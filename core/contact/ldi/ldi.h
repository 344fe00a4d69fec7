#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Volume contact on layered depth images (F08; design: LDI volume contact, items 1–5, 7, 8) in plain scalar
/// code: the reference that other backends are compared with. Its stages have a file each: region and grid,
/// prepare, raster, columns, volume, cells, pixel pairs, gradient. Results are bitwise the same for any
/// number of threads. A pair of a body with itself yields no contact.
std::unique_ptr<ContactMethod> make_ldi_cpu();

} // namespace lamina
