#include "core/base/hash.h"
#include "core/base/hexadecimal.h"
#include "core/mesh/tet_mesh.h"
#include "core/record/recorder.h"
#include "core/scene/scene_file.h"

#include <set>

namespace lamina {

namespace {

/// FNV-1a.
std::uint64_t hash_text(std::string_view text, std::uint64_t seed) {
  seed ^= 0xcbf29ce484222325ULL;
  for (const char c : text)
    seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return seed;
}

std::uint64_t hash_points(const std::vector<Vec3>& points, std::uint64_t seed) {
  for (const Vec3& point : points)
    seed = hash_bits(std::span<const double>(point.data(), 3), seed);
  return seed;
}

std::uint64_t hash_solid(const TetMesh& solid, std::uint64_t seed) {
  seed = hash_points(solid.nodes, seed);
  for (const Tetrahedron& t : solid.tetrahedra) {
    const double corners[] = {double(t[0]), double(t[1]), double(t[2]), double(t[3])};
    seed = hash_bits(corners, seed);
  }
  return seed;
}

std::uint64_t hash_mesh(const PreparedMesh& prepared, std::uint64_t seed) {
  seed = hash_points(prepared.mesh.vertices, seed);
  for (const Triangle& triangle : prepared.mesh.triangles) {
    const double corners[] = {double(triangle[0]), double(triangle[1]), double(triangle[2])};
    seed = hash_bits(corners, seed);
  }
  return seed;
}

} // namespace

std::string scene_hash(const Scene& scene) {
  // Where the files lie does not matter, only what is in them.
  Scene placeless = scene;
  placeless.source.clear();
  for (SceneBody& body : placeless.bodies) {
    body.file = body.file.filename();
    body.particles = body.particles.filename();
  }
  std::uint64_t hash = hash_text(write_scene(placeless, {}), 0);

  std::set<const void*> seen;
  for (const SceneBody& body : scene.bodies) {
    if (body.mesh && seen.insert(body.mesh.get()).second)
      hash = hash_mesh(*body.mesh, hash);
    if (body.tetrahedra && seen.insert(body.tetrahedra.get()).second)
      hash = hash_solid(*body.tetrahedra, hash);
    if (body.particle_positions && seen.insert(body.particle_positions.get()).second)
      hash = hash_points(*body.particle_positions, hash);
  }
  return hexadecimal(hash);
}

} // namespace lamina
