#include "core/bench/scene_bench.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/record/recorder.h"
#include "core/simulation/simulation.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <optional>

namespace lamina::bench {

namespace {

using Clock = std::chrono::steady_clock;
using Times = std::array<double, scene_phase_names.size()>;

Times times_of(const StepTimings& t) {
  return {t.broad, t.phase("upload"), t.phase("ldi"), t.phase("volume"), t.simulation, t.wall};
}

/// One run of the scene from its beginning.
struct Run {
  std::vector<StepStatistics> steps;
  std::string problem;
};

/// Does up to `steps` steps. `keep_going` is asked after each; `recorder` may be null.
Run run_once(const std::shared_ptr<const Scene>& scene, int steps, Recorder* recorder,
             const std::function<bool(int done)>& keep_going) {
  Simulation simulation(scene);
  Run run;
  run.steps.reserve(static_cast<std::size_t>(steps));
  for (int done = 0; done < steps; ++done) {
    if (!simulation.step()) {
      run.problem = simulation.problem();
      break;
    }
    run.steps.push_back(simulation.statistics());
    if (recorder)
      recorder->step(simulation.statistics(), *simulation.recorded_snapshot());
    if (!keep_going(done + 1))
      break;
  }
  return run;
}

/// Times of each counted step: the median of its runs.
std::vector<Times> medians_of(const std::vector<Run>& runs, std::size_t warm_up) {
  std::vector<Times> medians;
  for (std::size_t i = warm_up; i < runs.front().steps.size(); ++i) {
    Times& step = medians.emplace_back();
    for (std::size_t k = 0; k < step.size(); ++k) {
      std::vector<double> samples;
      for (const Run& run : runs)
        samples.push_back(times_of(run.steps[i].timings)[k]);
      step[k] = spread_of(std::move(samples)).median;
    }
  }
  return medians;
}

std::string problem_of(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (!run.problem.empty())
      return "the simulation stopped: " + run.problem;
    if (run.steps.back().state_hash != runs.front().steps.back().state_hash)
      return "the runs ended in different states";
  }
  return "";
}

void summarise(const std::vector<Run>& runs, SceneBenchResult& result) {
  result.refused = problem_of(runs);
  result.steps = runs.back().steps;
  if (!result.steps.empty())
    result.state_hash = result.steps.back().state_hash;
  const auto warm_up = static_cast<std::size_t>(result.plan.warm_up);
  for (std::size_t i = warm_up; i < result.steps.size(); ++i) {
    const StepStatistics& step = result.steps[i];
    result.most_pairs = std::max(result.most_pairs, step.pairs);
    result.most_contact_pixels = std::max(result.most_contact_pixels, step.contact_pixels);
    result.most_dropped_columns = std::max(result.most_dropped_columns, step.dropped_columns);
  }
  if (!result.refused.empty())
    return;

  const std::vector<Times> medians = medians_of(runs, warm_up);
  double wall = 0;
  for (std::size_t k = 0; k < scene_phase_names.size(); ++k) {
    std::vector<double> samples;
    for (const Times& step : medians)
      samples.push_back(step[k]);
    result.milliseconds[k] = spread_of(std::move(samples));
  }
  for (const Times& step : medians)
    wall += 1e-3 * step.back();
  if (wall > 0)
    result.real_time_factor = result.time_step * static_cast<double>(medians.size()) / wall;
}

SceneBenchResult described(const Scene& scene, const SceneBenchPlan& plan) {
  SceneBenchResult result;
  result.machine = bench_machine();
  result.title = scene.title;
  result.plan = plan;
  result.threads = thread_count(scene.settings.simulation.threads);
  result.resolution = scene.settings.contact.ldi.resolution;
  result.time_step = scene.settings.simulation.time_step;
  result.bodies = scene.bodies.size();
  for (const SceneBody& body : scene.bodies)
    if (body.mesh)
      result.triangles += body.mesh->mesh.triangles.size();
  return result;
}

} // namespace

SceneBenchResult bench_scene(const std::shared_ptr<const Scene>& scene, const SceneBenchPlan& plan,
                             const std::filesystem::path& folder, const Progress& progress) {
  if (plan.repetitions < 1 || plan.warm_up < 0 || plan.steps <= plan.warm_up)
    throw InputError("a benchmark needs a run of more steps than the " + std::to_string(plan.warm_up) +
                     " to warm up, not " + std::to_string(plan.steps));
  SceneBenchResult result = described(*scene, plan);
  std::optional<Recorder> recorder;
  if (!folder.empty())
    recorder.emplace(folder, *scene, scene->settings);

  const Disturbance disturbance;
  const auto begin = Clock::now();
  std::vector<Run> runs;
  for (int k = 0; k < plan.repetitions; ++k) {
    const bool last = k + 1 == plan.repetitions;
    const auto keep_going = [&](int done) {
      const double share = (k + static_cast<double>(done) / result.plan.steps) / plan.repetitions;
      if (progress &&
          !progress(share, "run " + std::to_string(k + 1) + " of " + std::to_string(plan.repetitions)))
        throw Cancelled();
      const std::chrono::duration<double> taken = Clock::now() - begin;
      return k > 0 || plan.most_seconds <= 0 || done <= plan.warm_up || taken.count() < plan.most_seconds;
    };
    runs.push_back(run_once(scene, result.plan.steps, last && recorder ? &*recorder : nullptr, keep_going));
    if (!runs.back().problem.empty())
      break;
    result.plan.steps = static_cast<int>(runs.back().steps.size());
  }
  add_disturbance(result.machine, disturbance);
  summarise(runs, result);

  if (recorder) {
    recorder->finish();
    write_whole_file(recorder->folder() / "benchmark.csv", scene_bench_csv(result));
    write_whole_file(recorder->folder() / "benchmark.json", scene_bench_json(result).dump(2) + "\n");
  }
  return result;
}

} // namespace lamina::bench
