#include "core/simulation/substeps.h"

#include <algorithm>
#include <cmath>

namespace lamina {

int substeps_needed(std::span<Body* const> bodies, const Settings& settings,
                    const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide) {
  if (settings.simulation.substeps <= 1)
    return 1;
  const double h = settings.simulation.time_step;
  double thinnest = std::numeric_limits<double>::infinity();
  for (const Body* body : bodies)
    thinnest = std::min(thinnest, body->thickness());

  // Only a body that moves by a quarter of the thinnest one can be part of a pair that needs parts.
  double needed = 1;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const double way = bodies[i]->speed_bound() * h;
    if (!(way > 0.25 * thinnest))
      continue;
    for (std::uint32_t j = 0; j < bodies.size(); ++j) {
      if (i == j)
        continue;
      const double together = way + bodies[j]->speed_bound() * h;
      const double parts = together / (0.5 * std::min(bodies[i]->thickness(), bodies[j]->thickness()));
      if (parts <= needed)
        continue;
      Box reach = bodies[i]->surface().bounds;
      reach.min.array() -= together;
      reach.max.array() += together;
      if (reach.overlaps(bodies[j]->surface().bounds) && may_collide(i, j))
        needed = parts;
    }
  }
  return static_cast<int>(std::min<double>(std::ceil(needed), settings.simulation.substeps));
}

} // namespace lamina
