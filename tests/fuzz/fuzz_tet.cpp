// libFuzzer target: the first byte picks a reader, the rest is the file. Any bytes give a mesh whose indices
// are valid and whose surface is closed where it is accepted, or one InputError.

#include "core/base/error.h"
#include "core/io/tet/read_gmsh.h"
#include "core/io/tet/read_medit.h"
#include "core/io/tet/read_tetgen.h"
#include "core/io/tet/read_vtk.h"
#include "core/io/tet/read_vtu.h"
#include "core/mesh/edges.h"
#include "core/mesh/tet_check.h"
#include "core/mesh/tet_surface.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

lamina::TetFile read(std::uint8_t reader, std::string_view data) {
  switch (reader % 5) {
  case 0:
    return lamina::read_gmsh(data, "fuzz.msh");
  case 1:
    return lamina::read_medit(data, "fuzz.mesh");
  case 2: {
    // The two files of TetGen's pair, with a NUL between them.
    const std::size_t end = data.find('\0');
    const std::string_view elements = end == data.npos ? std::string_view() : data.substr(end + 1);
    return lamina::read_tetgen(data.substr(0, end), "fuzz.node", elements, "fuzz.ele");
  }
  case 3:
    return lamina::read_vtk(data, "fuzz.vtk");
  default:
    return lamina::read_vtu(data, "fuzz.vtu");
  }
}

void require(bool holds) {
  if (!holds)
    std::abort();
}

void check(const lamina::TetMesh& mesh) {
  require(!mesh.tetrahedra.empty());
  for (const lamina::Tetrahedron& t : mesh.tetrahedra)
    for (const std::uint32_t node : t)
      require(node < mesh.nodes.size());
  const lamina::PreparedTets prepared = lamina::prepare_tets(mesh);
  require(prepared.report.accepted == prepared.report.reason.empty());
  if (!prepared.report.accepted)
    return;
  for (const lamina::Tetrahedron& t : prepared.mesh.tetrahedra)
    require(lamina::volume(prepared.mesh, t) > 0);
  std::vector<std::uint32_t> nodes;
  const lamina::TriangleMesh surface = lamina::boundary_surface(prepared.mesh, nodes);
  require(!surface.triangles.empty() && surface.triangles.size() == prepared.report.surface_triangles);
  require(nodes.size() == surface.vertices.size() && nodes.size() == prepared.report.surface_vertices);
  require(lamina::count_edges(lamina::EdgeTable(surface)).unbalanced == 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0)
    return 0;
  try {
    check(read(data[0], {reinterpret_cast<const char*>(data + 1), size - 1}).mesh);
  } catch (const lamina::InputError&) {
    // Refused: what a reader does with most bytes.
  }
  return 0;
}
