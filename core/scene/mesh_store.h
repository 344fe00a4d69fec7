#pragma once

#include "core/io/load.h"
#include "core/scene/scene.h"

#include <map>
#include <string>
#include <utility>

namespace lamina {

/// What a body file holds: surfaces, and the solid whose boundary the only one of them is if the file is
/// tetrahedral.
struct BodyFile {
  LoadedFile surfaces;
  std::shared_ptr<const TetMesh> solid; ///< in file units; null without
};

/// Reads each mesh file once, prepares each mesh once and builds each lattice once, for the bodies of one
/// scene.
class MeshStore {
public:
  /// The objects of a file, or its connected pieces. Throws InputError and Cancelled.
  const BodyFile& file(const std::filesystem::path& path, bool split_pieces, const Progress& progress);

  /// Fills in the mesh that a body names, scaled to metres and prepared, accepted or not, and the tetrahedra,
  /// particles and usable bones that belong to it. Relative files are looked for in `folder`. Adds what there
  /// is to say to `notes`, once. Throws InputError (file, recipe, size) and Cancelled.
  void load(SceneBody& body, const std::filesystem::path& folder, std::vector<std::string>& notes,
            const Progress& progress);

  /// Builds the lattice of a body that uses one and has none; its mesh must be accepted. Throws InputError
  /// for more cells than can be simulated.
  void divide(SceneBody& body, std::vector<std::string>& notes);

  /// The bones of a body, for the mesh that load() gave: of its recipe or file. Throws InputError if there
  /// are none, or none that could carry it.
  std::shared_ptr<const Rig> rig(const SceneBody& body, const PreparedMesh& mesh,
                                 const std::filesystem::path& folder, const Progress& progress);

private:
  std::shared_ptr<const Rig> rig_if_any(const SceneBody& body, const PreparedMesh& mesh,
                                        const std::filesystem::path& folder, const Progress& progress);
  struct Shape {
    std::shared_ptr<const PreparedMesh> mesh;
    std::shared_ptr<const TetMesh> tetrahedra;
    std::shared_ptr<const std::vector<std::uint32_t>> mesh_nodes;
    std::vector<std::string> notes;
  };

  TriangleMesh raw_mesh(const SceneBody& body, const std::filesystem::path& path, const Progress& progress);
  /// What fills the surface of a body, and the boundary of that. A surface that bounds no volume comes back
  /// as it is, not accepted.
  Shape fill(const SceneBody& body, TriangleMesh mesh, const std::string& name, const Progress& progress);
  Shape make_shape(const SceneBody& body, const std::filesystem::path& path, const std::string& name,
                   const Progress& progress);
  const Shape& shape(const SceneBody& body, const std::filesystem::path& path,
                     std::vector<std::string>& notes, const Progress& progress);
  std::shared_ptr<const Rig> raw_rig(const SceneBody& body, const std::filesystem::path& path,
                                     const Progress& progress);
  void load_particles(SceneBody& body, const std::filesystem::path& path, const Progress& progress);

  std::map<std::string, BodyFile> files_;
  std::map<std::string, Shape> shapes_;
  std::map<std::pair<const PreparedMesh*, int>, std::shared_ptr<const Lattice>> lattices_;
  std::map<std::string, std::shared_ptr<const Rig>> rigs_;
  std::size_t triangles_ = 0;
};

} // namespace lamina
