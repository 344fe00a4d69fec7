#include "core/io/tet/write_gmsh.h"

#include "core/io/tet/write_text.h"

namespace lamina {

std::string gmsh_text(const TetMesh& mesh) {
  std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n";
  append_number(text, mesh.nodes.size());
  text += '\n';
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    append_number(text, i + 1);
    text += ' ';
    append_point(text, mesh.nodes[i]);
  }
  text += "$EndNodes\n$Elements\n";
  append_number(text, mesh.tetrahedra.size());
  text += '\n';
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    append_number(text, i + 1);
    // A tetrahedron, with two tags: its physical and its elementary volume.
    text += " 4 2 1 1";
    for (const std::uint32_t node : mesh.tetrahedra[i]) {
      text += ' ';
      append_number(text, std::uint64_t{node} + 1);
    }
    text += '\n';
  }
  return text + "$EndElements\n";
}

} // namespace lamina
