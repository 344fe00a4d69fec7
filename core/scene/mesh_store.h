#pragma once

#include "core/io/load.h"
#include "core/scene/scene.h"

#include <map>
#include <string>

namespace lamina {

/// Reads each mesh file once and prepares each mesh once, for the bodies of one scene.
class MeshStore {
public:
  /// The objects of a file, or its connected pieces. Throws InputError and Cancelled.
  const LoadedFile& file(const std::filesystem::path& path, bool split_pieces, const Progress& progress);

  /// The mesh that a body names, scaled to metres and prepared, accepted or not; bodies that name the same
  /// mesh share it. Relative files are looked for in `folder`. Adds what there is to say about it to `notes`,
  /// once. Throws InputError (file, recipe, size) and Cancelled.
  std::shared_ptr<const PreparedMesh> prepared(const SceneBody& body, const std::filesystem::path& folder,
                                               std::vector<std::string>& notes, const Progress& progress);

  /// The bones of a body whose kind is skinned, for the mesh that prepared() gave: of its recipe or file.
  /// Throws InputError if there are none.
  std::shared_ptr<const Rig> rig(const SceneBody& body, const PreparedMesh& mesh,
                                 const std::filesystem::path& folder, const Progress& progress);

private:
  TriangleMesh raw_mesh(const SceneBody& body, const std::filesystem::path& path, const Progress& progress);

  std::shared_ptr<const Rig> raw_rig(const SceneBody& body, const std::filesystem::path& path,
                                     const Progress& progress);

  std::map<std::string, LoadedFile> files_;
  std::map<std::string, std::shared_ptr<const PreparedMesh>> meshes_;
  std::map<std::string, std::shared_ptr<const Rig>> rigs_;
  std::size_t triangles_ = 0;
};

} // namespace lamina
