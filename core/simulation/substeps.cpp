#include "core/simulation/substeps.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {

namespace {

constexpr std::size_t most_fast_pairs = 64;

/// m by which two bodies can move against each other in h seconds, also where something stops one of them.
double way_together(const Body& a, const Body& b, double h) {
  const double alone = a.speed_bound(Vec3::Zero()), other = b.speed_bound(Vec3::Zero());
  const Vec3 frame = b.linear_velocity();
  const double apart = a.speed_bound(frame) + b.speed_bound(frame);
  return h * std::min(alone + other, std::max({alone, other, apart}));
}

} // namespace

StepDivision divide_step(std::span<Body* const> bodies, const Settings& settings,
                         const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide) {
  const double h = settings.simulation.time_step;
  const double most = settings.simulation.substeps;
  double thinnest = std::numeric_limits<double>::infinity();
  for (const Body* body : bodies)
    thinnest = std::min(thinnest, body->thickness());

  // Only a body that moves by a quarter of the thinnest one can be part of a pair that needs parts.
  StepDivision division;
  double needed = 1;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const double way = bodies[i]->speed_bound(Vec3::Zero()) * h;
    if (!(way > 0.25 * thinnest))
      continue;
    for (std::uint32_t j = 0; j < bodies.size(); ++j) {
      if (i == j)
        continue;
      const double other_way = bodies[j]->speed_bound(Vec3::Zero()) * h;
      const double allowed = 0.5 * std::min(bodies[i]->thickness(), bodies[j]->thickness());
      if ((way + other_way) / allowed <= std::min(needed, most))
        continue;
      const double together = way_together(*bodies[i], *bodies[j], h), parts = together / allowed;
      if (parts <= std::min(needed, most))
        continue;
      Box reach = bodies[i]->surface().bounds;
      reach.min.array() -= together;
      reach.max.array() += together;
      if (!reach.overlaps(bodies[j]->surface().bounds) || !may_collide(i, j))
        continue;
      needed = std::max(needed, parts);
      const bool first = way > other_way || (way == other_way && i < j);
      if (parts > most && first && division.too_fast.size() < most_fast_pairs)
        division.too_fast.push_back({i, j, together, parts});
    }
  }
  division.parts = static_cast<int>(std::min(std::ceil(needed), most));
  return division;
}

} // namespace lamina
