#pragma once

#include "core/mesh/mesh.h"
#include "core/shape/surface.h"

#include <filesystem>

namespace lamina::bench {

/// The closed bunny scan of 69,664 triangles, where the shared models are at hand. Otherwise a bumpy sphere
/// of as many. `name` says which. z up, largest extent 1 m, centred in x and y, lowest point at z = 0. Read
/// once. Throws InputError for a damaged file.
const TriangleMesh& bunny();

/// Whether bunny() is the scan.
bool bunny_is_scan();

/// Each triangle of a mesh in four, at the middles of its sides, `times` over: the same surface, finer.
TriangleMesh subdivided(TriangleMesh mesh, int times);

/// A sphere of 1 m with smooth bumps, of about so many triangles, in the same place and of the same size as
/// bunny(). It is timed where a mesh of any size is wanted.
TriangleMesh bumpy_sphere(std::size_t triangles);

/// A cube turned by `degrees` about (1, 2, 3).
TriangleMesh turned_cube(double side, double degrees, const Vec3& centre);

/// Where the closed bunny scan is, or would be: in $LAMINA_MODELS, else in ../shared/models. The latter is
/// seen from the working folder, or from the source folder that holds this program's build folder.
std::filesystem::path bunny_file();

/// What a contact method sees of a mesh that deforms.
Surface surface_of(const TriangleMesh& mesh);

} // namespace lamina::bench
