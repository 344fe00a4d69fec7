#pragma once

#include "core/body/surface.h"
#include "core/mesh/mesh.h"

#include <filesystem>

namespace lamina::bench {

/// The closed bunny scan of 69,664 triangles where the shared models are at hand, otherwise a bumpy sphere of
/// as many, with what it is in `name`. z up, largest extent 1 m, centred in x and y, lowest point at z = 0.
/// Read once. Throws InputError for a damaged file.
const TriangleMesh& bunny();

/// Whether bunny() is the scan.
bool bunny_is_scan();

/// A cube turned by `degrees` about (1, 2, 3).
TriangleMesh turned_cube(double side, double degrees, const Vec3& centre);

/// Where the closed bunny scan is, or would be: in $LAMINA_MODELS, else in ../shared/models seen from the
/// working folder or from the source folder that holds the build folder of this program.
std::filesystem::path bunny_file();

/// What a contact method sees of a mesh that deforms.
Surface surface_of(const TriangleMesh& mesh);

} // namespace lamina::bench
