#include "core/simulation/grown_surfaces.h"

#include <cmath>

namespace lamina {

namespace {

/// In the world, without where a rigid body's vertices come from.
std::unique_ptr<Surface> grown(const Surface& surface, const Vec3& centre, double share) {
  auto made = std::make_unique<Surface>(surface);
  made->rest.reset();
  made->bounds = {};
  for (Vec3& x : made->positions) {
    x += share * (x - centre);
    made->bounds.include(x);
  }
  if (made->meshlets)
    enclose_meshlets(*made->meshlets, made->positions, made->balls);
  return made;
}

} // namespace

GrownSurfaces grow_surfaces(std::span<const Body* const> bodies, double distance) {
  GrownSurfaces made;
  for (const Body* body : bodies) {
    const Vec3* centre = body->twist_centre();
    const bool grows = centre && !body->prescribed() && body->volume() > 0;
    made.share.push_back(grows ? 2 * distance / std::cbrt(body->volume()) : 0);
    if (grows)
      made.grown.push_back(grown(body->surface(), *centre, made.share.back()));
    made.surfaces.push_back(grows ? made.grown.back().get() : &body->surface());
  }
  return made;
}

} // namespace lamina
