#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace lamina::test {

SceneBody body_of(const std::string& name, const TriangleMesh& mesh, BodyKind kind, const Pose& pose) {
  SceneBody body;
  body.name = name;
  body.kind = kind;
  body.pose = pose;
  body.mesh = prepare_body_mesh(mesh);
  EXPECT_TRUE(body.mesh->report.accepted) << body.mesh->report.reason;
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

Quat turn(const Vec3& axis, double radians) {
  return Quat(Eigen::AngleAxisd(radians, axis.normalized()));
}

void run_for(Simulation& simulation, double seconds) {
  const double until = simulation.statistics().time_s + seconds;
  while (simulation.statistics().time_s < until - 1e-9)
    ASSERT_TRUE(simulation.step()) << simulation.problem();
}

} // namespace lamina::test
