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

/// The ray into the body; false where the vertex has no area to look away from.
bool inward_ray(const Caster& own, bvh::Ray& ray) {
  const double area = own.area_vector.norm();
  if (!(area > 0) || std::isinf(area) || !own.surface.position(own.vertex).allFinite())
    return false;
  ray.origin = own.surface.position(own.vertex);
  ray.direction = -own.area_vector / area;
  return true;
}

/// What densities of vertices on both sides make of a contact's area: where both surfaces cast, vertices a
/// stand for area α_a each and vertices b for α_b, so that there are 1/α_a + 1/α_b contacts a square metre.
double shared_area(double one, double other) {
  return one > 0 && other > 0 ? one / (one + other) * other : 0;
}

/// Joins the vertex and a place along a line.
void join(const CastSurface& other, const bvh::Hit& hit, const Vec3& line, RayJoint& joint) {
  joint.hit = hit;
  joint.line = line;
  joint.depth = hit.distance;
  joint.normal = other.unit_normal(hit.triangle);
  joint.cosine = std::min(1.0, joint.normal.dot(line));
}

void take_contact(const Caster& own, const CastSurface& other, const bvh::Hit& first, RayForce force,
                  RayOutcome& outcome, RayJoint& joint) {
  outcome.fate = RayFate::contact;
  join(other, first, outcome.direction, joint);
  double facing = 1;
  if (force == RayForce::normal) {
    const bvh::Ray across{own.surface.position(own.vertex), joint.normal, 0,
                          &own.surface == &other ? own.vertex : bvh::none, first.distance};
    const bvh::Hit second = other.first_hit(across);
    if (second.exists() && other.unit_normal(second.triangle).dot(across.direction) > about_the_same_way) {
      facing = joint.cosine;
      join(other, second, across.direction, joint);
    }
  }
  joint.area = facing;
}

} // namespace

void cast_between(const Caster& caster, const CastSurface& other, RayForce force, RayOutcome& outcome,
                  RayJoint& joint) {
  const CastSurface& own = caster.surface;
  outcome = {};
  bvh::Ray ray;
  if (!inward_ray(caster, ray))
    return;
  outcome.cast = true;
  outcome.direction = ray.direction;
  const bvh::Hit hit = other.first_hit(ray);
  if (!hit.exists()) {
    outcome.reach = std::numeric_limits<double>::infinity();
    return;
  }
  outcome.reach = hit.distance;
  if (!hit.from_behind) {
    outcome.fate = RayFate::entering;
    return;
  }

  ray.left_out = caster.vertex;
  const bvh::Hit behind = own.first_hit(ray);
  if (behind.exists() && behind.distance <= hit.distance) {
    outcome.fate = RayFate::own_first;
    outcome.reach = behind.distance;
  } else if (behind.exists() ? !behind.from_behind : !own.endless()) {
    outcome.fate = RayFate::open;
  } else {
    take_contact(caster, other, hit, force, outcome, joint);
  }
}

void cast_within(const Caster& caster, RayForce force, RayOutcome& outcome, RayJoint& joint) {
  const CastSurface& own = caster.surface;
  outcome = {};
  bvh::Ray ray;
  if (!inward_ray(caster, ray))
    return;
  ray.direction = (ray.direction + slight_turn).normalized();
  outcome.cast = true;
  outcome.direction = ray.direction;
  ray.left_out = caster.vertex;
  const bvh::Hit first = own.first_hit(ray);
  if (!first.exists()) {
    outcome.reach = std::numeric_limits<double>::infinity();
    outcome.fate = RayFate::open;
    return;
  }
  outcome.reach = first.distance;
  if (!first.from_behind) {
    outcome.fate = RayFate::entering;
    return;
  }

  ray.after = first.distance + one_crossing * own.bounds().size().maxCoeff();
  const bvh::Hit second = own.first_hit(ray);
  if (!second.exists() || !second.from_behind) {
    outcome.fate = RayFate::own_first;
    return;
  }
  take_contact(caster, own, first, force, outcome, joint);
  // What overlaps at rest is known across the surface, not along the line.
  const double known = std::max(own.rest_overlap(caster.vertex), own.rest_overlap(joint.hit));
  if (joint.depth * joint.cosine <= known)
    outcome.fate = RayFate::at_rest;
  else
    joint.depth -= known / joint.cosine;
}

bool join_along(const Caster& caster, const CastSurface& other, const Vec3& way_out, bool inside_out,
                RayJoint& joint) {
  bvh::Ray ray;
  if (!inward_ray(caster, ray))
    return false;
  const double facing = (inside_out ? -1 : 1) * ray.direction.dot(way_out);
  ray.direction = way_out;
  const bvh::Hit hit = other.first_hit(ray);
  if (!(facing > 0) || !hit.exists() || !hit.from_behind)
    return false;
  join(other, hit, way_out, joint);
  joint.area = facing * caster.surface.vertex_area(caster.area_vector);
  return joint.cosine > 0;
}

void share_areas(const CastSurface& own, const CastSurface& other, std::span<const Vec3> area_vectors,
                 std::span<const RayOutcome> outcomes, std::span<RayJoint> joints) {
  std::array<std::uint32_t, most_rays> found;
  std::array<bvh::Hit, most_rays> hits;
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].fate == RayFate::contact) {
      found[count] = i;
      hits[count++] = joints[i].hit;
    }
  std::array<double, most_rays> of_hits;
  other.vertex_areas(std::span(hits).first(count), of_hits);
  for (std::size_t k = 0; k < count; ++k)
    joints[found[k]].area *= shared_area(own.vertex_area(area_vectors[found[k]]), of_hits[k]);
}

} // namespace lamina::raytraced
