#pragma once

#include "core/body/body.h"
#include "core/settings/settings.h"

#include <span>

namespace lamina {

/// The stiffnesses in force.
struct Stiffness {
  double per_depth = 0;  ///< κ, Pa/m: cells and mean depth
  double per_volume = 0; ///< k, Pa/m³: F08's law
};

inline Stiffness operator*(double factor, const Stiffness& stiffness) {
  return {factor * stiffness.per_depth, factor * stiffness.per_volume};
}

/// As the settings give them, or from the rest penetration ε of the heaviest movable body: κ = m g / (ε L³),
/// k = κ / L² (design, section 5, penalty). That body has mass m (kg) and size L (m, cube root of its
/// volume), and gravity is g (m/s²). Without a movable body, or with zero gravity, stands in 1 kg, 1 m or
/// 9.81 m/s².
Stiffness stiffness_in_force(const ResponseSettings& settings, double mass, double size, double gravity);

/// The same for the heaviest movable one of these bodies.
Stiffness stiffness_in_force(const ResponseSettings& settings, std::span<Body* const> bodies, double gravity);

} // namespace lamina
