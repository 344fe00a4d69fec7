#include "ui/window/runs/timeline.h"

#include "ui/panels/style.h"
#include "ui/window/main/icons.h"
#include "ui/window/runs/run_viewer.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <iterator>

namespace lamina {

Timeline::Timeline(QWidget* parent) : QWidget(parent) {
  setObjectName("timeline");
  track_ = new TimelineTrack;
  first_ = button("first frame", {}, tr("Shift+Home  the first frame"));
  back_ = button("frame back", {}, tr("←  one frame back"));
  play_ = button("play run", {}, tr("Space  play or pause"));
  next_ = button("frame on", {}, tr("→  one frame on"));
  last_ = button("last frame", {}, tr("Shift+End  the last frame"));
  speed_ = new QComboBox;
  speed_->setObjectName("playback speed");
  speed_->setToolTip(tr("simulated over real time\n,  slower    .  faster"));
  speed_->setFocusPolicy(Qt::NoFocus);
  for (const double speed : playback_speeds)
    speed_->addItem(tr("×%1").arg(speed), speed);
  where_ = new QLabel;
  where_->setObjectName("where in the run");
  live_ =
      button("continue live", tr("Continue live from here"),
             tr("Ctrl+Return  sets a simulation up in exactly this state and goes on from it: you can drag, "
                "change\nand record again. The recorded run stays as it is."));
  video_ = button("video of the run", tr("Video"),
                  tr("Ctrl+Shift+P  a video of the run as it is looked at, at the chosen speed:\n"
                     "from here to its end, or of any other range"));
  close_ = button("close run", tr("Close"), tr("Ctrl+W  close the run"));

  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 8, 0);
  row->setSpacing(4);
  for (QToolButton* each : {first_, back_, play_, next_, last_})
    row->addWidget(each);
  row->addWidget(speed_);
  row->addSpacing(6);
  row->addWidget(where_);
  row->addStretch(1);
  for (QToolButton* each : {live_, video_, close_})
    row->addWidget(each);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 6, 0, 4);
  column->setSpacing(4);
  column->addWidget(track_);
  column->addLayout(row);

  connect(track_, &TimelineTrack::sought, this, &Timeline::sought);
  connect(first_, &QToolButton::clicked, this, [this] { emit ends_wanted(false); });
  connect(last_, &QToolButton::clicked, this, [this] { emit ends_wanted(true); });
  connect(back_, &QToolButton::clicked, this, [this] { emit stepped(-1); });
  connect(next_, &QToolButton::clicked, this, [this] { emit stepped(1); });
  connect(play_, &QToolButton::clicked, this, &Timeline::play_toggled);
  connect(speed_, &QComboBox::activated, this,
          [this](int index) { emit speed_chosen(speed_->itemData(index).toDouble()); });
  connect(live_, &QToolButton::clicked, this, &Timeline::live_wanted);
  connect(video_, &QToolButton::clicked, this, &Timeline::video_wanted);
  connect(close_, &QToolButton::clicked, this, &Timeline::close_wanted);
  set_dark(false);
}

QToolButton* Timeline::button(const char* name, const QString& text, const QString& tip) {
  auto* made = new QToolButton;
  made->setObjectName(name);
  made->setText(text);
  made->setToolTip(tip);
  made->setAccessibleName(text.isEmpty() ? tip.section("  ", 1) : text);
  made->setAutoRaise(true);
  // The keys of the window go on working after a click.
  made->setFocusPolicy(Qt::NoFocus);
  return made;
}

void Timeline::show_run(const RecordedRun& run, std::uint64_t first_step, std::vector<double> times) {
  end_s_ = times.back();
  last_step_ = first_step + times.size() - 1;
  track_->show_run(run, first_step, std::move(times));
}

void Timeline::follow(const Snapshot& shown) {
  const StepStatistics& now = shown.statistics;
  track_->mark(now.step);
  const QLocale c = QLocale::c();
  where_->setText(tr("step %1 of %2  ·  %3 of %4 s")
                      .arg(QString::fromStdString(grouped(now.step)),
                           QString::fromStdString(grouped(last_step_)), c.toString(now.time_s, 'f', 2),
                           c.toString(end_s_, 'f', 2)));
  play_->setIcon(symbol_icon(shown.playing ? Symbol::pause : Symbol::play, dark_));
}

void Timeline::set_dark(bool dark) {
  dark_ = dark;
  track_->set_dark(dark);
  first_->setIcon(symbol_icon(Symbol::first, dark));
  back_->setIcon(symbol_icon(Symbol::back, dark));
  play_->setIcon(symbol_icon(Symbol::play, dark));
  next_->setIcon(symbol_icon(Symbol::step, dark));
  last_->setIcon(symbol_icon(Symbol::last, dark));
}

void Timeline::set_speed(double speed) {
  const int index = speed_->findData(speed);
  if (index >= 0)
    speed_->setCurrentIndex(index);
}

void Timeline::set_filming(bool filming) {
  video_->setText(filming ? tr("Stop the video") : tr("Video"));
}

} // namespace lamina
