#include "app/commands/report_pictures.h"

#include "app/commands/simulation_report.h"
#include "app/terminal/progress_line.h"
#include "core/base/error.h"
#include "core/record/event_log.h"
#include "core/report/step_series.h"
#include "core/scene/scene_file.h"
#include "core/settings/setting_list.h"
#include "core/simulation/simulation.h"
#include "ui/render/offscreen.h"

#include <algorithm>
#include <array>

namespace lamina {

namespace {

constexpr int width = 640, height = 400;

/// A recorded run that is simulated again, step by step.
class Repetition {
public:
  explicit Repetition(const ReportRun& run)
      : scene_(open(run)), simulation_(scene_), events_(read_events(run.folder / "events.jsonl")) {}

  /// Goes on to the end of a step. Throws Cancelled and, for a run that cannot be repeated, InputError.
  void go_to(std::uint64_t step, const Progress& progress, const std::string& what) {
    while (done() < step) {
      if (!progress(static_cast<double>(done()) / static_cast<double>(step), what))
        throw Cancelled();
      for (; next_ < events_.size() && events_[next_].step <= done(); ++next_)
        simulation_.apply(events_[next_].event);
      if (!simulation_.step())
        throw InputError("the run stops after step " + std::to_string(done()) + ": " + simulation_.problem());
    }
  }

  const Scene& scene() const { return *scene_; }
  const Simulation& simulation() const { return simulation_; }

private:
  std::uint64_t done() const { return simulation_.statistics().step; }

  static std::shared_ptr<const Scene> open(const ReportRun& run) {
    Scene scene = open_scene(std::array{run.folder / "scene.json"});
    for (const auto& [name, value] : run.settings)
      set_setting_from_text(scene.settings, name + "=" + value);
    return std::make_shared<const Scene>(std::move(scene));
  }

  std::shared_ptr<const Scene> scene_;
  Simulation simulation_;
  std::vector<RecordedEvent> events_;
  std::size_t next_ = 0;
};

ReportPicture take_picture(OffscreenRenderer& renderer, const Repetition& run) {
  const std::shared_ptr<const Snapshot> snapshot = run.simulation().snapshot(true);
  ViewOptions view;
  view.contacts = true;
  view.quality = Quality::high;
  ReportPicture picture;
  picture.step = snapshot->statistics.step;
  picture.time_s = snapshot->statistics.time_s;
  const Camera camera(run.scene().camera);
  picture.light_png = png_bytes(renderer.render(snapshot, camera, view, width, height));
  view.dark = true;
  picture.dark_png = png_bytes(renderer.render(snapshot, camera, view, width, height));
  return picture;
}

void refuse_missing_steps(std::span<const ReportRun> runs, const std::vector<std::uint64_t>& steps) {
  for (const ReportRun& run : runs)
    for (const std::uint64_t step : steps)
      if (step > run.series.last_step)
        throw InputError("--pictures: " + run.folder.string() + " ends with step " +
                         std::to_string(run.series.last_step) + ", so there is no step " +
                         std::to_string(step));
}

} // namespace

void add_pictures(ReportExtras& extras, std::span<const ReportRun> runs,
                  const std::vector<std::uint64_t>& steps) {
  refuse_missing_steps(runs, steps);
  std::vector<std::uint64_t> ordered = steps;
  std::sort(ordered.begin(), ordered.end());
  ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());

  std::unique_ptr<OffscreenRenderer> renderer;
  try {
    renderer = std::make_unique<OffscreenRenderer>();
  } catch (const std::runtime_error& error) {
    extras.no_pictures = std::string("There are no pictures: ") + error.what();
    return;
  }
  const Progress progress = progress_on_terminal();
  for (std::size_t k = 0; k < runs.size(); ++k) {
    Repetition repetition(runs[k]);
    const std::vector<std::string> hashes = recorded_hashes(runs[k].folder / "steps.csv", ordered);
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      repetition.go_to(ordered[j], progress,
                       "picture of " + runs[k].name + " after step " + std::to_string(ordered[j]));
      ReportPicture picture = take_picture(*renderer, repetition);
      picture.run = k;
      const std::string now = hash_text(repetition.simulation().statistics().state_hash);
      if (!hashes[j].empty() && hashes[j] != now)
        picture.note = "simulated again, but not to the recorded bits";
      extras.pictures.push_back(std::move(picture));
    }
  }
}

} // namespace lamina
