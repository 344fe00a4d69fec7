#include "core/mesh/give_thickness.h"

#include "core/mesh/boundary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace lamina {

namespace {

/// How much farther than half the thickness a vertex may move.
constexpr double longest_mitre = 2;

/// Gives each open shell vertices of its own.
void part_shells(TriangleMesh& mesh, const Patches& shells, const std::vector<bool>& open) {
  constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max(), closed = nobody - 1;
  std::vector<std::uint32_t> owner(mesh.vertices.size(), nobody);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (!open[shells.of_triangle[t]])
      for (const std::uint32_t v : mesh.triangles[t])
        owner[v] = closed;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> copies;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::uint32_t shell = shells.of_triangle[t];
    if (!open[shell])
      continue;
    for (std::uint32_t& v : mesh.triangles[t]) {
      if (owner[v] == nobody)
        owner[v] = shell;
      if (owner[v] == shell)
        continue;
      const auto next = static_cast<std::uint32_t>(mesh.vertices.size());
      const auto [copy, is_new] = copies.emplace(std::pair{v, shell}, next);
      if (is_new)
        mesh.vertices.push_back(Vec3(mesh.vertices[v]));
      v = copy->second;
    }
  }
}

Vec3 area_vector(const std::array<Vec3, 3>& corners) {
  return (corners[1] - corners[0]).cross(corners[2] - corners[0]);
}

/// How far each vertex of the open shells moves, m.
std::vector<Vec3> half_offsets(const TriangleMesh& mesh, const std::vector<std::uint32_t>& open_triangles,
                               double thickness) {
  std::vector<Vec3> offset(mesh.vertices.size(), Vec3::Zero());
  std::vector<double> angles(mesh.vertices.size(), 0);
  for (const std::uint32_t t : open_triangles) {
    const Triangle& corners = mesh.triangles[t];
    for (int k = 0; k < 3; ++k) {
      const Vec3& at = mesh.vertices[corners[k]];
      const Vec3 to_next = mesh.vertices[corners[(k + 1) % 3]] - at;
      const Vec3 to_last = mesh.vertices[corners[(k + 2) % 3]] - at;
      const Vec3 normal = to_next.cross(to_last);
      const double length = normal.norm();
      if (!(length > 0))
        continue;
      const double angle = std::atan2(length, to_next.dot(to_last));
      offset[corners[k]] += angle / length * normal;
      angles[corners[k]] += angle;
    }
  }
  // The mean m of the normals is |m| long, the mean cosine between its direction and them.
  for (std::size_t v = 0; v < offset.size(); ++v) {
    if (!(angles[v] > 0))
      continue;
    const Vec3 mean = offset[v] / angles[v];
    const double cosine = mean.norm();
    offset[v] = cosine > 0 ? Vec3(0.5 * thickness * std::min(1 / cosine, longest_mitre) / cosine * mean)
                           : Vec3(Vec3::Zero());
  }
  return offset;
}

// Where a surface passes through its own centre of curvature, a triangle turns over if it bends one way only.
// If it bends both ways, its normal stays and its edges turn round.
bool is_folded(const std::array<Vec3, 3>& before, const std::array<Vec3, 3>& after) {
  double along = 0;
  for (std::size_t k = 0; k < 3; ++k)
    along += (before[(k + 1) % 3] - before[k]).dot(after[(k + 1) % 3] - after[k]);
  return along < 0 || area_vector(before).dot(area_vector(after)) < 0;
}

std::size_t count_folded(const TriangleMesh& mesh, const std::vector<std::uint32_t>& open_triangles,
                         const std::vector<Vec3>& offset) {
  std::size_t count = 0;
  for (const std::uint32_t t : open_triangles)
    for (const double side : {1.0, -1.0}) {
      std::array<Vec3, 3> before, after;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t v = mesh.triangles[t][k];
        before[k] = mesh.vertices[v];
        after[k] = mesh.vertices[v] + side * offset[v];
      }
      count += is_folded(before, after);
    }
  return count;
}

} // namespace

Thickening give_thickness(TriangleMesh& mesh, const Patches& shells, double thickness) {
  Thickening done;
  const std::vector<bool> open = open_shells(find_boundary(EdgeTable(mesh), shells), shells);
  done.shells = static_cast<std::size_t>(std::count(open.begin(), open.end(), true));
  part_shells(mesh, shells, open);
  std::vector<std::uint32_t> open_triangles;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t)
    if (open[shells.of_triangle[t]])
      open_triangles.push_back(t);

  const std::vector<Vec3> offset = half_offsets(mesh, open_triangles, thickness);
  done.folded = count_folded(mesh, open_triangles, offset);
  const std::vector<BoundaryEdge> boundary = find_boundary(EdgeTable(mesh), shells);
  for (std::size_t v = 0; v < offset.size(); ++v)
    mesh.vertices[v] += offset[v];
  add_backs(mesh, shells, boundary,
            [&](std::uint32_t vertex, std::uint32_t) { return Vec3(-2 * offset[vertex]); });
  return done;
}

} // namespace lamina
