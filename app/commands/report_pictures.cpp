#include "app/commands/report_pictures.h"

#include "app/commands/simulation_report.h"
#include "app/terminal/progress_line.h"
#include "core/base/error.h"
#include "core/record/frame_file.h"
#include "core/replay/replay.h"
#include "core/replay/run_player.h"
#include "core/report/step_series.h"
#include "core/simulation/simulation.h"
#include "ui/render/pictures/offscreen.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace lamina {

namespace {

constexpr int width = 640, height = 400;
/// Of a page with a picture for each of a dozen methods.
constexpr int small_width = 480, small_height = 300;

/// A recorded run from which pictures are taken: of its frames where it has a stream of them, otherwise
/// simulated again.
class PictureRun {
public:
  PictureRun(const RecordedRun& run, const Progress& progress) : run_(run), progress_(progress) {
    std::error_code ignored;
    if (std::filesystem::exists(run.folder / frame_file_name, ignored)) {
      player_ = std::make_unique<RunPlayer>(run.folder, progress);
      scene_ = player_->scene();
    } else {
      scene_ = open_run_scene(run, progress).scene;
    }
  }

  /// The state at the end of a step, with contact pixels; steps must be asked for in order. Throws Cancelled
  /// and, for a run that cannot be repeated, InputError.
  std::shared_ptr<const Snapshot> at(std::uint64_t step) {
    if (player_ && step > player_->first_step() && step <= player_->last_step())
      return player_->show(step, {.pixels = true});
    if (!simulation_)
      simulation_ = std::make_unique<Simulation>(scene_);
    for (std::uint64_t done = simulation_->statistics().step; done < step; ++done) {
      const std::string what = "picture of " + run_.title + " after step " + std::to_string(step);
      if (!progress_(static_cast<double>(done) / static_cast<double>(step), what))
        throw Cancelled();
      apply_inputs(run_, {}, next_, *simulation_);
      if (!simulation_->step())
        throw InputError(run_.folder.string(), 0,
                         "stops after step " + std::to_string(done) + ": " + simulation_->problem());
    }
    return simulation_->snapshot({.pixels = true});
  }

  const Scene& scene() const { return *scene_; }

private:
  const RecordedRun& run_;
  Progress progress_;
  std::shared_ptr<const Scene> scene_;
  std::unique_ptr<RunPlayer> player_;
  std::unique_ptr<Simulation> simulation_;
  std::size_t next_ = 0;
};

ReportPicture take_picture(OffscreenRenderer& renderer, const std::shared_ptr<const Snapshot>& snapshot,
                           const Camera& camera, int width, int height) {
  ViewOptions view;
  view.contacts = true;
  view.quality = Quality::high;
  ReportPicture picture;
  picture.step = snapshot->statistics.step;
  picture.time_s = snapshot->statistics.time_s;
  picture.light_png = png_bytes(renderer.render(snapshot, camera, view, width, height));
  view.dark = true;
  picture.dark_png = png_bytes(renderer.render(snapshot, camera, view, width, height));
  return picture;
}

/// None where it cannot be made: extras say why.
std::unique_ptr<OffscreenRenderer> make_renderer(ReportExtras& extras) {
  try {
    return std::make_unique<OffscreenRenderer>();
  } catch (const std::runtime_error& error) {
    extras.no_pictures = std::string("There are no pictures: ") + error.what();
    return nullptr;
  }
}

} // namespace

void add_pictures(ReportExtras& extras, std::span<const ReportRun> runs,
                  const std::vector<std::uint64_t>& steps) {
  std::vector<std::uint64_t> ordered = steps;
  std::sort(ordered.begin(), ordered.end());
  ordered.erase(std::unique(ordered.begin(), ordered.end()), ordered.end());

  const std::unique_ptr<OffscreenRenderer> renderer = make_renderer(extras);
  if (!renderer)
    return;
  const Progress progress = progress_on_terminal();
  for (std::size_t k = 0; k < runs.size(); ++k) {
    PictureRun run(runs[k].recorded, progress);
    const std::vector<std::string> hashes = recorded_hashes(runs[k].recorded.folder / "steps.csv", ordered);
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      const std::shared_ptr<const Snapshot> snapshot = run.at(ordered[j]);
      ReportPicture picture = take_picture(*renderer, snapshot, Camera(run.scene().camera), width, height);
      picture.run = k;
      const std::string now = hash_text(snapshot->statistics.state_hash);
      if (!hashes[j].empty() && hashes[j] != now)
        picture.note = "simulated again, but not to the recorded bits";
      extras.pictures.push_back(std::move(picture));
    }
  }
}

void add_pictures(ReportExtras& extras, const compare::Comparison& comparison, const CameraView& camera) {
  const std::unique_ptr<OffscreenRenderer> renderer = make_renderer(extras);
  if (!renderer)
    return;
  for (std::size_t k = 0; k < comparison.columns.size(); ++k) {
    const std::shared_ptr<const Snapshot>& state = comparison.columns[k].run.last_state;
    if (!state)
      continue;
    extras.pictures.push_back(take_picture(*renderer, state, Camera(camera), small_width, small_height));
    extras.pictures.back().run = k;
  }
}

} // namespace lamina
