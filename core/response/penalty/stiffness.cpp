#include "core/response/penalty/stiffness.h"

#include <cmath>

namespace lamina {

Stiffness stiffness_in_force(const ResponseSettings& settings, double mass, double size, double gravity) {
  if (settings.stiffness_source == StiffnessSource::given)
    return {settings.depth_stiffness, settings.volume_stiffness};
  if (!(mass > 0) || !(size > 0)) {
    mass = 1;
    size = 1;
  }
  if (!(gravity > 0))
    gravity = 9.81;
  Stiffness stiffness;
  stiffness.per_depth = mass * gravity / (settings.rest_penetration * size * size * size);
  stiffness.per_volume = stiffness.per_depth / (size * size);
  return stiffness;
}

Stiffness stiffness_in_force(const ResponseSettings& settings, std::span<Body* const> bodies,
                             double gravity) {
  double mass = 0, size = 0;
  for (const Body* body : bodies) {
    if (body->mass() <= mass)
      continue;
    mass = body->mass();
    size = std::cbrt(body->volume());
  }
  return stiffness_in_force(settings, mass, size, gravity);
}

} // namespace lamina
