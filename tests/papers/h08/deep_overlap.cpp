#include "tests/papers/h08/deep_overlap.h"

#include "core/contact/raytraced/ray_evidence.h"
#include "core/reference_overlap/reference_overlap.h"
#include "tests/papers/bodies.h"
#include "tests/papers/h08/tori.h"

#include <algorithm>

namespace lamina::papers::h08 {

namespace {

std::shared_ptr<Scene> pair_scene(SceneBody moved, SceneBody held, const std::string& method) {
  auto scene = scene_of({std::move(moved), std::move(held)}, "default");
  scene->gravity = Vec3::Zero();
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e6;
  choose_method(*scene, method);
  return scene;
}

std::shared_ptr<Scene> plates(const std::string& method) {
  const TriangleMesh plate = make_box({1, 0.05, 1}, 3000);
  return pair_scene(body("upright", plate, BodyKind::rigid, {Vec3(0.013, 0.021, 0), turn({0, 0, 1}, 90)}),
                    body("level", plate, BodyKind::fixed), method);
}

/// One step so short that nothing moves: the force is that of the state.
Finding look_at(std::shared_ptr<Scene> scene) {
  scene->settings.simulation.time_step = 1e-5;
  ReferenceOverlap reference_overlap(*scene);
  Simulation simulation(scene);
  Finding found;
  reference_overlap.take(simulation.body_states());
  const auto overlaps = reference_overlap.overlaps();
  found.overlap_m3 = volume_of(overlaps);
  if (!simulation.step())
    return found;
  const auto snapshot = simulation.snapshot({.pixels = true});
  found.force_N = snapshot->bodies[0].contact_force.y();
  found.rays = snapshot->statistics.rays;
  for (const PairState& pair : snapshot->pairs) {
    found.contacts += pair.contacts.contacts.size();
    found.own_first += rays_of(pair.contacts).fates[static_cast<std::size_t>(RayFate::own_first)];
  }
  return found;
}

} // namespace

Finding ball_in_slab(const std::string& method, double depth) {
  return look_at(pair_scene(
      body("ball", make_sphere(0.5, 2000), BodyKind::rigid,
           {Vec3(0.011, 0.5 - depth, 0.007), turn({1, 2, 3}, 20)}),
      body("slab", make_box({4, 2, 4}, 3000), BodyKind::fixed, {Vec3(0, -1, 0), Quat::Identity()}), method));
}

Finding crossed_plates(const std::string& method) {
  return look_at(plates(method));
}

double crossed_plates_speed(const std::string& method) {
  Simulation simulation(plates(method));
  double fastest = 0;
  run(simulation, 1, [&](const StepStatistics&) {
    const BodyState body = simulation.snapshot()->bodies[0];
    fastest = std::max(fastest, body.velocity.norm() + 0.7 * body.spin.norm());
  });
  return fastest;
}

std::vector<Table> deep_overlap_tables() {
  const std::vector<std::string> methods = {"raytraced", "raytraced H08", "proximity", "proximity wide",
                                            "ldi"};
  Table forces{"H08-fig1-depth", {"method", "depth_m", "force_N", "overlap_m3", "contacts"}, {}};
  Table plates{"H08-fig1-plates",
               {"method", "overlap_m3", "contacts", "rays", "own_first", "force_N", "fastest_m_s"},
               {}};
  for (const std::string& method : methods) {
    for (int i = 0; i <= 55; ++i) {
      const double depth = 0.02 * i + 0.003;
      const Finding found = ball_in_slab(method, depth);
      forces.rows.push_back(
          {method, depth, found.force_N, found.overlap_m3, static_cast<double>(found.contacts)});
    }
    const Finding found = crossed_plates(method);
    plates.rows.push_back({method, found.overlap_m3, static_cast<double>(found.contacts),
                           static_cast<double>(found.rays), static_cast<double>(found.own_first),
                           found.force_N, crossed_plates_speed(method)});
  }
  return {std::move(forces), std::move(plates)};
}

} // namespace lamina::papers::h08
