#include "app/import/collect.h"

#include "app/import/node_transform.h"

#include <assimp/scene.h>

#include <map>
#include <stdexcept>
#include <string>

namespace lamina {

namespace {

/// Node trees deeper than this are nonsense, and would exhaust the stack.
constexpr int deepest_node = 1000;

class Collector {
public:
  explicit Collector(const aiScene& scene) : scene_(scene) {}

  CollectedMeshes collect() {
    place_nodes(*scene_.mRootNode, identity_transform(), 0);
    collect_node(*scene_.mRootNode);
    return std::move(collected_);
  }

private:
  void place_nodes(const aiNode& node, const Transform& parent, int depth) {
    if (depth > deepest_node)
      throw std::runtime_error("the nodes are nested too deeply");
    const Transform world = compose(parent, to_transform(node.mTransformation));
    world_[&node] = world;
    by_name_.emplace(node.mName.C_Str(), &node);
    for (unsigned i = 0; i < node.mNumChildren; ++i)
      place_nodes(*node.mChildren[i], world, depth + 1);
  }

  void collect_node(const aiNode& node) {
    TriangleMesh mesh;
    for (unsigned i = 0; i < node.mNumMeshes; ++i)
      add_mesh(*scene_.mMeshes[node.mMeshes[i]], world_.at(&node), mesh);
    if (!mesh.triangles.empty()) {
      mesh.name = node.mName.C_Str();
      if (mesh.name.empty())
        mesh.name = scene_.mMeshes[node.mMeshes[0]]->mName.C_Str();
      collected_.meshes.push_back(std::move(mesh));
      for (unsigned i = 0; i < node.mNumMeshes; ++i)
        collected_.parts.push_back({scene_.mMeshes[node.mMeshes[i]], &node});
    }
    for (unsigned i = 0; i < node.mNumChildren; ++i)
      collect_node(*node.mChildren[i]);
  }

  void add_mesh(const aiMesh& source, const Transform& world, TriangleMesh& mesh) {
    const std::size_t first = mesh.vertices.size();
    if (source.mNumBones > 0)
      add_skinned_vertices(source, world, mesh);
    else
      for (unsigned v = 0; v < source.mNumVertices; ++v)
        mesh.vertices.push_back(apply(world, source.mVertices[v]));

    // A transform that mirrors turns the faces inside out.
    const bool mirrored = source.mNumBones == 0 && world.leftCols<3>().determinant() < 0;
    for (unsigned f = 0; f < source.mNumFaces; ++f) {
      const aiFace& face = source.mFaces[f];
      if (face.mNumIndices != 3)
        continue;
      const auto corner = [&](int i) { return static_cast<std::uint32_t>(first + face.mIndices[i]); };
      mesh.triangles.push_back({corner(0), corner(mirrored ? 2 : 1), corner(mirrored ? 1 : 2)});
    }
  }

  /// Linear blend skinning with the bones where the file puts them; vertices without weights follow the node.
  void add_skinned_vertices(const aiMesh& source, const Transform& world, TriangleMesh& mesh) {
    std::vector<Vec3> blended(source.mNumVertices, Vec3::Zero());
    std::vector<double> weight_sum(source.mNumVertices, 0);
    for (unsigned b = 0; b < source.mNumBones; ++b) {
      const aiBone& bone = *source.mBones[b];
      const auto node = by_name_.find(bone.mName.C_Str());
      if (node == by_name_.end())
        continue;
      const Transform pose = compose(world_.at(node->second), to_transform(bone.mOffsetMatrix));
      for (unsigned w = 0; w < bone.mNumWeights; ++w) {
        const aiVertexWeight& weight = bone.mWeights[w];
        if (weight.mVertexId >= source.mNumVertices)
          continue;
        blended[weight.mVertexId] += weight.mWeight * apply(pose, source.mVertices[weight.mVertexId]);
        weight_sum[weight.mVertexId] += weight.mWeight;
      }
    }
    for (unsigned v = 0; v < source.mNumVertices; ++v)
      mesh.vertices.push_back(weight_sum[v] > 0 ? Vec3(blended[v] / weight_sum[v])
                                                : apply(world, source.mVertices[v]));
  }

  const aiScene& scene_;
  std::map<const aiNode*, Transform> world_;
  std::map<std::string, const aiNode*> by_name_;
  CollectedMeshes collected_;
};

} // namespace

CollectedMeshes collect_meshes(const aiScene& scene) {
  return Collector(scene).collect();
}

double find_metres_per_unit(const aiScene& scene, const std::string& extension) {
  // glTF is in metres by definition; Assimp scales Collada to metres; FBX states centimetres per unit.
  if (extension == ".gltf" || extension == ".glb" || extension == ".dae")
    return 1;
  if (extension == ".fbx" && scene.mMetaData) {
    double centimetres = 0;
    float single = 0;
    if (scene.mMetaData->Get("UnitScaleFactor", centimetres) && centimetres > 0)
      return centimetres / 100;
    if (scene.mMetaData->Get("UnitScaleFactor", single) && single > 0)
      return static_cast<double>(single) / 100;
  }
  return 0;
}

} // namespace lamina
