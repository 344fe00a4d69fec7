#include "core/simulation/substeps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace lamina {

namespace {

constexpr std::size_t most_fast_pairs = 64;

/// Where a body may come in a step, in which no point of it goes farther than `way` (m).
Box reach_of(const Body& body, double way) {
  const Box& bounds = body.surface().bounds;
  return {bounds.min.array() - way, bounds.max.array() + way};
}

/// The velocity (m/s) of a rigid body at a point of the world, t seconds on.
Vec3 velocity_at(const Body& body, const Vec3& point, double t) {
  const Vec3 centre = *body.twist_centre() + t * body.linear_velocity();
  return body.linear_velocity() + body.angular_velocity().cross(point - centre);
}

/// The fastest, m/s, that points of two rigid bodies move against each other within a box, or those of either
/// alone, in the next h seconds. Such speeds are convex in place and time: corners are enough. `most`: of
/// either, anywhere.
double fastest_within(const Body& a, const Body& b, const Box& place, double h,
                      const std::array<double, 2>& most) {
  double fastest = 0;
  for (int corner = 0; corner < 8; ++corner)
    for (const double t : {0.0, h}) {
      Vec3 point = place.min;
      for (int axis = 0; axis < 3; ++axis)
        if (corner >> axis & 1)
          point[axis] = place.max[axis];
      const Vec3 of_a = velocity_at(a, point, t), of_b = velocity_at(b, point, t);
      fastest = std::max(
          {fastest, std::min(of_a.norm(), most[0]), std::min(of_b.norm(), most[1]), (of_a - of_b).norm()});
    }
  return fastest;
}

/// m by which two bodies can move against each other in h seconds where they may meet, also if something
/// stops one of them.
double way_together(const Body& a, const Body& b, const Box& place, double h) {
  const std::array most = {a.speed_bound(Vec3::Zero()), b.speed_bound(Vec3::Zero())};
  const Vec3 frame = b.linear_velocity();
  const double apart = std::min(most[0] + most[1], a.speed_bound(frame) + b.speed_bound(frame));
  const double anywhere = std::max({most[0], most[1], apart});
  if (!a.twist_centre() || !b.twist_centre())
    return h * anywhere;
  return h * std::min(anywhere, fastest_within(a, b, place, h, most));
}

} // namespace

StepDivision divide_step(std::span<Body* const> bodies, std::span<const double> gained,
                         const Settings& settings,
                         const std::function<bool(std::uint32_t, std::uint32_t)>& may_collide) {
  const double h = settings.simulation.time_step;
  const double most = settings.simulation.substeps;
  const auto gain = [&](std::uint32_t i) { return gained.empty() ? 0 : gained[i]; };
  const auto way_of = [&](std::uint32_t i) { return (bodies[i]->speed_bound(Vec3::Zero()) + gain(i)) * h; };
  double thinnest = std::numeric_limits<double>::infinity();
  for (const Body* body : bodies)
    thinnest = std::min(thinnest, body->thickness());

  // Only a body that moves by a quarter of the thinnest one can be part of a pair that needs parts.
  StepDivision division;
  double needed = 1;
  for (std::uint32_t i = 0; i < bodies.size(); ++i) {
    const double way = way_of(i);
    if (!(way > 0.25 * thinnest))
      continue;
    for (std::uint32_t j = 0; j < bodies.size(); ++j) {
      if (i == j)
        continue;
      const double other_way = way_of(j);
      const double allowed = 0.5 * std::min(bodies[i]->thickness(), bodies[j]->thickness());
      if ((way + other_way) / allowed <= std::min(needed, most))
        continue;
      const Box place = reach_of(*bodies[i], way).intersection(reach_of(*bodies[j], other_way));
      if (place.empty() || !may_collide(i, j))
        continue;
      const double together = way_together(*bodies[i], *bodies[j], place, h) + (gain(i) + gain(j)) * h;
      const double parts = together / allowed;
      if (parts <= std::min(needed, most))
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
