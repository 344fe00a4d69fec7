#include "tests/papers/h08/chain.h"

#include "core/reference_overlap/reference_overlap.h"
#include "tests/papers/bodies.h"
#include "tests/papers/h08/tori.h"

#include <algorithm>
#include <cmath>

namespace lamina::papers::h08 {

namespace {

constexpr double apart = 0.246; ///< between the centres of rings at the start, m

bool still_linked(const Snapshot& snapshot) {
  for (std::size_t i = 2; i < snapshot.bodies.size(); ++i)
    if ((snapshot.bodies[i].pose.position - snapshot.bodies[i - 1].pose.position).norm() > 1.5 * apart)
      return false;
  return true;
}

} // namespace

Chain swing_chain(const std::string& method, double time_step, double seconds) {
  auto scene = shipped_scene("chain");
  choose_method(*scene, method);
  scene->settings.solver.cg_tolerance = 1e-3;
  scene->settings.simulation.time_step = time_step;
  scene->settings.simulation.substeps = 1;
  ReferenceOverlap reference_overlap(*scene);
  Simulation simulation(scene);
  Chain result;
  result.ring_m3 = reference_overlap.movable_volume() / static_cast<double>(scene->bodies.size() - 1);
  run(simulation, seconds, [&](const StepStatistics&) {
    reference_overlap.take(simulation.body_states());
    const auto overlaps = reference_overlap.overlaps();
    result.overlap.push_back(volume_of(overlaps));
    result.lowest.push_back(simulation.snapshot()->bodies.back().pose.position);
  });
  result.linked = still_linked(*simulation.snapshot());
  return result;
}

double Chain::greatest_overlap() const {
  return *std::max_element(overlap.begin(), overlap.end());
}

double path_distance(const Chain& a, const Chain& b) {
  double sum = 0;
  const std::size_t steps = std::min(a.lowest.size(), b.lowest.size());
  for (std::size_t i = 0; i < steps; ++i)
    sum += (a.lowest[i] - b.lowest[i]).squaredNorm();
  return std::sqrt(sum / static_cast<double>(steps));
}

std::vector<Table> chain_tables() {
  Table summary{"H08-fig12",
                {"time_step_s", "method", "linked", "greatest_overlap_cm3", "last_overlap_cm3", "ring_cm3",
                 "distance_from_ldi_mm", "reach_mm"},
                {}};
  Table curves{
      "H08-fig12-curves", {"time_step_s", "method", "time_s", "overlap_cm3", "x_m", "y_m", "z_m"}, {}};
  for (const double step : {0.02, 0.04, 0.08}) {
    const Chain reference = swing_chain("ldi", step, 2);
    for (const std::string method : {"ldi", "raytraced", "raytraced H08", "proximity"}) {
      const Chain found = method == "ldi" ? reference : swing_chain(method, step, 2);
      double reach = 0;
      for (std::size_t i = 0; i < found.lowest.size(); ++i) {
        const Vec3& p = found.lowest[i];
        reach = std::max(reach, std::hypot(p.x(), p.z()));
        curves.rows.push_back(
            {step, method, step * static_cast<double>(i + 1), 1e6 * found.overlap[i], p.x(), p.y(), p.z()});
      }
      summary.rows.push_back({step, method, found.linked ? 1.0 : 0.0, 1e6 * found.greatest_overlap(),
                              1e6 * found.overlap.back(), 1e6 * found.ring_m3,
                              1000 * path_distance(found, reference), 1000 * reach});
    }
  }
  return {std::move(summary), std::move(curves)};
}

} // namespace lamina::papers::h08
