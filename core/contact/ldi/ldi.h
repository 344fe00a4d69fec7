#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Volume contact on layered depth images (F08; design: LDI volume contact, items 1–8) in plain scalar code:
/// the reference that other backends are compared with. Its stages have a file each: region and grid,
/// prepare, raster, columns, volume (self_intervals for a body with itself), cells, pixel pairs, patches,
/// gradient. Results are bitwise the same for any number of threads.
std::unique_ptr<ContactMethod> make_ldi_cpu();

} // namespace lamina
