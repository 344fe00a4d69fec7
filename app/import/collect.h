#pragma once

#include "core/mesh/mesh.h"

#include <vector>

struct aiScene;

namespace lamina {

/// The triangles of every node of a scene in world space, one mesh a node (materials do not split it).
/// Skinned meshes stand in the pose of their bones.
std::vector<TriangleMesh> collect_meshes(const aiScene& scene);

/// Metres per unit where the format or the file says so, else 0.
double find_metres_per_unit(const aiScene& scene, const std::string& extension);

} // namespace lamina
