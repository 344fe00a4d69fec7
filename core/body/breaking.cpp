#include "core/body/breaking.h"

#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <array>

namespace lamina {

namespace {

struct LoadedFace {
  double traction; ///< Pa
  std::uint32_t face;
};

/// A bound of the greatest eigenvalue, by Gershgorin.
double most_of(const Mat3& stress) {
  double most = 0;
  for (int row = 0; row < 3; ++row)
    most = std::max(most, stress(row, row) + stress.row(row).cwiseAbs().sum() - std::abs(stress(row, row)));
  return most;
}

Vec3 area_vector(const LoadedSolid& solid, std::uint32_t half) {
  const Triangle t = face_of(solid.tetrahedra[half / 4], static_cast<int>(half % 4));
  const Vec3& origin = solid.nodes[t[0]];
  return (solid.nodes[t[1]] - origin).cross(solid.nodes[t[2]] - origin);
}

double normal_traction(const LoadedSolid& solid, std::uint32_t half, std::uint32_t other) {
  const Vec3 area = area_vector(solid, half);
  const double squared = area.squaredNorm();
  if (!(squared > 0))
    return 0;
  const Mat3 stress = 0.5 * (solid.stresses[half / 4] + solid.stresses[other / 4]);
  return area.dot(stress * area) / squared;
}

std::vector<LoadedFace> find_overloaded(const LoadedSolid& solid, const TetNeighbours& neighbours,
                                        std::span<const std::uint32_t> split, double strength) {
  std::vector<double> most(solid.stresses.size());
  for (std::size_t t = 0; t < most.size(); ++t)
    most[t] = most_of(solid.stresses[t]);
  std::vector<LoadedFace> found;
  for (std::uint32_t half = 0; half < neighbours.halves(); ++half) {
    const std::uint32_t other = neighbours.across(half);
    if (other == TetNeighbours::none || other < half || most[half / 4] + most[other / 4] <= 2 * strength)
      continue;
    if (std::binary_search(split.begin(), split.end(), half))
      continue;
    if (const double traction = normal_traction(solid, half, other); traction > strength)
      found.push_back({traction, half});
  }
  return found;
}

} // namespace

std::vector<std::uint32_t> overloaded_faces(const LoadedSolid& solid, const TetNeighbours& neighbours,
                                            std::span<const std::uint32_t> split, double strength) {
  std::vector<LoadedFace> found = find_overloaded(solid, neighbours, split, strength);
  std::sort(found.begin(), found.end(), [](const LoadedFace& a, const LoadedFace& b) {
    return a.traction != b.traction ? a.traction > b.traction : a.face < b.face;
  });
  std::vector<std::uint8_t> relieved(found.empty() ? 0 : solid.nodes.size(), 0);
  std::vector<std::uint32_t> faces;
  for (const LoadedFace& loaded : found) {
    const std::array<Tetrahedron, 2> sides{solid.tetrahedra[loaded.face / 4],
                                           solid.tetrahedra[neighbours.across(loaded.face) / 4]};
    const auto is_relieved = [&](const Tetrahedron& side) {
      return std::any_of(side.begin(), side.end(), [&](std::uint32_t node) { return relieved[node] != 0; });
    };
    if (is_relieved(sides[0]) || is_relieved(sides[1]))
      continue;
    faces.push_back(loaded.face);
    for (const Tetrahedron& side : sides)
      for (const std::uint32_t node : side)
        relieved[node] = 1;
  }
  std::sort(faces.begin(), faces.end());
  return faces;
}

} // namespace lamina
