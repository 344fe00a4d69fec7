#pragma once

#include "core/mesh/mesh.h"

#include <vector>

struct aiMesh;
struct aiNode;
struct aiScene;

namespace lamina {

/// Meshes, and where their vertices come from: `parts` in the order of the vertices of all meshes, one after
/// the other, each with all its own. Points into the scene.
struct CollectedMeshes {
  struct Part {
    const aiMesh* mesh;
    const aiNode* node;
  };
  std::vector<TriangleMesh> meshes;
  std::vector<Part> parts;
};

/// The triangles of every node of a scene in world space, one mesh a node (materials do not split it).
/// Skinned meshes stand in the pose of their bones.
CollectedMeshes collect_meshes(const aiScene& scene);

/// Metres per unit where the format or the file says so, else 0.
double find_metres_per_unit(const aiScene& scene, const std::string& extension);

} // namespace lamina
