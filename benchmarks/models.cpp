#include "benchmarks/models.h"

#include "core/mesh/prepare.h"

namespace lamina::bench {

SceneBody body_of(std::string name, TriangleMesh mesh, BodyKind kind, const Pose& pose) {
  SceneBody body;
  body.name = std::move(name);
  body.kind = kind;
  body.pose = pose;
  body.mesh = prepare_body_mesh(std::move(mesh));
  return body;
}

} // namespace lamina::bench
