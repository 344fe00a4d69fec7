#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;
using test::turn;

/// 40 mixed bodies above a bowl that is fixed on a floor.
std::shared_ptr<Scene> heap_in_a_bowl() {
  SceneBody bowl = body_of("bowl", make_bowl(0.5, 0.4, 0.05, 2000), BodyKind::fixed);
  const Box box = bounds(bowl.mesh->mesh);
  bowl.pose.position.y() = -box.min.y();
  std::vector<SceneBody> bodies{test::ground(), bowl};
  const TriangleMesh shapes[] = {make_box({0.1, 0.1, 0.1}), make_sphere(0.06, 320),
                                 make_torus(0.06, 0.025, 400), make_box({0.16, 0.06, 0.08})};
  for (int i = 0; i < 40; ++i) {
    const double angle = 2.4 * i, reach = 0.06 + 0.04 * (i % 4);
    const Vec3 position(reach * std::cos(angle), 0.3 + 0.05 * i, reach * std::sin(angle));
    bodies.push_back(body_of("body" + std::to_string(i), shapes[i % 4], BodyKind::rigid,
                             {position, turn({std::sin(1.0 * i), 1, std::cos(2.0 * i)}, 1.3 * i)}));
  }
  auto scene = scene_of(std::move(bodies));
  scene->settings.simulation.time_step = 1.0 / 60;
  return scene;
}

TEST(Heap, IsStillAHeapAfterAMinute) {
  Simulation simulation(heap_in_a_bowl());
  const double half = test::sanitized ? 8 : 30; // s
  test::run_for(simulation, half);
  const auto middle = simulation.snapshot();
  test::run_for(simulation, half);
  const auto end = simulation.snapshot();

  std::vector<double> moved;
  for (std::size_t i = 2; i < end->bodies.size(); ++i) {
    const Vec3 position = end->bodies[i].pose.position;
    EXPECT_GT(position.y(), 0.02) << (*end->infos)[i].name << " sank through the floor";
    EXPECT_LT(Vec3(position.x(), 0, position.z()).norm(), 1.5) << (*end->infos)[i].name << " was thrown out";
    moved.push_back((position - middle->bodies[i].pose.position).norm());
  }
  std::sort(moved.begin(), moved.end());
  RecordProperty("median_mm", std::to_string(1e3 * moved[moved.size() / 2]));
  RecordProperty("greatest_mm", std::to_string(1e3 * moved.back()));
  // In half a minute a person should see nothing happen: bodies are 100 mm, a pixel on the screen about 1 mm.
  EXPECT_LT(moved[moved.size() / 2], 5e-3);
  EXPECT_LT(moved.back(), 5e-2);
  EXPECT_EQ(end->statistics.dropped_columns, 0u);
}

} // namespace
} // namespace lamina
