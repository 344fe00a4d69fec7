#include "core/picture/shading.h"

#include <algorithm>
#include <cmath>

namespace lamina::picture {

namespace {

/// Square and square root stand for the sRGB curve, as in the shaders.
Colour to_linear(const Colour& colour) {
  return colour.square();
}

Colour to_display(const Colour& linear) {
  return linear.max(0.0f).sqrt();
}

Colour mix(const Colour& a, const Colour& b, float share_of_b) {
  return a + share_of_b * (b - a);
}

float smooth_step(float from, float to, float x) {
  const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

/// Leaves of a ray what a cut leaves; false if that is nothing.
bool clip(const std::optional<Cut>& cut, bvh::Ray& ray) {
  if (!cut)
    return true;
  const double inside = cut->inward.dot(ray.origin - cut->point), rate = cut->inward.dot(ray.direction);
  if (rate > 0)
    ray.after = std::max(ray.after, -inside / rate);
  else if (rate < 0)
    ray.before = std::min(ray.before, -inside / rate);
  else if (inside < 0)
    return false;
  return ray.after < ray.before;
}

bool kept(const std::optional<Cut>& cut, const Vec3& point) {
  return !cut || cut->inward.dot(point - cut->point) >= 0;
}

/// All that shading needs to know of a hit.
struct Place {
  const SeenSurface& surface;
  Vec3 local, world; ///< the point
  Vec3 lifted;       ///< the point on the smooth surface that its normals bend, world
  Vec3 normal;       ///< unit, smooth, on the side that is seen, world
  double distance;   ///< from where the ray begins
  bool inner;        ///< on a triangle in the other colour of its surface

  const Colour& colour() const { return inner ? surface.inner_colour : surface.colour; }
};

Place place_of(const RayScene& scene, const bvh::Ray& ray, const SceneHit& hit) {
  const SeenSurface& surface = scene.surfaces()[hit.surface];
  const Triangle& triangle = surface.triangles[hit.hit.triangle];
  const Vec3 corners[3] = {surface.positions[triangle[0]], surface.positions[triangle[1]],
                           surface.positions[triangle[2]]};
  const auto [b, c] = hit.hit.barycentric;
  const double weights[3] = {1 - b - c, b, c};
  Place place{surface,      Vec3::Zero(),     ray.origin + hit.hit.distance * ray.direction, Vec3::Zero(),
              Vec3::Zero(), hit.hit.distance, hit.hit.triangle >= surface.first_inner};
  for (int k = 0; k < 3; ++k)
    place.local += weights[k] * corners[k];
  const Vec3 flat = surface.pose.orientation * (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const double side = hit.hit.from_behind ? -1 : 1;
  place.normal = (side * flat).normalized();
  place.lifted = place.world;
  if (surface.normals.empty())
    return place;

  // Where normals bend more than triangles do, rays to the light begin on the bent surface, or edges would
  // show as shadows (Hanika, Hacking the shadow terminator, Ray Tracing Gems II, 2021).
  Vec3 smooth = Vec3::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    const Eigen::Vector3f& stored = surface.normals[surface.normal_of_corner[3 * hit.hit.triangle + k]];
    const Vec3 normal = side * (surface.normal_turn * stored.cast<double>());
    smooth += weights[k] * normal;
    const double below = std::min(0.0, normal.dot(place.world - surface.pose * corners[k]));
    place.lifted -= weights[k] * below * normal;
  }
  if (smooth.squaredNorm() > 0)
    place.normal = smooth.normalized();
  return place;
}

/// How much of the key light arrives, before it is weakened by a slope.
bool lit(const RayScene& scene, const Look& look, const Place& place, const Vec3& light) {
  if (!look.shadows)
    return true;
  bvh::Ray ray{place.lifted, light};
  // Rounding leaves the point some 1e-15 of this distance off its triangle.
  ray.after = 1e-7 * place.distance;
  return !clip(look.cut, ray) || !scene.blocked(ray);
}

/// What of the sky's light arrives close above the ground, at sides and undersides.
float ground_light(const Look& look, const Place& place) {
  const double height = look.up.dot(place.world - look.floor_point);
  if (look.ground_reach <= 0 || height < -look.ground_reach)
    return 1;
  const float near = 1 - smooth_step(0, 1, static_cast<float>(height / look.ground_reach));
  return 1 - 0.55f * near * static_cast<float>(0.5 - 0.5 * place.normal.dot(look.up));
}

Colour shaded_body(const RayScene& scene, const Look& look, const Sight& sight, const Place& place) {
  const Vec3 to_eye = -sight.ray.direction;
  const double facing = place.normal.dot(sight.light);
  const float key = facing > 0 && lit(scene, look, place, sight.light) ? static_cast<float>(facing) : 0;
  const float sky = static_cast<float>(0.5 + 0.5 * place.normal.dot(look.up));
  const float fill = static_cast<float>(std::max(place.normal.dot(to_eye), 0.0));
  const Colour ambient =
      ground_light(look, place) * mix(Colour(0.20f, 0.19f, 0.18f), Colour(0.42f, 0.44f, 0.48f), sky);
  Colour light = to_linear(place.colour()) * (ambient + 0.16f * fill + key * Colour(0.72f, 0.70f, 0.66f));
  const double half = std::max(place.normal.dot((sight.light + to_eye).normalized()), 0.0);
  light += key * static_cast<float>(std::pow(half, 32)) * 0.10f;
  if (place.surface.emphasis > 0) {
    const float rim = (1 - fill) * (1 - fill);
    const Colour glow = place.surface.emphasis > 1.5f ? Colour(1.0f, 0.72f, 0.20f) : Colour::Ones();
    light = mix(light, glow, 0.10f + 0.75f * rim * rim);
  }
  return to_display(light);
}

/// Flat colour with fine stripes, as cut faces are drawn on paper.
Colour cut_face(const Look& look, const Sight& sight, const SeenSurface& surface) {
  const bool stripe = fraction((sight.x + sight.height - sight.y) / (7.0 * look.line_width)) >= 0.75f;
  return surface.colour * (stripe ? 0.70f : 0.86f);
}

Colour background(const Look& look, const Sight& sight) {
  const float height = static_cast<float>(1 - sight.y / sight.height);
  const Colour colour = mix(look.background_bottom, look.background_top, height);
  if (look.flat_background)
    return colour;
  const double noise = pixel_noise(sight.x, sight.height - sight.y) - 0.5;
  return colour + static_cast<float>(noise / 255);
}

/// In the plane of the ground grid, from its middle, m.
Eigen::Array2d on_ground(const Look& look, const Vec3& world) {
  const Vec3 away = world - look.floor_point;
  return {away.dot(look.across), away.dot(look.along)};
}

/// How much of floor and grid is left: all in the middle, nothing at the fade radius.
float presence(const Look& look, const Eigen::Array2d& metres) {
  const double t = std::max(1 - (metres / look.fade_radius).square().sum(), 0.0);
  return static_cast<float>(t * t);
}

/// The place of a ray in the plane of the ground grid; nothing behind where the ray begins.
std::optional<double> ground_distance(const Look& look, const bvh::Ray& ray) {
  const double rate = look.up.dot(ray.direction);
  const double distance = look.up.dot(look.floor_point - ray.origin) / rate;
  return rate != 0 && distance > 0 ? std::optional(distance) : std::nullopt;
}

/// Where the ray through a place of the picture lies in that plane, in front of the eye or behind it.
Eigen::Array2d ground_place(const Look& look, const bvh::Ray& ray) {
  const double distance = look.up.dot(look.floor_point - ray.origin) / look.up.dot(ray.direction);
  return on_ground(look, ray.origin + distance * ray.direction);
}

/// Coverage of lines `look.line_width` pixels wide at multiples of a spacing; lines that come closer than a
/// few pixels melt away.
float line_coverage(const Look& look, double spacing, double origin, double metres, double pixel) {
  const double lines = (metres + origin) / spacing + 0.5;
  const double off = std::abs(fraction(lines) - 0.5) * spacing / pixel;
  return static_cast<float>(std::clamp(look.line_width - off, 0.0, 1.0) *
                            std::clamp(2 - 12 * pixel / spacing, 0.0, 1.0));
}

/// Opacity of the ground grid at a place.
float grid_opacity(const Look& look, const PixelRays& rays, const Sight& sight,
                   const Eigen::Array2d& metres) {
  const Eigen::Array2d pixel = ((ground_place(look, rays.at(sight.x + 1, sight.y)) - metres).abs() +
                                (ground_place(look, rays.at(sight.x, sight.y + 1)) - metres).abs())
                                   .max(1e-12);
  const double origin[2] = {look.floor_point.dot(look.across), look.floor_point.dot(look.along)};
  float line = 0;
  for (int k = 0; k < 2; ++k) {
    line = std::max(line, 0.3f * line_coverage(look, look.grid_minor, origin[k], metres[k], pixel[k]));
    line = std::max(line, line_coverage(look, look.grid_major, origin[k], metres[k], pixel[k]));
  }
  const float near = presence(look, metres);
  return line * look.grid_opacity * near * near;
}

/// All of a floor but a broad rim.
float inner(const Floor& floor, const Vec3& local) {
  const Eigen::Array3f left = floor.half_size - (local - floor.centre).cast<float>().array().abs();
  return smooth_step(0, 0.45f * floor.half_size.minCoeff(), left.minCoeff());
}

Colour shaded_floor(const RayScene& scene, const Look& look, const PixelRays& rays, const Sight& sight,
                    const Place& place) {
  const Floor& floor = *place.surface.floor;
  const bool faces = place.normal.dot(sight.light) > 0;
  const Eigen::Array2d metres = on_ground(look, place.world);
  const float share = presence(look, metres) * inner(floor, place.local);
  Colour ground = background(look, sight);
  if (share > 0) {
    const float light = faces && lit(scene, look, place, sight.light) ? 1 : look.dark ? 0.52f : 0.78f;
    ground = mix(ground, place.surface.colour * light, share);
  }
  if (floor.gridded && look.grid)
    ground = mix(ground, look.grid_ink, grid_opacity(look, rays, sight, metres));
  return ground;
}

} // namespace

Colour seen_colour(const RayScene& scene, const Look& look, const PixelRays& rays, const Sight& sight) {
  bvh::Ray ray = sight.ray;
  const SceneHit hit = clip(look.cut, ray) ? scene.first_hit(ray) : SceneHit();
  Colour colour;
  bool has_grid = false;
  if (!hit.exists()) {
    colour = background(look, sight);
  } else {
    const Place place = place_of(scene, ray, hit);
    has_grid = place.surface.floor && place.surface.floor->gridded;
    if (place.surface.floor)
      colour = shaded_floor(scene, look, rays, sight, place);
    else if (look.cut && hit.hit.from_behind && place.surface.solid)
      colour = cut_face(look, sight, place.surface);
    else
      colour = shaded_body(scene, look, sight, place);
  }
  if (!look.grid || has_grid)
    return colour;
  // What lies in the plane of the grid is behind it.
  const std::optional<double> distance = ground_distance(look, ray);
  if (!distance || *distance > hit.hit.distance * (1 + 1e-6) ||
      !kept(look.cut, ray.origin + *distance * ray.direction))
    return colour;
  const Eigen::Array2d metres = on_ground(look, ray.origin + *distance * ray.direction);
  return presence(look, metres) > 0 ? mix(colour, look.grid_ink, grid_opacity(look, rays, sight, metres))
                                    : colour;
}

} // namespace lamina::picture
