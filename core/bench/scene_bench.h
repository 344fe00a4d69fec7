#pragma once

#include "core/base/progress.h"
#include "core/bench/csv_fields.h"
#include "core/simulation/snapshot.h"

#include <filesystem>
#include <memory>

namespace lamina {
struct Scene;
}

namespace lamina::bench {

/// How a scene is timed: whole runs of it from its beginning, one after the other.
struct SceneBenchPlan {
  int steps = 200;     ///< of each run, those to warm up among them
  int warm_up = 20;    ///< first steps of each run, which are not counted
  int repetitions = 3; ///< runs
  double most_seconds =
      0; ///< that the first run may take before it ends early, and the others with it; 0: any
};

/// The phases of a step under the names of F08 Table 1; "simulation" is mapping, response and integration,
/// "total" the whole step.
constexpr std::array<const char*, 6> scene_phase_names{"broad",  "upload",     "ldi",
                                                       "volume", "simulation", "total"};

struct SceneBenchResult {
  MachineWords machine;
  std::string title;
  SceneBenchPlan plan; ///< with the steps that were done
  int threads = 0, resolution = 0;
  double time_step = 0; ///< s
  std::size_t bodies = 0, triangles = 0;
  std::array<Spread, scene_phase_names.size()>
      milliseconds;            ///< of counted steps, each the median of its runs
  double real_time_factor = 0; ///< simulated over wall time, counted steps
  std::uint64_t most_pairs = 0, most_contact_pixels = 0, most_dropped_columns = 0; ///< of any counted step
  std::uint64_t state_hash = 0;                                                    ///< after the last step
  std::string
      refused; ///< why no speed is stated: the runs ended in different states, or one of them broke down
  std::vector<StepStatistics> steps; ///< of the last run
};

/// Runs the scene with its own settings, which takes repetitions × steps. If `folder` is given, records the
/// last run there (see Recorder) and adds benchmark.csv and benchmark.json. Throws InputError for a scene
/// that cannot run or a folder that holds a run, std::runtime_error for a full disk, Cancelled if the
/// progress asks to stop.
SceneBenchResult bench_scene(const std::shared_ptr<const Scene>& scene, const SceneBenchPlan& plan,
                             const std::filesystem::path& folder, const Progress& progress);

/// One row a phase, after lines with # for machine and scene.
std::string scene_bench_csv(const SceneBenchResult& result);
nlohmann::ordered_json scene_bench_json(const SceneBenchResult& result);
/// For people, a line a phase.
std::string scene_bench_text(const SceneBenchResult& result);

} // namespace lamina::bench
