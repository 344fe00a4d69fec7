#include "tests/support/scenes.h"

#include "core/mesh/cloth_mesh.h"
#include "core/mesh/tet_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace lamina::test {

namespace {

TriangleMesh open_ring(double turns) {
  constexpr int rings = 40;
  TriangleMesh mesh;
  for (int ring = 0; ring <= rings; ++ring) {
    const double angle = 2 * 3.14159265358979 * turns * ring / rings;
    for (int k = 0; k < 4; ++k) {
      const double radius = 1 + (k == 0 || k == 3 ? -0.2 : 0.2), y = k < 2 ? -0.2 : 0.2;
      mesh.vertices.push_back({radius * std::cos(angle), y, radius * std::sin(angle)});
    }
  }
  const auto at = [](int ring, int k) { return static_cast<std::uint32_t>(4 * ring + k % 4); };
  for (int ring = 0; ring < rings; ++ring)
    for (int k = 0; k < 4; ++k) {
      mesh.triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)});
      mesh.triangles.push_back({at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)});
    }
  for (const int k : {1, 2}) {
    mesh.triangles.push_back({at(0, 0), at(0, k), at(0, k + 1)});
    mesh.triangles.push_back({at(rings, 0), at(rings, k + 1), at(rings, k)});
  }
  return mesh;
}

} // namespace

SceneBody body_of(const std::string& name, const TriangleMesh& mesh, BodyKind kind, const Pose& pose) {
  SceneBody body;
  body.name = name;
  body.kind = kind;
  body.pose = pose;
  body.mesh = kind == BodyKind::cloth ? prepare_cloth_mesh(mesh) : prepare_body_mesh(mesh);
  EXPECT_TRUE(body.mesh->report.accepted) << body.mesh->report.reason;
  return body;
}

SceneBody body_of_tets(const std::string& name, const TetMesh& mesh, const Pose& pose, BodyKind kind) {
  std::vector<std::uint32_t> boundary;
  SceneBody body = body_of(name, boundary_surface(mesh, boundary), kind, pose);
  body.mesh_nodes =
      std::make_shared<const std::vector<std::uint32_t>>(find_nodes(body.mesh->mesh, mesh, boundary));
  body.tetrahedra = std::make_shared<const TetMesh>(mesh);
  return body;
}

SceneBody ground(double size) {
  SceneBody body;
  body.name = "ground";
  body.kind = BodyKind::fixed;
  body.sidedness = Sidedness::one_sided;
  body.mesh = prepare_body_mesh(make_ground(size), Sidedness::one_sided, 10);
  EXPECT_TRUE(body.mesh->report.accepted) << body.mesh->report.reason;
  return body;
}

SceneBody soft_ring(double turns) {
  SceneBody ring = body_of("ring", open_ring(turns), BodyKind::soft);
  ring.lattice_cells = 12;
  ring.material.young_modulus = 2e4;
  return ring;
}

SceneBody room(double width) {
  SceneBody body;
  body.name = "room";
  body.kind = BodyKind::fixed;
  body.sidedness = Sidedness::one_sided;
  TriangleMesh walls = make_box(Vec3::Constant(width));
  for (Triangle& t : walls.triangles)
    std::swap(t[1], t[2]);
  for (Vec3& p : walls.vertices)
    p.y() += 0.5 * width;
  body.mesh = prepare_body_mesh(walls, Sidedness::one_sided);
  EXPECT_TRUE(body.mesh->report.accepted) << body.mesh->report.reason;
  return body;
}

std::shared_ptr<Scene> scene_of(std::vector<SceneBody> bodies) {
  auto scene = std::make_shared<Scene>();
  scene->title = "test";
  scene->bodies = std::move(bodies);
  return scene;
}

std::shared_ptr<Scene> scene_under(const std::string& method, std::vector<SceneBody> bodies) {
  auto scene = scene_of(std::move(bodies));
  scene->settings.contact.method = method;
  return scene;
}

Quat turn(const Vec3& axis, double radians) {
  return Quat(Eigen::AngleAxisd(radians, axis.normalized()));
}

void run_for(Simulation& simulation, double seconds) {
  const double until = simulation.statistics().time_s + seconds;
  while (simulation.statistics().time_s < until - 1e-9)
    ASSERT_TRUE(simulation.step()) << simulation.problem();
}

} // namespace lamina::test
