#include "core/io/polygon.h"

namespace lamina {

namespace {

/// Twice the area vector; zero for what is flat as a line.
Vec3 area_vector(const std::vector<Vec3>& vertices, std::span<const std::uint32_t> corners) {
  Vec3 sum = Vec3::Zero();
  const Vec3& origin = vertices[corners[0]];
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    sum += (vertices[corners[i]] - origin).cross(vertices[corners[i + 1]] - origin);
  return sum;
}

bool fan_is_unfolded(const std::vector<Vec3>& vertices, std::span<const std::uint32_t> corners,
                     const Vec3& normal) {
  // Flat triangles are allowed a rounding error of the polygon's own size.
  const Vec3& origin = vertices[corners[0]];
  const double slack = -1e-12 * normal.squaredNorm();
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    if (!((vertices[corners[i]] - origin).cross(vertices[corners[i + 1]] - origin).dot(normal) >= slack))
      return false;
  return true;
}

double turn(const double* a, const double* b, const double* c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

} // namespace

void PolygonSplitter::split(const std::vector<Vec3>& vertices, std::span<const std::uint32_t> corners,
                            std::vector<Triangle>& triangles) {
  if (corners.size() > 3) {
    const Vec3 normal = area_vector(vertices, corners);
    if (!fan_is_unfolded(vertices, corners, normal)) {
      if (cut_ears(vertices, corners, normal, triangles))
        return;
      ++folded_;
    }
  }
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    triangles.push_back({corners[0], corners[i], corners[i + 1]});
}

bool PolygonSplitter::cut_ears(const std::vector<Vec3>& vertices, std::span<const std::uint32_t> corners,
                               const Vec3& normal, std::vector<Triangle>& triangles) {
  // Drop the axis along which the polygon is widest; keep its sense of rotation.
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  const int u = normal[axis] >= 0 ? (axis + 1) % 3 : (axis + 2) % 3;
  const int v = normal[axis] >= 0 ? (axis + 2) % 3 : (axis + 1) % 3;
  flat_.clear();
  ring_.clear();
  for (std::uint32_t i = 0; i < corners.size(); ++i) {
    flat_.push_back(vertices[corners[i]][u]);
    flat_.push_back(vertices[corners[i]][v]);
    ring_.push_back(i);
  }

  const std::size_t kept = triangles.size();
  std::size_t at = 0, misses = 0;
  while (ring_.size() > 3) {
    const std::size_t n = ring_.size();
    const std::uint32_t before = ring_[(at + n - 1) % n], tip = ring_[at % n], after = ring_[(at + 1) % n];
    const double *a = &flat_[2 * before], *b = &flat_[2 * tip], *c = &flat_[2 * after];

    // An ear turns the right way and holds none of the other corners.
    bool ear = turn(a, b, c) > 0;
    if (work_left_ < n) {
      triangles.resize(kept);
      return false;
    }
    work_left_ -= n;
    for (std::size_t i = 0; ear && i < n; ++i) {
      const double* p = &flat_[2 * ring_[i]];
      if (ring_[i] != before && ring_[i] != tip && ring_[i] != after && !(p[0] == a[0] && p[1] == a[1]) &&
          !(p[0] == c[0] && p[1] == c[1]))
        ear = !(turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0);
    }
    if (ear) {
      triangles.push_back({corners[before], corners[tip], corners[after]});
      ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(at % n));
      at = at % n == 0 ? 0 : at % n - 1;
      misses = 0;
    } else if (++misses > n) {
      triangles.resize(kept);
      return false;
    } else {
      at = (at + 1) % n;
    }
  }
  triangles.push_back({corners[ring_[0]], corners[ring_[1]], corners[ring_[2]]});
  return true;
}

} // namespace lamina
