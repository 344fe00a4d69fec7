#include "core/response/penalty/stiffness.h"

namespace lamina {

Stiffness stiffness_in_force(const Settings& settings, double mass, double size, double gravity) {
  if (settings.response.stiffness_source == StiffnessSource::given)
    return {settings.response.depth_stiffness, settings.response.volume_stiffness};
  if (!(mass > 0) || !(size > 0)) {
    mass = 1;
    size = 1;
  }
  if (!(gravity > 0))
    gravity = 9.81;
  Stiffness stiffness;
  stiffness.per_depth = mass * gravity / (settings.response.rest_penetration * size * size * size);
  stiffness.per_volume = stiffness.per_depth / (size * size);
  return stiffness;
}

} // namespace lamina
