#include "tests/papers/h08/tori.h"

#include "tests/papers/bodies.h"

namespace lamina::papers::h08 {

SceneBody torus(const std::string& name, const Pose& pose, int lattice_cells) {
  static const SceneBody prepared = body("torus", make_torus(0.5, 0.2, 1600), BodyKind::soft);
  SceneBody ring = prepared;
  ring.name = name;
  ring.pose = pose;
  ring.lattice_cells = lattice_cells;
  ring.material = {1e5, 0.3, 0.02};
  ring.self_contact = false;
  return ring;
}

std::string start_name(Start start) {
  return start == Start::beside ? "beside" : start == Start::crossed ? "crossed" : "stacked";
}

std::shared_ptr<Scene> two_tori(Start start) {
  Pose second{Vec3(0, 0.12, 0.05), turn({1, 0, 0}, 11)};
  if (start == Start::beside)
    second = {Vec3(0.7, 0.03, 0.02), turn({1, 0, 0.3}, 4)};
  if (start == Start::crossed)
    second = {Vec3(1.08, 0.03, 0.02), turn({1, 0, 0}, 88)};
  auto scene =
      scene_of({torus("first", {Vec3::Zero(), Quat::Identity()}), torus("second", second)}, "default");
  scene->gravity = Vec3::Zero();
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e6;
  return scene;
}

void choose_method(Scene& scene, const std::string& method) {
  Settings& settings = scene.settings;
  settings.contact.method = method.substr(0, method.find(' '));
  if (method == "raytraced H08") {
    settings.contact.raytraced.tree = RayTree::octree;
    settings.contact.raytraced.area = RayArea::uniform;
    settings.contact.raytraced.force = RayForce::ray;
  }
  if (method == "proximity wide") {
    settings.contact.proximity.distance = 0.03;
    settings.contact.proximity.depth = 0.1;
  }
}

} // namespace lamina::papers::h08
