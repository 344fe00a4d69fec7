#include "tests/papers/t04/self_colliding_arms.h"

#include "core/bench/spread.h"
#include "core/contact/ldi/image_evidence.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <numeric>

namespace lamina::papers::t04 {

SelfColliding self_colliding_arms(double seconds) {
  const auto scene = shipped_scene("octopus-in-bowl");
  scene->settings.contact.ldi.resolution = 64;
  SelfColliding result;
  for (const SceneBody& description : scene->bodies)
    result.triangles += description.mesh->mesh.triangles.size();
  Simulation simulation(scene);
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    double self = 0, others = 0;
    const auto now = simulation.snapshot();
    for (const PairState& pair : now->pairs)
      (pair.contacts.body[0] == pair.contacts.body[1] ? self : others) += images_of(pair.contacts).volume;
    if (self <= 0 || others <= 0)
      return;
    result.self_m3 = std::max(result.self_m3, self);
    result.pairs_m3 = std::max(result.pairs_m3, others);
    const auto& phases = statistics.timings.detection;
    result.detection_ms.push_back(std::accumulate(phases.begin(), phases.end(), 0.0));
  });
  return result;
}

Table self_collision_table() {
  const SelfColliding found = self_colliding_arms(2);
  const bench::Spread spread = bench::spread_of(found.detection_ms);
  return {"T04-fig17",
          {"triangles", "steps", "first_quartile_ms", "median_ms", "third_quartile_ms", "self_overlap_m3"},
          {{number(found.triangles), number(found.detection_ms.size()), spread.lower, spread.median,
            spread.upper, found.self_m3}}};
}

} // namespace lamina::papers::t04
