#pragma once

#include "core/body/surface.h"
#include "core/mesh/mesh.h"
#include "core/scene/scene.h"

#include <filesystem>
#include <string>

namespace lamina::bench {

/// The closed bunny scan of 69,664 triangles where the shared models are at hand, otherwise a bumpy sphere of
/// as many, with what it is in `name`. z up, largest extent 1 m, centred in x and y, lowest point at z = 0.
/// Read once.
const TriangleMesh& bunny();

/// A cube turned by `degrees` about (1, 2, 3).
TriangleMesh turned_cube(double side, double degrees, const Vec3& centre);

/// Where the closed bunny scan is, if the shared models are at hand.
std::filesystem::path bunny_file();

/// What a contact method sees of a mesh that deforms.
Surface surface_of(const TriangleMesh& mesh);

/// A body of a scene made in memory; the mesh is prepared here.
SceneBody body_of(std::string name, TriangleMesh mesh, BodyKind kind, const Pose& pose = {});

} // namespace lamina::bench
