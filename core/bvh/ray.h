#pragma once

#include "core/math/types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace lamina::bvh {

inline constexpr std::uint32_t none = ~std::uint32_t{0};

/// A half-line; distances along it are in metres.
struct Ray {
  Vec3 origin, direction;                                  ///< the direction has unit length
  double after = 0;                                        ///< only what lies farther than this counts, m
  std::uint32_t left_out = none;                           ///< triangles at this vertex do not count
  double before = std::numeric_limits<double>::infinity(); ///< only what lies no farther than this counts, m
  bool front_only = false;                                 ///< triangles that look along the ray do not count
};

/// Where a ray meets a triangle first.
struct Hit {
  double distance = std::numeric_limits<double>::infinity(); ///< m
  std::uint32_t triangle = none;
  std::array<double, 2> barycentric{}; ///< of the triangle's corners 1 and 2
  bool from_behind = false;            ///< the triangle looks along the ray: this leaves what it bounds
  bool exists() const { return triangle != none; }
};

/// Asks triangles one by one whether a ray meets them. The test is watertight (Woop, Benthin and Wald,
/// Watertight ray/triangle intersection, JCGT 2013). Both sides of an edge weigh it with the same numbers. So
/// a ray through an edge or a vertex of a closed surface meets at least one triangle there. A triangle's
/// answer depends on nothing but itself and the ray, and equal distances go to the lower number. So all who
/// ask every triangle that the ray may meet find the same hit, in any order.
class RayTest {
public:
  explicit RayTest(const Ray& ray) : ray_(ray) {
    ray.direction.cwiseAbs().maxCoeff(&z_);
    x_ = (z_ + 1) % 3;
    y_ = (z_ + 2) % 3;
    scale_ = 1 / ray.direction[z_];
    shear_x_ = scale_ * ray.direction[x_];
    shear_y_ = scale_ * ray.direction[y_];
  }

  /// Takes triangle abc as the hit if the ray meets it before `hit`. Edge-on triangles, those without area
  /// and those with corners that are no numbers are never met. Says whether it was taken.
  bool take(const Vec3& a, const Vec3& b, const Vec3& c, std::uint32_t triangle, Hit& hit) const {
    const Corner p = sheared(a), q = sheared(b), r = sheared(c);
    const double u = r.x * q.y - r.y * q.x, v = p.x * r.y - p.y * r.x, w = q.x * p.y - q.y * p.x;
    if (std::min(std::min(u, v), w) < 0 && std::max(std::max(u, v), w) > 0)
      return false;
    const double sum = u + v + w;
    const double distance = (u * p.z + v * q.z + w * r.z) / sum;
    const bool nearer = distance < hit.distance || (distance == hit.distance && triangle < hit.triangle);
    if (!(distance > ray_.after && distance <= ray_.before) || !nearer || std::isinf(distance))
      return false;
    const bool from_behind = (sum < 0) == (scale_ > 0);
    if (from_behind && ray_.front_only)
      return false;
    hit = {distance, triangle, {v / sum, w / sum}, from_behind};
    return true;
  }

  const Ray& ray() const { return ray_; }

private:
  struct Corner {
    double x, y, z; ///< z is the distance along the ray
  };
  Corner sheared(const Vec3& point) const {
    const double x = point[x_] - ray_.origin[x_], y = point[y_] - ray_.origin[y_],
                 z = point[z_] - ray_.origin[z_];
    return {x - shear_x_ * z, y - shear_y_ * z, scale_ * z};
  }

  const Ray& ray_;
  int x_, y_, z_;
  double shear_x_, shear_y_, scale_;
};

} // namespace lamina::bvh
