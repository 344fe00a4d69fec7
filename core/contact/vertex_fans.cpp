#include "core/contact/vertex_fans.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// In this order, whatever the processor has.
double dot(const Vec3& p, const Vec3& q) {
  return (p.x() * q.x() + p.y() * q.y()) + p.z() * q.z();
}

/// Four times the share of a triangle that belongs to a corner, from the sides out of the corner.
double four_shares(double squared_q, double squared_r, double dot, double squared_area_vector) {
  const double at_q = squared_q - dot, at_r = squared_r - dot; // cosines, times the sides there
  if (dot <= 0)
    return 2;
  if (at_q <= 0 || at_r <= 0)
    return 1;
  return (squared_r * at_q + squared_q * at_r) / squared_area_vector;
}

} // namespace

VertexFans::VertexFans(std::span<const Triangle> triangles, std::size_t vertices)
    : firsts_(vertices, none), ends_(vertices, 0) {
  for (const Triangle& triangle : triangles)
    for (const std::uint32_t vertex : triangle)
      ++ends_[vertex];
  std::uint32_t sum = 0;
  for (std::uint32_t& end : ends_) {
    const std::uint32_t count = end;
    end = sum; // for now where its next side goes
    sum += count;
  }
  sides_.resize(sum);
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = triangles[t][k];
      firsts_[vertex] = std::min(firsts_[vertex], t);
      sides_[ends_[vertex]++] = {triangles[t][(k + 1) % 3], triangles[t][(k + 2) % 3]};
    }
}

Vec3 VertexFans::area_vector(std::uint32_t vertex, std::span<const Vec3> positions) const {
  const Vec3 p = positions[vertex];
  Vec3 sum = Vec3::Zero();
  for (const auto& [q, r] : sides(vertex)) {
    const Vec3 to_q = positions[q] - p, to_r = positions[r] - p;
    const Vec3 twice = to_q.cross(to_r);
    const double squared = dot(twice, twice);
    if (squared > 0)
      sum += four_shares(dot(to_q, to_q), dot(to_r, to_r), dot(to_q, to_r), squared) * twice;
  }
  return 0.125 * sum;
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
    vertices += fans.has_triangles(v);
  return vertices > 0 ? area / static_cast<double>(vertices) : 0;
}

} // namespace lamina
