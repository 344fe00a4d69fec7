#pragma once

#include "core/math/types.h"

namespace lamina {

/// The rotation nearest to F, from F = R S with S symmetric. Where F turns inside out (det F < 0), the least
/// stretch is taken as negative. So an inverted element is pulled back through its thinnest side (after
/// Irving, Teran and Fedkiw 2004). Any F has one, the zero matrix included.
Mat3 polar_rotation(const Mat3& f);

} // namespace lamina
