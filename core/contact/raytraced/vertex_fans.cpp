#include "core/contact/raytraced/vertex_fans.h"

#include <cmath>

namespace lamina::raytraced {

namespace {

/// Share of triangle pqr that belongs to p.
double share(const Vec3& p, const Vec3& q, const Vec3& r, double squared_area_vector) {
  const Vec3 to_q = q - p, to_r = r - p, across = r - q;
  const double at_p = to_q.dot(to_r), at_q = -to_q.dot(across), at_r = to_r.dot(across);
  if (at_p <= 0)
    return 0.5;
  if (at_q <= 0 || at_r <= 0)
    return 0.25;
  return (to_r.squaredNorm() * at_q + to_q.squaredNorm() * at_r) / (4 * squared_area_vector);
}

} // namespace

VertexFans::VertexFans(std::span<const Triangle> triangles, std::size_t vertices) : ends_(vertices, 0) {
  for (const Triangle& triangle : triangles)
    for (const std::uint32_t vertex : triangle)
      ++ends_[vertex];
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends_) {
    const std::uint32_t count = end;
    end = sum; // for now where its next triangle goes
    sum += count;
  }
  triangles_.resize(sum);
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (const std::uint32_t vertex : triangles[t])
      triangles_[ends_[vertex]++] = t;
}

std::span<const std::uint32_t> VertexFans::of(std::uint32_t vertex) const {
  const std::uint32_t begin = vertex == 0 ? 0 : ends_[vertex - 1];
  return {triangles_.data() + begin, ends_[vertex] - begin};
}

Vec3 VertexFans::area_vector(std::uint32_t vertex, std::span<const Triangle> triangles,
                             std::span<const Vec3> positions) const {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t t : of(vertex)) {
    const Triangle& c = triangles[t];
    const std::size_t at = c[0] == vertex ? 0 : c[1] == vertex ? 1 : 2;
    const Vec3 &p = positions[c[at]], &q = positions[c[(at + 1) % 3]], &r = positions[c[(at + 2) % 3]];
    const Vec3 twice = (q - p).cross(r - p);
    const double squared = twice.squaredNorm();
    if (squared > 0)
      sum += 0.5 * share(p, q, r, squared) * twice;
  }
  return sum;
}

double mean_vertex_area(const VertexFans& fans, std::span<const Triangle> triangles,
                        std::span<const Vec3> positions) {
  double area = 0;
  for (const Triangle& t : triangles) {
    const Vec3& p = positions[t[0]];
    const double twice = (positions[t[1]] - p).cross(positions[t[2]] - p).norm();
    if (std::isfinite(twice))
      area += 0.5 * twice;
  }
  std::size_t vertices = 0;
  for (std::uint32_t v = 0; v < fans.vertex_count(); ++v)
    vertices += !fans.of(v).empty();
  return vertices > 0 ? area / static_cast<double>(vertices) : 0;
}

} // namespace lamina::raytraced
