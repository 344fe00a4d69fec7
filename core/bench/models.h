#pragma once

#include "core/mesh/mesh.h"
#include "core/shape/surface.h"

#include <filesystem>
#include <optional>

namespace lamina::bench {

/// The closed bunny scan of 69,664 triangles, where the shared models are at hand. Otherwise a bumpy sphere
/// of as many. `name` says which. z up, largest extent 1 m, centred in x and y, lowest point at z = 0. Read
/// once. Throws InputError for a damaged file.
const TriangleMesh& bunny();

/// Whether bunny() is the scan.
bool bunny_is_scan();

/// Each triangle of a mesh in four, at the middles of its sides, `times` over: the same surface, finer.
TriangleMesh subdivided(TriangleMesh mesh, int times);

/// Each triangle of a mesh in parts², by lines that cut its sides into so many equal parts: the same surface,
/// finer.
TriangleMesh divided(const TriangleMesh& mesh, int parts);

/// Two meshes, each where it lies in the world.
struct MeshPair {
  TriangleMesh a, b;
};
/// How two armadillos meet: one hand touches, both arms overlap, or chests and arms do.
enum class ArmadilloPose { hand, arms, chest };
/// The armadillo scan of 52,000 triangles, 1 m high, and another that faces it, with triangles divided so
/// often. None where the shared models are not at hand. Throws InputError for a damaged file.
std::optional<MeshPair> armadillos(ArmadilloPose pose, int parts_of_a, int parts_of_b);

/// A sphere of 1 m with smooth bumps, of about so many triangles, in the same place and of the same size as
/// bunny(). It is timed where a mesh of any size is wanted.
TriangleMesh bumpy_sphere(std::size_t triangles);

/// A cube turned by `degrees` about (1, 2, 3).
TriangleMesh turned_cube(double side, double degrees, const Vec3& centre);

/// Where a file of the shared models is, or would be: in $LAMINA_MODELS, else in ../shared/models. The latter
/// is seen from the working folder, or from the source folder that holds this program's build folder.
std::filesystem::path shared_file(const std::filesystem::path& file);
/// The closed bunny scan.
std::filesystem::path bunny_file();

/// What a contact method sees of a mesh that deforms.
Surface surface_of(const TriangleMesh& mesh);
/// The same of one that is closed, with meshlets, as a simulation prepares it.
Surface surface_with_meshlets(TriangleMesh mesh);

} // namespace lamina::bench
