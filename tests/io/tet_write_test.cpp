// Solids that are written, read back by the readers.

#include "core/io/load_tet.h"
#include "core/io/tet/write_gmsh.h"
#include "core/io/tet/write_vtk.h"
#include "tests/io/io_support.h"
#include "tests/mesh/tet_support.h"

#include <limits>

namespace lamina {
namespace {

/// Coordinates that few digits do not hold, and the ends of the range.
TetMesh awkward_solid() {
  TetMesh mesh = test::tet_box(2, {0.1, 0.7, 1.0 / 3});
  mesh.nodes[13] += Vec3(1e-3, -1e-2, 1e-17);
  mesh.nodes.back() += Vec3(std::numeric_limits<double>::denorm_min(), 1e-300, 5e-9);
  return mesh;
}

TEST(TetWriters, KeepNodesAndTetrahedraToTheLastBit) {
  const TetMesh mesh = awkward_solid();
  const test::TemporaryFolder folder;
  for (const auto& [name, text] :
       {std::pair("solid.msh", gmsh_text(mesh)), std::pair("solid.vtk", vtk_text(mesh))}) {
    const auto file = folder.write(name, text);
    EXPECT_TRUE(is_tet_file(file)) << name;
    const LoadedTetFile loaded = load_tet_file(file);
    EXPECT_EQ(loaded.mesh.nodes, mesh.nodes) << name;
    EXPECT_EQ(loaded.mesh.tetrahedra, mesh.tetrahedra) << name;
    EXPECT_TRUE(loaded.notes.empty()) << name;
  }
}

} // namespace
} // namespace lamina
