#include "core/bench/exact_volume.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

namespace lamina::bench {

namespace {

/// The side n · x ≤ d is inside.
struct Plane {
  Vec3 normal;
  double distance;
};

using Tetrahedron = std::array<Vec3, 4>;

/// Faces of two triangles give one plane.
std::vector<Plane> planes_of(const Surface& convex) {
  const VertexPositions positions = convex.vertex_positions();
  std::vector<Plane> planes;
  for (const Triangle& t : *convex.triangles) {
    const Vec3 a = positions[t[0]], b = positions[t[1]], c = positions[t[2]];
    const Vec3 normal = (b - a).cross(c - a).normalized();
    bool known = false;
    for (const Plane& plane : planes)
      known |= plane.normal.dot(normal) > 1 - 1e-12;
    if (!known)
      planes.push_back({normal, normal.dot(a)});
  }
  return planes;
}

/// Six times the signed volume.
double six_volumes(const Tetrahedron& t) {
  return (t[1] - t[0]).cross(t[2] - t[0]).dot(t[3] - t[0]);
}

/// Six times the volume of what lies inside of all planes.
double inside(const Tetrahedron& whole, std::span<const Plane> planes);

/// A solid with two triangular ends, whose corners are joined in their order, as three tetrahedra.
double inside_prism(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b,
                    std::span<const Plane> planes) {
  return inside({a[0], a[1], a[2], b[0]}, planes) + inside({a[1], a[2], b[0], b[1]}, planes) +
         inside({a[2], b[0], b[1], b[2]}, planes);
}

double inside(const Tetrahedron& whole, std::span<const Plane> planes) {
  if (planes.empty())
    return std::abs(six_volumes(whole));
  const Plane& plane = planes.front();
  const std::span<const Plane> others = planes.subspan(1);

  // Corners on the inner side come first.
  Tetrahedron t;
  std::array<double, 4> height;
  std::size_t in = 0, out = 4;
  for (const Vec3& corner : whole) {
    const double h = plane.normal.dot(corner) - plane.distance;
    const std::size_t place = h <= 0 ? in++ : --out;
    t[place] = corner;
    height[place] = h;
  }

  const auto cut = [&](std::size_t i, std::size_t o) -> Vec3 {
    return t[i] + height[i] / (height[i] - height[o]) * (t[o] - t[i]);
  };
  switch (in) {
  case 0:
    return 0;
  case 1:
    return inside({t[0], cut(0, 1), cut(0, 2), cut(0, 3)}, others);
  case 2:
    return inside_prism({t[0], cut(0, 2), cut(0, 3)}, {t[1], cut(1, 2), cut(1, 3)}, others);
  case 3:
    return inside_prism({t[0], t[1], t[2]}, {cut(0, 3), cut(1, 3), cut(2, 3)}, others);
  default:
    return inside(t, others);
  }
}

} // namespace

double exact_shared_volume(const Surface& closed, const Surface& convex) {
  const std::vector<Plane> planes = planes_of(convex);
  Vec3 middle = Vec3::Zero();
  const VertexPositions corners = convex.vertex_positions(), positions = closed.vertex_positions();
  for (std::size_t i = 0; i < corners.size(); ++i)
    middle += corners[i] / static_cast<double>(corners.size());

  // Parts of a fixed size are summed in order, so that the sum does not depend on the threads.
  constexpr std::size_t part = 1 << 15;
  const std::vector<Triangle>& triangles = *closed.triangles;
  std::vector<double> sums((triangles.size() + part - 1) / part, 0);
  parallel_for(sums.size(), 0, [&](std::size_t k) {
    for (std::size_t i = k * part; i < std::min(triangles.size(), (k + 1) * part); ++i) {
      const Triangle& t = triangles[i];
      const Tetrahedron spanned{middle, positions[t[0]], positions[t[1]], positions[t[2]]};
      sums[k] += std::copysign(inside(spanned, planes), six_volumes(spanned));
    }
  });
  return std::accumulate(sums.begin(), sums.end(), 0.0) / 6;
}

} // namespace lamina::bench
