#include "ui/window/runs/run_viewer.h"

#include "core/base/error.h"
#include "core/record/frame_file.h"
#include "core/replay/frame_recorder.h"

#include <algorithm>

namespace lamina {

namespace {

/// Snapshots of runs are told from those of the simulation by revisions that no simulation comes to.
constexpr std::uint64_t first_revision = std::uint64_t{1} << 40;

QString name_of(const std::filesystem::path& folder) {
  return QString::fromStdString(folder.filename().string());
}

/// The first frame with what touches in it, which no recorded step has found. Null where that cannot be
/// found, as on a machine without the run's device.
std::shared_ptr<const Snapshot> first_contacts(const RunPlayer& player, const Progress& progress) {
  try {
    const std::unique_ptr<Simulation> there = player.continue_from(player.first_step(), progress);
    there->go_back(there->statistics().step); // moves nothing, and finds contacts
    return there->snapshot({.pixels = true});
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::string describe(const Difference& difference) {
  std::string text =
      "its frames were made by simulating it again, which differs from the recording from step " +
      std::to_string(difference.step) + " on";
  if (!difference.quantities.empty())
    text += " (first in " + difference.quantities.front().name + ")";
  return text + ": what is shown after that is not what was seen";
}

} // namespace

RunViewer::RunViewer(QObject* parent, Published published)
    : QObject(parent), published_(std::move(published)), revision_(first_revision) {
  connect(&job_, &BackgroundJob::progressed, this, &RunViewer::progressed);
  connect(&job_, &BackgroundJob::failed, this, [this](const QString& reason) {
    emit ended();
    if (active() && !playback_)
      play(held_);
    emit failed(reason);
  });
  connect(&job_, &BackgroundJob::cancelled, this, [this] {
    emit ended();
    if (active() && !playback_)
      play(held_);
    emit said(tr("cancelled"));
  });
}

RunViewer::~RunViewer() = default;

/// Runs on the job's thread.
RunViewer::Opened RunViewer::read(const std::filesystem::path& folder, const Progress& progress) {
  Opened opened;
  std::error_code error;
  if (!std::filesystem::exists(folder / frame_file_name, error)) {
    const ReplayResult made = write_frames(read_run(folder), progress);
    if (made.difference)
      opened.notes.push_back(describe(*made.difference));
  }
  opened.player = std::make_shared<RunPlayer>(folder, progress);
  const std::vector<std::string>& notes = opened.player->run().notes;
  opened.notes.insert(opened.notes.begin(), notes.begin(), notes.end());
  if (!opened.player->scene_agrees())
    opened.notes.push_back("the scene or its meshes have changed since the run was recorded: the shapes that "
                           "are shown may not be those that were seen");
  opened.first = opened.player->show(opened.player->first_step());
  opened.contacts = first_contacts(*opened.player, progress);
  return opened;
}

void RunViewer::open(const std::filesystem::path& folder) {
  if (active() && !playback_)
    play(held_); // it was going live
  std::error_code error;
  const bool has_frames = std::filesystem::exists(folder / frame_file_name, error);
  emit began(tr("Opening a run"), has_frames
                                      ? tr("Opening %1").arg(name_of(folder))
                                      : tr("%1 has no stored frames. They are made by simulating it again,\n"
                                           "once, and kept in its folder.")
                                            .arg(name_of(folder)));
  job_.start([this, folder](const Progress& progress) -> BackgroundJob::Tell {
    return [this, opened = read(folder, progress)] {
      emit ended();
      show(opened);
    };
  });
}

void RunViewer::show(Opened opened) {
  playback_.reset();
  player_ = std::move(opened.player);
  notes_ = std::move(opened.notes);
  first_contacts_ = std::move(opened.contacts);
  ++revision_;
  play(std::move(opened.first));
  emit this->opened();
}

void RunViewer::play(std::shared_ptr<const Snapshot> shown) {
  held_.reset();
  playback_ = std::make_unique<PlaybackThread>(
      player_, std::move(shown), revision_,
      [published = published_, player = player_](const std::shared_ptr<const Snapshot>& snapshot) {
        published(snapshot, player->run());
      });
  playback_->set_speed(speed_);
  playback_->show(extras_);
  playback_->seek(playback_->position());
}

void RunViewer::close() {
  if (!active())
    return;
  job_.cancel();
  playback_.reset();
  player_.reset();
  held_.reset();
  first_contacts_.reset();
  touching_.reset();
  touching_of_.reset();
  notes_.clear();
  emit closed();
}

std::shared_ptr<const Snapshot> RunViewer::latest() const {
  const std::shared_ptr<const Snapshot> now = playback_ ? playback_->latest() : held_;
  if (!first_contacts_ || now->statistics.step != first_contacts_->statistics.step || !now->pairs.empty())
    return now;
  if (touching_of_ != now) {
    auto touching = std::make_shared<Snapshot>(*now);
    touching->pairs = first_contacts_->pairs;
    touching_ = std::move(touching);
    touching_of_ = now;
  }
  return touching_;
}

void RunViewer::seek(std::uint64_t step) {
  if (playback_)
    playback_->seek(step);
}

void RunViewer::step_by(std::int64_t frames) {
  if (!playback_)
    return;
  playback_->pause();
  const std::uint64_t now = playback_->position(), back = std::uint64_t(std::max<std::int64_t>(0, -frames));
  seek(frames < 0 ? now - std::min(now, back) : now + std::uint64_t(frames));
}

void RunViewer::skip(double seconds) {
  if (!playback_)
    return;
  const std::vector<double>& times = playback_->times();
  const std::uint64_t first = playback_->first_step();
  seek(first + index_at(times, times[playback_->position() - first] + seconds));
}

void RunViewer::toggle_playing() {
  if (!playback_)
    return;
  if (playback_->latest()->playing)
    playback_->pause();
  else
    playback_->play();
}

void RunViewer::set_speed(double speed) {
  speed_ = std::clamp(speed, PlaybackThread::slowest, PlaybackThread::fastest);
  if (playback_)
    playback_->set_speed(speed_);
  emit speed_chosen(speed_);
}

bool RunViewer::take(const Request& request) {
  // The viewport says what it needs once, whatever is shown.
  if (const auto* show = std::get_if<Show>(&request)) {
    extras_ = show->extras;
    if (playback_)
      playback_->show(extras_);
    return false;
  }
  if (!active())
    return false;
  if (const auto* event = std::get_if<Event>(&request))
    take_event(*event);
  else if (std::holds_alternative<StepOnce>(request))
    step_by(1);
  else if (const auto* back = std::get_if<GoBack>(&request))
    seek(back->step);
  else if (std::holds_alternative<Play>(request) && playback_)
    playback_->play();
  else if (std::holds_alternative<Pause>(request) && playback_)
    playback_->pause();
  return true;
}

void RunViewer::take_event(const Event& event) {
  if (std::holds_alternative<Reset>(event))
    seek(0);
  else if (!std::holds_alternative<SetCamera>(event))
    emit said(tr("a recorded run is shown: continue live from here to change it"));
}

void RunViewer::go_live() {
  if (!playback_)
    return;
  const std::uint64_t step = playback_->position();
  held_ = playback_->latest();
  const bool playing = held_->playing;
  playback_.reset();
  emit began(tr("Continuing live"), tr("Setting up step %1").arg(step));
  job_.start([this, step, playing, player = player_](const Progress& progress) -> BackgroundJob::Tell {
    const auto live = std::make_shared<std::unique_ptr<Simulation>>(player->continue_from(step, progress));
    (*live)->go_back((*live)->statistics().step); // moves nothing, and finds contacts to be seen at once
    return [this, playing, live] {
      emit ended();
      if (!active())
        return;
      live_ = std::move(*live);
      emit went_live(playing);
    };
  });
}

} // namespace lamina
