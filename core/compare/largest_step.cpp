#include "core/compare/largest_step.h"

#include "core/base/error.h"
#include "core/simulation/simulation.h"

#include <algorithm>
#include <cmath>

namespace lamina::compare {

namespace {

struct End {
  double overlap = 0; ///< m³
  std::vector<BodyPose> poses;
};

/// How a run ends that nobody watches; nothing if it stops itself or the method refuses it.
std::optional<End> end_of(const Scene& scene, const Settings& settings, int steps, const Progress& progress) {
  const std::shared_ptr<const Scene> own = scene_of(scene, settings);
  try {
    Simulation simulation(own);
    for (int done = 0; done < steps; ++done) {
      if (progress && !progress(static_cast<double>(done) / steps, settings.contact.method))
        throw Cancelled();
      if (!simulation.step())
        return std::nullopt;
    }
    ReferenceOverlap reference_overlap(*own);
    reference_overlap.take(simulation.body_states());
    return End{volume_of(reference_overlap.overlaps()), reference_overlap.poses()};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

} // namespace

Progress part_of(const Progress& whole, double first, double length) {
  if (!whole)
    return {};
  return [whole, first, length](double fraction, const std::string& what) {
    return whole(first + length * fraction, what);
  };
}

LargestStep find_largest_step(const Scene& scene, const CaseRun& run, double usual,
                              const Progress& progress) {
  const int own = static_cast<int>(run.steps.size()) - 1;
  const double simulated = run.of.settings.simulation.time_step * own;
  const double allowed = std::max(2 * usual, 1e-4 * run.movable_volume);
  int tried = 0;
  // Runs of so many steps end at the same moment, so that places can be compared of what still moves.
  const auto serves = [&](int steps) {
    Settings settings = run.of.settings;
    settings.simulation.time_step = simulated / steps;
    const double share = std::min(tried++, 8) / 9.0;
    const auto end = end_of(scene, settings, steps, part_of(progress, share, 1 / 9.0));
    return end && end->overlap <= allowed && same_poses(run.ends, end->poses);
  };
  const int fewest = std::max(1, static_cast<int>(std::ceil(simulated / most_time_step - 1e-9)));
  if (own <= fewest || serves(fewest))
    return {simulated / std::min(own, fewest), true};
  int good = own, bad = fewest;
  while (good > bad + 1 && good > 1.05 * bad) {
    const int middle =
        std::clamp(static_cast<int>(std::lround(std::sqrt(1.0 * good * bad))), bad + 1, good - 1);
    (serves(middle) ? good : bad) = middle;
  }
  return {simulated / good, false};
}

} // namespace lamina::compare
