#include "tests/papers/bodies.h"

#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "core/settings/setting_list.h"

#include <cstdlib>
#include <numbers>

namespace lamina::papers {

SceneBody body(const std::string& name, TriangleMesh mesh, BodyKind kind, const Pose& pose) {
  SceneBody description;
  description.name = name;
  description.kind = kind;
  description.pose = pose;
  description.mesh = prepare_body_mesh(std::move(mesh));
  if (!description.mesh->report.accepted)
    throw InputError(name + ": " + description.mesh->report.reason);
  return description;
}

SceneBody floor_sheet(double size) {
  SceneBody description;
  description.name = "floor";
  description.kind = BodyKind::fixed;
  description.sidedness = Sidedness::one_sided;
  description.mesh = prepare_body_mesh(make_ground(size), Sidedness::one_sided, 10);
  return description;
}

std::shared_ptr<Scene> scene_of(std::vector<SceneBody> bodies, const std::string& preset) {
  auto scene = std::make_shared<Scene>();
  scene->bodies = std::move(bodies);
  apply_preset(scene->settings, preset);
  scene->settings.simulation.threads = 1;
  return scene;
}

std::shared_ptr<Scene> shipped_scene(const std::string& name) {
  const std::filesystem::path file = resolve_scene_name(name);
  auto scene = std::make_shared<Scene>(open_scene(std::span<const std::filesystem::path>(&file, 1)));
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.simulation.threads = 1;
  return scene;
}

Quat turn(const Vec3& axis, double degrees) {
  return Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis.normalized()));
}

void run(Simulation& simulation, double seconds, const std::function<void(const StepStatistics&)>& look) {
  const double until = simulation.statistics().time_s + seconds;
  while (simulation.statistics().time_s < until - 1e-9) {
    if (!simulation.step())
      throw std::runtime_error("the simulation stopped: " + simulation.problem());
    look(simulation.statistics());
  }
}

std::filesystem::path shared_model(const std::string& name) {
  const char* named = std::getenv("LAMINA_MODELS");
  const std::filesystem::path models =
      named ? std::filesystem::path(named) : std::filesystem::path(LAMINA_SOURCE_DIR) / "../shared/models";
  return std::filesystem::exists(models / name) ? models / name : std::filesystem::path();
}

} // namespace lamina::papers
