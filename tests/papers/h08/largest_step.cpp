#include "tests/papers/h08/largest_step.h"

#include "core/reference_overlap/reference_overlap.h"
#include "tests/papers/bodies.h"
#include "tests/papers/h08/tori.h"

#include <cmath>

namespace lamina::papers::h08 {

namespace {

constexpr double thickness = 0.4;         ///< of a tube, m
constexpr double gravity = 1, fall = 0.5; ///< m/s², m
constexpr double seconds = 7;             ///< simulated: 1 of falling, 6 of lying down
constexpr double torus_m3 = 0.388;        ///< m³

std::shared_ptr<Scene> landing_scene(double height) {
  SceneBody below = torus("below", {Vec3::Zero(), Quat::Identity()});
  below.kind = BodyKind::fixed;
  auto scene =
      scene_of({below, torus("above", {Vec3(0.02, height, 0.01), turn({1, 0, 0.3}, 3)}, 6)}, "default");
  scene->gravity = Vec3(0, -gravity, 0);
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.depth_stiffness = 1e6;
  return scene;
}

} // namespace

Landing land(const std::string& method, double time_step, double phase, int substeps) {
  auto scene = landing_scene(thickness + fall + phase * std::sqrt(2 * gravity * fall) * time_step);
  choose_method(*scene, method);
  scene->settings.simulation.time_step = time_step;
  scene->settings.simulation.substeps = substeps;
  ReferenceOverlap reference_overlap(*scene);
  Simulation simulation(scene);
  Landing result;
  while (result.finite && simulation.statistics().time_s < seconds)
    result.finite = simulation.step();
  if (!result.finite)
    return result;
  const BodyState body = simulation.snapshot()->bodies[1];
  reference_overlap.take(simulation.body_states());
  const auto overlaps = reference_overlap.overlaps();
  result.height_m = body.pose.position.y();
  result.speed_m_s = body.velocity.norm();
  result.overlap_m3 = volume_of(overlaps);
  return result;
}

double rest_height(const std::string& method) {
  return land(method, 0.05, 0.5, 1).height_m;
}

bool serves(const Landing& landing, double rest_height) {
  return landing.finite && std::abs(landing.height_m - rest_height) < 0.1 * thickness &&
         landing.overlap_m3 < 0.01 * torus_m3 && landing.speed_m_s < 0.1;
}

double largest_step(const std::string& method, double low, double high, int halvings, int phases) {
  const double rest = rest_height(method);
  for (int k = 0; k < halvings; ++k) {
    const double middle = std::sqrt(low * high);
    bool every = true;
    for (int i = 0; i < phases && every; ++i)
      every = serves(land(method, middle, (i + 0.5) / phases, 1), rest);
    (every ? low : high) = middle;
  }
  return low;
}

std::vector<Table> largest_step_tables() {
  constexpr int phases = 4;
  Table landings{
      "H08-dt-landings",
      {"method", "substeps", "time_step_s", "phase", "serves", "height_m", "overlap_m3", "speed_m_s"},
      {}};
  Table summary{"H08-dt", {"method", "substeps", "rest_height_m", "largest_step_s"}, {}};
  const auto scan = [&](const std::string& method, int substeps) {
    const double rest = rest_height(method);
    double largest = 0;
    bool all = true;
    for (double step = 0.0707; step < 1; step *= std::pow(2, 0.25)) {
      for (int i = 0; i < phases; ++i) {
        const double phase = (i + 0.5) / phases;
        const Landing found = land(method, step, phase, substeps);
        const bool good = serves(found, rest);
        all = all && good;
        landings.rows.push_back({method, static_cast<double>(substeps), step, phase, good ? 1.0 : 0.0,
                                 found.height_m, found.overlap_m3, found.speed_m_s});
      }
      if (all)
        largest = step;
    }
    summary.rows.push_back({method, static_cast<double>(substeps), rest, largest});
  };
  for (const std::string method : {"raytraced", "raytraced H08", "proximity", "proximity wide", "ldi"})
    scan(method, 1);
  for (const std::string method : {"raytraced", "proximity", "ldi"})
    scan(method, 8);
  return {std::move(summary), std::move(landings)};
}

} // namespace lamina::papers::h08
