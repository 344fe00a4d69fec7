#pragma once

#include "core/contact/contact.h"
#include "core/settings/settings.h"

#include <algorithm>

namespace lamina {

/// Friction of one contact pixel pair is f = −s (I − nnᵀ)(v_up − v_low) with s = base for the laws without a
/// limit, and s = base · pressure / max(speed, slip speed) for regularised Coulomb friction: below the slip
/// speed the force grows in proportion to the speed (F08 section 3.3 for `axis`, otherwise area-weighted,
/// design section 5).
inline double friction_base(const ContactPixelPair& pixel, const Settings& settings, double coefficient) {
  if (settings.friction == FrictionLaw::axis)
    return settings.viscosity * pixel.area;
  return (settings.friction == FrictionLaw::viscous ? settings.viscosity : coefficient) * pixel.weight;
}

/// Direction along which a pixel pair feels no friction: its normal, or F08's view axis.
inline Vec3 friction_normal(const ContactPixelPair& pixel, const Region& region, FrictionLaw law) {
  return law == FrictionLaw::axis ? Vec3(region.axes.col(pixel.axis)) : pixel.normal;
}

} // namespace lamina
