#include "core/simulation/grown_surfaces.h"

#include <cmath>

namespace lamina {

namespace {

/// Without what lets methods take short cuts: it is looked at once.
Surface grown(const Surface& surface, const Vec3& centre, double share) {
  Surface made = surface;
  made.rest.reset();
  made.meshlets.reset();
  made.balls.clear();
  made.bounds = {};
  for (Vec3& x : made.positions) {
    x += share * (x - centre);
    made.bounds.include(x);
  }
  return made;
}

} // namespace

GrownSurfaces grow_surfaces(std::span<const Body* const> bodies, double distance) {
  GrownSurfaces made;
  made.surfaces.reserve(bodies.size());
  for (const Body* body : bodies) {
    const Vec3* centre = body->twist_centre();
    const double share =
        centre && !body->prescribed() && body->volume() > 0 ? 2 * distance / std::cbrt(body->volume()) : 0;
    made.share.push_back(share);
    made.surfaces.push_back(centre ? grown(body->surface(), *centre, share) : Surface{});
  }
  return made;
}

} // namespace lamina
