#pragma once

#include "core/settings/settings.h"

namespace lamina {

/// The stiffnesses in force.
struct Stiffness {
  double per_depth = 0;  ///< κ, Pa/m: cells and mean depth
  double per_volume = 0; ///< k, Pa/m³: F08's law
};

/// As the settings give them, or from the rest penetration ε of the heaviest movable body of mass m (kg) and
/// size L (m, cube root of its volume) under gravity g (m/s²): κ = m g / (ε L³), k = κ / L² (design, section
/// 5, penalty). Without a movable body, or with zero gravity, stands in 1 kg, 1 m or 9.81 m/s².
Stiffness stiffness_in_force(const Settings& settings, double mass, double size, double gravity);

} // namespace lamina
