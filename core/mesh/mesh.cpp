#include "core/mesh/mesh.h"

namespace lamina {

Box bounds(const TriangleMesh& mesh) {
  Box box;
  for (const Vec3& vertex : mesh.vertices)
    box.include(vertex);
  return box;
}

} // namespace lamina
