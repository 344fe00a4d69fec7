#include "ui/panels/style.h"
#include "ui/window/main/main_window.h"
#include "ui/window/pictures/video_dialog.h"
#include "ui/window/runs/timeline.h"
#include "ui/window/runs/video_recorder.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>

namespace lamina {
namespace {

qint64 bytes_of(const QString& path) {
  const QFileInfo info(path);
  if (!info.isDir())
    return info.size();
  qint64 sum = 0;
  for (const QFileInfo& file : QDir(path).entryInfoList(QDir::Files))
    sum += file.size();
  return sum;
}

/// "video: 61 pictures, 2.03 s at 30 a second, 1280 × 720, 1.2 MB: /home/…/lamina.mp4".
QString describe_video(const VideoRecorder& video, const QString& path) {
  const VideoPlan& plan = video.plan();
  return QObject::tr("video: %1 pictures, %2 s at %3 a second, %4 × %5, %6: %7")
      .arg(video.pictures())
      .arg(QLocale::c().toString(video.length_s(), 'f', 2))
      .arg(plan.rate)
      .arg(plan.size.width())
      .arg(plan.size.height())
      .arg(QString::fromStdString(byte_text(std::uintmax_t(bytes_of(path)))), path);
}

} // namespace

void MainWindow::connect_video() {
  connect(video_, &VideoRecorder::advanced, this, &MainWindow::show_video_status);
  connect(video_, &VideoRecorder::stopped, this, [this] {
    simulation_->film(0);
    if (runs_->playback())
      runs_->playback()->film(0);
    show_video_status();
  });
  connect(video_, &VideoRecorder::finished, this, [this](const QString& path) {
    show_video_status();
    const QString made = describe_video(*video_, path);
    say(made);
    viewport_->overlay().notes = {made.toStdString()};
    emit video_saved(path);
  });
  connect(video_, &VideoRecorder::failed, this, [this](const QString& reason) {
    show_video_status();
    auto* box =
        new QMessageBox(QMessageBox::Warning, tr("There is no video"), reason, QMessageBox::Close, this);
    box->setObjectName("no video");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
  });
}

void MainWindow::toggle_video() {
  if (video_->filming()) {
    video_->stop();
    return;
  }
  if (video_->busy()) {
    say(tr("the last video is still being written"));
    return;
  }
  if (!latest())
    return;
  std::optional<RunRange> run;
  if (const PlaybackThread* playback = runs_->playback(); runs_->active() && playback) {
    const std::vector<double>& times = playback->times();
    run = {times.front(), times[playback->position() - playback->first_step()], times.back(), runs_->speed()};
  }
  const ViewSize size = viewport_->size_in_pixels();
  auto* dialog = new VideoDialog({size.width, size.height}, new_picture_file(), run, this);
  connect(dialog, &VideoDialog::wanted, this, &MainWindow::begin_video);
  dialog->open();
}

void MainWindow::begin_video(const VideoPlan& plan) {
  if (!latest() || video_->busy())
    return;
  QDir().mkpath(QFileInfo(plan.path).path());
  video_->start(plan, video_source(plan));
  show_video_status();
}

/// A run is played at the chosen speed, from where the plan says; a simulation is filmed as it goes on.
VideoSource MainWindow::video_source(const VideoPlan& plan) {
  VideoSource source;
  const PictureChoices choices{plan.size, false, plan.legend};
  source.draw = [this, choices](const std::shared_ptr<const Snapshot>& state,
                                const VideoSource::Drawn& drawn) {
    // States that waited while another scene was opened come too late.
    const auto now = latest();
    if (now && now->scene_revision == state->scene_revision)
      viewport_->picture_later(choices, state, drawn);
    else
      drawn({});
  };
  PlaybackThread* playback = runs_->playback();
  if (!runs_->active() || !playback) {
    simulation_->film(1.0 / plan.rate);
    source.next = [this] { return simulation_->take_film_frame(); };
    source.over = [] { return false; };
    if (!simulation_->latest()->playing)
      say(tr("the video goes on as the simulation does: Space plays"));
    return source;
  }
  const std::size_t from = index_at(playback->times(), plan.from_s + 1e-4);
  if (const std::uint64_t step = playback->first_step() + from; step != playback->position())
    playback->seek(step);
  playback->film(runs_->speed() / plan.rate);
  playback->play();
  source.next = [this] { return runs_->playback() ? runs_->playback()->take_film_frame() : std::nullopt; };
  source.over = [this] {
    const PlaybackThread* played = runs_->playback();
    return !played || (!played->playing() && played->position() == played->last_step());
  };
  return source;
}

void MainWindow::show_video_status() {
  const bool filming = video_->filming();
  RecordStatus& record = viewport_->panels().record;
  record.filming = filming;
  record.video_s = video_->length_s();
  const QString length = QLocale::c().toString(video_->length_s(), 'f', 1);
  video_label_->setText(filming          ? tr("● video  %1 s").arg(length)
                        : video_->busy() ? tr("video: writing…")
                                         : QString());
  actions_.video->setText(filming ? tr("Stop the &video") : tr("&Video…"));
  timeline_->set_filming(filming);
  viewport_->redraw(1);
}

} // namespace lamina
