#include "ui/render/bodies/vertex_normals.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// With more triangles than this around one vertex (the hub of a fan), each keeps its own normal there:
/// comparing them all with each other would take time that grows with the square of their number.
constexpr std::size_t most_around = 256;

/// Corners (3 · triangle + corner) around each vertex, as ranges of one array.
struct CornersAround {
  std::vector<std::uint32_t> first; ///< one more than there are vertices
  std::vector<std::uint32_t> corners;
};

CornersAround corners_around(std::size_t vertex_count, std::span<const Triangle> triangles) {
  CornersAround around;
  around.first.assign(vertex_count + 1, 0);
  for (const Triangle& t : triangles)
    for (const std::uint32_t v : t)
      ++around.first[v + 1];
  for (std::size_t v = 0; v < vertex_count; ++v)
    around.first[v + 1] += around.first[v];
  around.corners.resize(3 * triangles.size());
  std::vector<std::uint32_t> next(around.first.begin(), around.first.end() - 1);
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (std::uint32_t k = 0; k < 3; ++k)
      around.corners[next[triangles[t][k]]++] = 3 * t + k;
  return around;
}

/// Unit normal of a triangle, zero for a degenerate one.
Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double length = normal.norm();
  return length > 0 ? Vec3(normal / length) : Vec3::Zero();
}

double angle_at(const Vec3& apex, const Vec3& b, const Vec3& c) {
  return std::atan2((b - apex).cross(c - apex).norm(), (b - apex).dot(c - apex));
}

Eigen::Vector3f usable(const Vec3& sum) {
  const double length = sum.norm();
  return length > 0 ? Eigen::Vector3f((sum / length).cast<float>()) : Eigen::Vector3f::UnitY();
}

} // namespace

SmoothVertices smooth_vertices(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                               double crease_angle) {
  std::vector<Vec3> face_normals;
  std::vector<double> angles;
  face_normals.reserve(triangles.size());
  angles.reserve(3 * triangles.size());
  for (const Triangle& t : triangles) {
    face_normals.push_back(unit_normal(vertices[t[0]], vertices[t[1]], vertices[t[2]]));
    for (std::size_t k = 0; k < 3; ++k)
      angles.push_back(angle_at(vertices[t[k]], vertices[t[(k + 1) % 3]], vertices[t[(k + 2) % 3]]));
  }

  const CornersAround around = corners_around(vertices.size(), triangles);
  const double least_cosine = std::cos(crease_angle);
  SmoothVertices smooth;
  smooth.indices.resize(3 * triangles.size());
  smooth.source.reserve(vertices.size());
  smooth.normals.reserve(vertices.size());
  for (std::uint32_t v = 0; v < vertices.size(); ++v) {
    const auto corners =
        std::span(around.corners).subspan(around.first[v], around.first[v + 1] - around.first[v]);
    const std::size_t made_before = smooth.normals.size();
    for (const std::uint32_t corner : corners) {
      const Vec3& own = face_normals[corner / 3];
      Vec3 sum = Vec3::Zero();
      if (corners.size() > most_around)
        sum = own;
      else
        for (const std::uint32_t other : corners)
          if (face_normals[other / 3].dot(own) >= least_cosine)
            sum += angles[other] * face_normals[other / 3];
      const Eigen::Vector3f normal = usable(sum);

      // Corners that added up the same triangles have the same bits, and share a vertex.
      const auto begin = smooth.normals.begin() + static_cast<std::ptrdiff_t>(made_before);
      const auto found = std::find(begin, smooth.normals.end(), normal);
      smooth.indices[corner] = static_cast<std::uint32_t>(found - smooth.normals.begin());
      if (found == smooth.normals.end()) {
        smooth.normals.push_back(normal);
        smooth.source.push_back(v);
      }
    }
  }
  return smooth;
}

void update_normals(SmoothVertices& smooth, std::span<const Vec3> vertices) {
  std::vector<Vec3> sums(smooth.source.size(), Vec3::Zero());
  for (std::size_t i = 0; i + 2 < smooth.indices.size(); i += 3) {
    const std::array<std::uint32_t, 3> corners{smooth.indices[i], smooth.indices[i + 1],
                                               smooth.indices[i + 2]};
    const Vec3& a = vertices[smooth.source[corners[0]]];
    const Vec3& b = vertices[smooth.source[corners[1]]];
    const Vec3& c = vertices[smooth.source[corners[2]]];
    for (const std::uint32_t corner : corners)
      sums[corner] += (b - a).cross(c - a);
  }
  std::transform(sums.begin(), sums.end(), smooth.normals.begin(), usable);
}

} // namespace lamina
