#pragma once

#include "core/mesh/mesh.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// An object of a file: triangles that index the vertex list of the whole file.
struct FileObject {
  std::string name;
  std::uint32_t first_vertex = 0; ///< where its section of the vertex list begins
  std::vector<Triangle> triangles;
};

/// Makes a mesh of each object. Objects that share open edges with each other are patches of one surface and
/// become one mesh, with a note. A mesh holds the vertices that its triangles use and those of its sections
/// that no triangle of the file uses, in file order; a single mesh holds all.
std::vector<TriangleMesh> assemble_objects(std::vector<Vec3> vertices, std::vector<FileObject> objects,
                                           std::vector<std::string>& notes);

} // namespace lamina
