#pragma once

#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

namespace lamina::test {

/// A block that falls onto an edge and breaks over it.
inline std::shared_ptr<Scene> block_on_an_edge() {
  SceneBody block =
      body_of_tets("block", tet_box(4, {0.4, 0.1, 0.1}), {{-0.2, 0.22, -0.05}, Quat::Identity()});
  block.material = {2e5, 0.3, 0.01, 4e3};
  block.velocity = {0, -3, 0};
  // Its upper edge is 0.17 m above the floor, whose top is at 0.
  auto scene = scene_of(
      {body_of_tets("floor", tet_box(4, {2, 0.4, 2}), {{-1, -0.4, -1}, Quat::Identity()}, BodyKind::fixed),
       body_of_tets("edge", tet_box(4, {0.1, 0.1, 0.3}), {{0, 0.03, -0.15}, turn({0, 0, 1}, 0.785)},
                    BodyKind::fixed),
       block});
  scene->settings.simulation.time_step = 0.005;
  return scene;
}

} // namespace lamina::test
