#include "core/bench/engines/engine_scene.h"
#include "core/scene/scene_file.h"

namespace lamina::bench {

namespace {

SceneBody scene_body(const EngineBody& body) {
  SceneBody made;
  made.name = body.name;
  made.mass = body.mass;
  made.kind = body.fixed ? BodyKind::fixed : BodyKind::rigid;
  made.pose = body.pose;
  made.velocity = body.velocity;
  made.spin = body.spin;
  switch (body.shape) {
  case EngineShape::box:
    made.recipe = Recipe{"box", {{"x", body.size.x()}, {"y", body.size.y()}, {"z", body.size.z()}}};
    break;
  case EngineShape::sphere:
    made.recipe = Recipe{"sphere", {{"radius", body.radius}, {"triangles", 5120}}};
    break;
  case EngineShape::cylinder:
    made.recipe = Recipe{"cylinder", {{"radius", body.radius}, {"height", body.height}, {"triangles", 512}}};
    break;
  case EngineShape::hull:
    made.mesh = prepare_body_mesh(triangles_of(body.parts.front()));
    break;
  case EngineShape::mesh:
    made.recipe = body.recipe;
    break;
  }
  return made;
}

} // namespace

Scene lamina_scene(const EngineScene& scene, ResponseKind response) {
  Scene made;
  made.title = scene.about;
  made.gravity = scene.gravity;
  made.settings.simulation.time_step = scene.time_step;
  made.settings.simulation.threads = 1;
  made.settings.response.response = response;
  made.settings.response.restitution = scene.restitution;
  made.settings.response.sleep = false;
  made.settings.friction.coefficient = scene.friction;
  SceneBody floor;
  floor.name = "floor";
  floor.kind = BodyKind::fixed;
  floor.recipe = Recipe{"ground", {{"size", 200}}};
  floor.sidedness = Sidedness::one_sided;
  made.bodies.push_back(floor);
  for (const EngineBody& body : scene.bodies)
    made.bodies.push_back(scene_body(body));
  load_scene_meshes(made);
  return made;
}

} // namespace lamina::bench
