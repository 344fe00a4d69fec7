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

void include_tetrahedron(const TetMesh& mesh, const Tetrahedron& t, Cosines& cosines) {
  std::array<Vec3, 4> normals;
  for (int side = 0; side < 4; ++side) {
    const Triangle face = face_of(t, side);
    const Vec3& a = mesh.nodes[face[0]];
    normals[static_cast<std::size_t>(side)] =
        (mesh.nodes[face[1]] - a).cross(mesh.nodes[face[2]] - a).normalized();
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

DihedralAngles dihedral_angles(const TetMesh& mesh, int threads) {
  std::vector<Cosines> blocks((mesh.tetrahedra.size() + tetrahedra_a_block - 1) / tetrahedra_a_block);
  parallel_for(blocks.size(), threads, [&](std::size_t block) {
    const std::size_t end = std::min(mesh.tetrahedra.size(), (block + 1) * tetrahedra_a_block);
    for (std::size_t t = block * tetrahedra_a_block; t < end; ++t)
      include_tetrahedron(mesh, mesh.tetrahedra[t], blocks[block]);
  });
  Cosines all;
  for (const Cosines& block : blocks)
    all = {std::max(all.greatest, block.greatest), std::min(all.least, block.least)};
  return {degrees(all.greatest), degrees(all.least)};
}

} // namespace lamina::stuffing
