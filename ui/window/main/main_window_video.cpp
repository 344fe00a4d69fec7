#include "ui/window/main/main_window.h"
#include "ui/window/runs/timeline.h"
#include "ui/window/runs/video_recorder.h"
#include "ui/window/viewport/viewport.h"

#include <QAction>
#include <QDateTime>
#include <QDir>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>

namespace lamina {

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
    say(tr("video: %1").arg(path));
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
  QDir(preferences_.picture_folder).mkpath(".");
  const QString stamp = QDateTime::currentDateTime().toString("yyyy-MM-dd-HHmmss-zzz");
  const ViewSize size = viewport_->size_in_pixels();
  const VideoSource source = video_source();
  video_->start(QDir(preferences_.picture_folder).filePath("lamina-" + stamp), {size.width, size.height},
                source);
  show_video_status();
}

/// A run is played from where it is to its end, at the chosen speed; a simulation is filmed as it goes on.
VideoSource MainWindow::video_source() {
  VideoSource source;
  source.draw = [this](const std::shared_ptr<const Snapshot>& state) {
    // States that waited while another scene was opened come too late.
    const auto now = latest();
    return now && now->scene_revision == state->scene_revision ? viewport_->picture_of(state) : QImage();
  };
  PlaybackThread* playback = runs_->playback();
  if (!runs_->active() || !playback) {
    simulation_->film(1.0 / VideoFile::rate);
    source.next = [this] { return simulation_->take_film_frame(); };
    source.over = [] { return false; };
    if (!simulation_->latest()->playing)
      say(tr("the video goes on as the simulation does: Space plays"));
    return source;
  }
  playback->film(runs_->speed() / VideoFile::rate);
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
  actions_.video->setText(filming ? tr("Stop the &video") : tr("&Video"));
  timeline_->set_filming(filming);
  viewport_->redraw(1);
}

} // namespace lamina
