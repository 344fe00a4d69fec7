#pragma once

#include "ui/render/overlay/palette.h"

namespace lamina {

/// Colour of a share of a whole, 0 to 1, from dark violet over blue and green to yellow. Steps of perceived
/// lightness are equal (OKLab), so that it reads in grey and to the colour-blind too. Beyond the ends it
/// stays what it is there.
Colour ramp_colour(double share);

} // namespace lamina
