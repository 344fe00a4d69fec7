#include "tests/papers/f08/octopuses.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/mass_properties.h"
#include "tests/papers/bodies.h"

#include <algorithm>

namespace lamina::papers::f08 {

Octopuses octopuses(const std::string& name, const std::string& scene_name, int resolution, double seconds) {
  const auto scene = shipped_scene(scene_name);
  scene->settings.contact.ldi.resolution = resolution;
  Octopuses result;
  result.table = {
      name, {"time_s", "step_ms", "overlap_m3", "self_overlap_m3", "kinetic_J", "contact_pixels"}, {}};
  for (const SceneBody& description : scene->bodies) {
    result.triangles += description.mesh->mesh.triangles.size();
    if (moves_freely(description.kind))
      result.bodies_m3 += mass_properties(description.mesh->mesh).volume;
  }
  Simulation simulation(scene);
  std::vector<double> walls;
  run(simulation, seconds, [&](const StepStatistics& statistics) {
    walls.push_back(statistics.timings.wall);
    result.last_m3 = statistics.volume_m3;
    result.greatest_m3 = std::max(result.greatest_m3, statistics.volume_m3);
    if (statistics.step % 2 != 0)
      return;
    double own = 0;
    const auto now = simulation.snapshot();
    for (const PairState& pair : now->pairs)
      own += pair.contacts.body[0] == pair.contacts.body[1] ? images_of(pair.contacts).volume : 0;
    result.table.rows.push_back({statistics.time_s, statistics.timings.wall, statistics.volume_m3, own,
                                 statistics.kinetic_J, static_cast<double>(statistics.contact_pixels)});
  });
  std::sort(walls.begin(), walls.end());
  result.step_ms = walls[walls.size() / 2];
  const auto snapshot = simulation.snapshot();
  result.lowest_m = 1e9;
  for (std::size_t i = 0; i < snapshot->bodies.size(); ++i)
    if (moves_freely((*snapshot->infos)[i].kind))
      result.lowest_m = std::min(result.lowest_m, snapshot->bodies[i].pose.position.y());
  return result;
}

} // namespace lamina::papers::f08
