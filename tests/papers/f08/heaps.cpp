#include "tests/papers/f08/heaps.h"

#include "core/mesh/mass_properties.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <cmath>

namespace lamina::papers::f08 {

std::shared_ptr<Scene> heap_scene(int count, int resolution) {
  std::vector<SceneBody> bodies = {floor_sheet(60),
                                   body("bowl", make_bowl(4.5, 3.2, 0.6, 1500), BodyKind::fixed)};
  const TriangleMesh shapes[] = {make_box({1, 0.9, 1.1}), make_sphere(0.55, 500), make_torus(0.45, 0.2, 500),
                                 make_cylinder(0.45, 1, 256)};
  for (int i = 0; i < count; ++i) {
    // Rings of six around a middle one, each a little turned against the one below.
    const int layer = i / 7, place = i % 7;
    const double angle = place * 1.0472 + 0.4 * layer, reach = place == 0 ? 0.0 : 1.7;
    SceneBody added = body("body " + std::to_string(i), shapes[i % 4], BodyKind::rigid,
                           {Vec3(reach * std::cos(angle), 3 + 1.5 * layer, reach * std::sin(angle)),
                            turn({std::sin(1.0 * i), 1, std::cos(2.0 * i)}, 75.0 * i)});
    added.mass = 1;
    bodies.push_back(added);
  }
  auto scene = scene_of(std::move(bodies), "f08");
  scene->settings.contact.ldi.resolution = resolution;
  scene->settings.simulation.time_step = 0.01;
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.volume_stiffness = 1e5;
  return scene;
}

std::shared_ptr<Scene> tangled_scene() {
  auto scene = shipped_scene("start-tangled-soft");
  scene->settings.response.dissipation = 0.05; // s
  return scene;
}

Overlaps watch_overlaps(const std::string& name, std::shared_ptr<const Scene> scene, double seconds) {
  Overlaps result;
  result.table = {
      name, {"time_s", "overlap_m3", "kinetic_J", "fastest_m_s", "lowest_m", "dropped_columns"}, {}};
  for (const SceneBody& description : scene->bodies)
    if (moves_freely(description.kind))
      result.bodies_m3 += mass_properties(description.mesh->mesh).volume;
  Simulation simulation(scene);
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    if (statistics.step == 1)
      result.first_m3 = statistics.volume_m3;
    result.last_m3 = statistics.volume_m3;
    if (statistics.step % 5 != 0 && statistics.step != 1)
      return;
    double fastest = 0, lowest = 1e9;
    const auto snapshot = simulation.snapshot();
    for (std::size_t i = 0; i < snapshot->bodies.size(); ++i) {
      if (!moves_freely((*snapshot->infos)[i].kind))
        continue;
      fastest = std::max(fastest, snapshot->bodies[i].velocity.norm());
      lowest = std::min(lowest, snapshot->bodies[i].pose.position.y());
    }
    result.fastest_m_s = std::max(result.fastest_m_s, fastest);
    result.lowest_m = lowest;
    result.finite = result.finite && std::isfinite(statistics.kinetic_J);
    result.table.rows.push_back({statistics.time_s, statistics.volume_m3, statistics.kinetic_J, fastest,
                                 lowest, static_cast<double>(statistics.dropped_columns)});
  });
  return result;
}

} // namespace lamina::papers::f08
