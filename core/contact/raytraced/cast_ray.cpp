#include "core/contact/raytraced/cast_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::raytraced {

namespace {

/// Two crossings of a body's own surface closer than this, over its extent, are one that went through an
/// edge.
constexpr double one_crossing = 1e-9;

/// Cosine of 45°: normals that are no farther apart look about the same way.
constexpr double about_the_same_way = 0.7;

/// Rays that count a body's own crossings are turned by about this angle (rad), along which nothing is ever
/// made: bodies of straight parts have rays that run exactly along an edge or within a face, where what is
/// left and what is entered cannot be told apart.
const Vec3 slight_turn = 1e-6 * Vec3(0.5641, -0.3217, 0.7604);

/// A vertex that rays are cast from.
struct Caster {
  const CastSurface& surface;
  std::uint32_t vertex;
  double area = 0; ///< m²: of its area vector
};

/// The ray into the body; false where the vertex has no area to look away from.
bool inward_ray(Caster& own, Ray& ray) {
  if (own.surface.fans().of(own.vertex).empty())
    return false;
  const Vec3 area = own.surface.area_vector(own.vertex);
  own.area = area.norm();
  if (!(own.area > 0) || std::isinf(own.area) || !own.surface.position(own.vertex).allFinite())
    return false;
  ray.origin = own.surface.position(own.vertex);
  ray.direction = -area / own.area;
  return true;
}

/// What densities of vertices on both sides make of a contact's area: where both surfaces cast, vertices a
/// stand for area α_a each and vertices b for α_b, so that there are 1/α_a + 1/α_b contacts a square metre.
double shared_area(double one, double other) {
  return one > 0 && other > 0 ? one / (one + other) * other : 0;
}

/// Joins the vertex and a place along a line.
void join(const CastSurface& other, const Hit& hit, const Vec3& line, RayOutcome& outcome) {
  outcome.hit = hit;
  outcome.line = line;
  outcome.depth = hit.distance;
  outcome.normal = other.unit_normal(hit.triangle);
  outcome.cosine = std::min(1.0, outcome.normal.dot(line));
}

void take_contact(const Caster& own, const CastSurface& other, const Hit& first, RayForce force,
                  RayOutcome& outcome) {
  outcome.fate = RayFate::contact;
  join(other, first, outcome.direction, outcome);
  double facing = 1;
  if (force == RayForce::normal) {
    const Ray across{own.surface.position(own.vertex), outcome.normal, 0,
                     &own.surface == &other ? own.vertex : none};
    const Hit second = other.first_hit(across);
    if (second.exists() && second.distance <= first.distance &&
        other.unit_normal(second.triangle).dot(across.direction) > about_the_same_way) {
      facing = outcome.cosine;
      join(other, second, across.direction, outcome);
    }
  }
  outcome.area = facing * shared_area(own.surface.stands_for(own.area), other.vertex_area(outcome.hit));
}

/// Meets a surface; false unless the ray leaves it there.
bool leaves(const CastSurface& surface, const Hit& hit, RayOutcome& outcome) {
  outcome.reach = hit.distance;
  return surface.unit_normal(hit.triangle).dot(outcome.direction) > 0;
}

} // namespace

RayOutcome cast_between(const CastSurface& own, std::uint32_t vertex, const CastSurface& other,
                        RayForce force) {
  RayOutcome outcome;
  Ray ray;
  Caster caster{own, vertex};
  if (!inward_ray(caster, ray))
    return outcome;
  outcome.cast = true;
  outcome.direction = ray.direction;
  const Hit hit = other.first_hit(ray);
  if (!hit.exists()) {
    outcome.reach = std::numeric_limits<double>::infinity();
    return outcome;
  }
  if (!leaves(other, hit, outcome)) {
    outcome.fate = RayFate::entering;
    return outcome;
  }

  ray.left_out = vertex;
  const Hit behind = own.first_hit(ray);
  if (behind.exists() && behind.distance <= hit.distance) {
    outcome.fate = RayFate::own_first;
    outcome.reach = behind.distance;
  } else if (behind.exists() ? own.unit_normal(behind.triangle).dot(ray.direction) <= 0 : !own.endless()) {
    outcome.fate = RayFate::open;
  } else {
    take_contact(caster, other, hit, force, outcome);
  }
  return outcome;
}

RayOutcome cast_within(const CastSurface& own, std::uint32_t vertex, RayForce force) {
  RayOutcome outcome;
  Ray ray;
  Caster caster{own, vertex};
  if (!inward_ray(caster, ray))
    return outcome;
  ray.direction = (ray.direction + slight_turn).normalized();
  outcome.cast = true;
  outcome.direction = ray.direction;
  ray.left_out = vertex;
  const Hit first = own.first_hit(ray);
  if (!first.exists()) {
    outcome.reach = std::numeric_limits<double>::infinity();
    outcome.fate = RayFate::open;
    return outcome;
  }
  if (!leaves(own, first, outcome)) {
    outcome.fate = RayFate::entering;
    return outcome;
  }

  ray.after = first.distance + one_crossing * own.bounds().size().maxCoeff();
  const Hit second = own.first_hit(ray);
  if (!second.exists() || own.unit_normal(second.triangle).dot(ray.direction) <= 0) {
    outcome.fate = RayFate::own_first;
    return outcome;
  }
  take_contact(caster, own, first, force, outcome);
  // What overlaps at rest is known across the surface, not along the line.
  const double known = std::max(own.rest_overlap(vertex), own.rest_overlap(outcome.hit));
  if (outcome.depth * outcome.cosine <= known)
    outcome.fate = RayFate::at_rest;
  else
    outcome.depth -= known / outcome.cosine;
  return outcome;
}

} // namespace lamina::raytraced
