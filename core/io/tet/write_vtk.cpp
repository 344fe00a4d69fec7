#include "core/io/tet/write_vtk.h"

#include "core/io/tet/write_text.h"

namespace lamina {

std::string vtk_text(const TetMesh& mesh) {
  const std::string cells = std::to_string(mesh.tetrahedra.size());
  std::string text = "# vtk DataFile Version 3.0\nA solid of tetrahedra\nASCII\nDATASET UNSTRUCTURED_GRID\n";
  text += "POINTS " + std::to_string(mesh.nodes.size()) + " double\n";
  for (const Vec3& node : mesh.nodes)
    append_point(text, node);
  text += "CELLS " + cells + ' ' + std::to_string(5 * mesh.tetrahedra.size()) + '\n';
  for (const Tetrahedron& tetrahedron : mesh.tetrahedra) {
    text += '4';
    for (const std::uint32_t node : tetrahedron) {
      text += ' ';
      append_number(text, node);
    }
    text += '\n';
  }
  text += "CELL_TYPES " + cells + '\n';
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    text += "10\n";
  return text;
}

} // namespace lamina
