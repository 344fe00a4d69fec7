#include "core/contact/proximity/closest_points.h"

namespace lamina::proximity {

namespace {

/// Squared sine of the angle between two edges below which they count as parallel.
constexpr double parallel = 1e-6;

} // namespace

std::optional<NearestOnLines> nearest_on_lines(const Vec3& a0, const Vec3& a1, const Vec3& b0,
                                               const Vec3& b1) {
  const Vec3 u = a1 - a0, v = b1 - b0, w = a0 - b0;
  const double uu = u.squaredNorm(), uv = u.dot(v), vv = v.squaredNorm();
  const double determinant = uu * vv - uv * uv;
  if (!(determinant > parallel * uu * vv))
    return std::nullopt;
  const double uw = u.dot(w), vw = v.dot(w);
  return NearestOnLines{(uv * vw - vv * uw) / determinant, (uu * vw - uv * uw) / determinant};
}

} // namespace lamina::proximity
