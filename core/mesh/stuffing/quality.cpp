#include "core/mesh/stuffing/quality.h"

#include "core/base/parallel.h"
#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace lamina::stuffing {

namespace {

constexpr std::size_t tetrahedra_a_block = 4096;

/// Cosines of the angles: 1 at 0 degrees.
struct Cosines {
  double greatest = -1, least = 1;
};

void include_tetrahedron(const std::vector<Vec3>& nodes, const Tetrahedron& t, Cosines& cosines) {
  std::array<Vec3, 4> normals;
  for (int side = 0; side < 4; ++side) {
    const Triangle face = face_of(t, side);
    const Vec3& a = nodes[face[0]];
    normals[static_cast<std::size_t>(side)] = (nodes[face[1]] - a).cross(nodes[face[2]] - a).normalized();
  }
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = i + 1; j < 4; ++j) {
      const double cosine = -normals[i].dot(normals[j]);
      cosines.greatest = std::max(cosines.greatest, cosine);
      cosines.least = std::min(cosines.least, cosine);
    }
}

double degrees(double cosine) {
  return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180 / std::numbers::pi;
}

} // namespace

DihedralAngles dihedral_angles(const std::vector<Vec3>& nodes, std::span<const Tetrahedron> tetrahedra) {
  Cosines cosines;
  for (const Tetrahedron& tetrahedron : tetrahedra)
    include_tetrahedron(nodes, tetrahedron, cosines);
  return {degrees(cosines.greatest), degrees(cosines.least)};
}

DihedralAngles dihedral_angles(const TetMesh& mesh, int threads) {
  const std::span<const Tetrahedron> all(mesh.tetrahedra);
  std::vector<DihedralAngles> blocks((all.size() + tetrahedra_a_block - 1) / tetrahedra_a_block);
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    const std::size_t begin = block * tetrahedra_a_block;
    blocks[block] =
        dihedral_angles(mesh.nodes, all.subspan(begin, std::min(tetrahedra_a_block, all.size() - begin)));
  });
  DihedralAngles angles;
  for (const DihedralAngles& block : blocks)
    angles = {std::min(angles.least, block.least), std::max(angles.greatest, block.greatest)};
  return angles;
}

} // namespace lamina::stuffing
