#include "core/replay/playback_thread.h"
#include "ui/panels/style.h"
#include "ui/window/runs/timeline.h"

#include <QHelpEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr int side = 10;        // so that the marks of both ends are whole
constexpr int held_height = 5;  // of the band at the bottom
constexpr double curve_top = 6; // left free above the peak

QString seconds(double time_s) {
  return QLocale::c().toString(time_s, 'f', 2) + " s";
}

bool is_change(const Event& event) {
  return !std::holds_alternative<BeginDrag>(event) && !std::holds_alternative<MoveDrag>(event) &&
         !std::holds_alternative<TurnDrag>(event) && !std::holds_alternative<EndDrag>(event) &&
         !std::holds_alternative<SetCamera>(event);
}

} // namespace

TimelineTrack::TimelineTrack(QWidget* parent) : QWidget(parent) {
  setObjectName("timeline track");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMouseTracking(true);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(tr("Timeline of the run"));
}

void TimelineTrack::show_run(const RecordedRun& run, std::uint64_t first_step, std::vector<double> times) {
  times_ = std::move(times);
  first_step_ = step_ = first_step;
  steps_ = run.steps;
  const auto greatest = [this](double StepStatistics::*value) {
    double most = 0;
    for (const StepStatistics& step : steps_)
      most = std::isfinite(step.*value) ? std::max(most, step.*value) : most;
    return most;
  };
  peak_ = greatest(&StepStatistics::volume_m3);
  volume_ = peak_ > 0;
  if (!volume_)
    peak_ = greatest(&StepStatistics::kinetic_J);
  find_inputs(run);
  update();
}

// Inputs from before the first frame matter only for what is still held there.
void TimelineTrack::find_inputs(const RecordedRun& run) {
  held_.clear();
  changes_s_.clear();
  std::optional<double> since_s;
  const auto let_go = [&](double time_s) {
    if (since_s && time_s > times_.front())
      held_.push_back({*since_s, time_s});
    since_s.reset();
  };
  for (const RecordedEvent& recorded : run.events) {
    const double time_s = time_of(recorded.step);
    if (std::holds_alternative<BeginDrag>(recorded.event)) {
      let_go(time_s);
      since_s = time_s;
    } else if (std::holds_alternative<EndDrag>(recorded.event)) {
      let_go(time_s);
    } else if (is_change(recorded.event) && recorded.step >= first_step_) {
      changes_s_.push_back(time_s);
    }
  }
  let_go(times_.back());
}

void TimelineTrack::mark(std::uint64_t step) {
  if (step == step_)
    return;
  step_ = step;
  update();
}

void TimelineTrack::set_dark(bool dark) {
  dark_ = dark;
  update();
}

double TimelineTrack::time_of(std::uint64_t step) const {
  const std::uint64_t last = first_step_ + times_.size() - 1;
  return times_[std::clamp(step, first_step_, last) - first_step_];
}

double TimelineTrack::x_of_time(double time_s) const {
  const double length = times_.back() - times_.front();
  return length > 0 ? side + (width() - 2 * side) * (time_s - times_.front()) / length : side;
}

int TimelineTrack::x_of(std::uint64_t step) const {
  return int(std::lround(x_of_time(time_of(step))));
}

std::uint64_t TimelineTrack::step_at(int x) const {
  const double share = std::clamp(double(x - side) / std::max(1, width() - 2 * side), 0.0, 1.0);
  const double time_s = times_.front() + share * (times_.back() - times_.front());
  const std::size_t before = index_at(times_, time_s);
  const bool nearer_next =
      before + 1 < times_.size() && times_[before + 1] - time_s < time_s - times_[before];
  return first_step_ + before + (nearer_next ? 1 : 0);
}

/// One column a pixel for the greatest value there, so that no peak is lost; roots, so that what is small
/// beside a peak is seen too.
void TimelineTrack::paint_curve(QPainter& painter) const {
  if (peak_ <= 0)
    return;
  std::vector<double> columns(std::size_t(width()), 0);
  int next = side;
  for (const StepStatistics& step : steps_) {
    // Where steps are farther apart than pixels, each has those up to it.
    const int x = std::clamp(int(x_of_time(step.time_s)), side, width() - side);
    const double value = volume_ ? step.volume_m3 : step.kinetic_J;
    for (int column = std::min(next, x); std::isfinite(value) && column <= x; ++column)
      columns[std::size_t(column)] = std::max(columns[std::size_t(column)], value);
    next = x + 1;
  }
  const double bottom = height() - held_height, height_of_peak = bottom - curve_top;
  QPainterPath path({double(side), bottom});
  for (int x = side; x < next; ++x)
    path.lineTo(x, bottom - height_of_peak * std::sqrt(columns[std::size_t(x)] / peak_));
  path.lineTo(next - 1, bottom);
  path.closeSubpath();
  painter.setPen(Qt::NoPen);
  painter.setBrush(dark_ ? QColor(90, 150, 222, 120) : QColor(60, 120, 200, 90));
  painter.drawPath(path);
}

void TimelineTrack::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().base());
  painter.drawRoundedRect(rect().adjusted(side / 2, 0, -side / 2, 0), 4, 4);
  if (times_.empty() || width() <= 2 * side)
    return;
  paint_curve(painter);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(226, 156, 66));
  for (const Span& span : held_) {
    const double from = x_of_time(std::max(span.from_s, times_.front()));
    painter.drawRect(
        QRectF(from, height() - held_height, std::max(1.5, x_of_time(span.to_s) - from), held_height - 1));
  }
  painter.setPen(QPen(dark_ ? QColor(170, 130, 210) : QColor(130, 80, 180), 1));
  for (const double time_s : changes_s_)
    painter.drawLine(QPointF(x_of_time(time_s), 3), QPointF(x_of_time(time_s), height() - held_height));
  const double x = x_of_time(time_of(step_));
  painter.setPen(QPen(palette().text(), 2));
  painter.drawLine(QPointF(x, 1), QPointF(x, height() - 1));
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette().text());
  painter.drawPolygon(QPolygonF({{x - 5, 0}, {x + 5, 0}, {x, 7}}));
}

void TimelineTrack::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && !times_.empty())
    emit sought(step_at(int(event->position().x())));
}

void TimelineTrack::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton) && !times_.empty())
    emit sought(step_at(int(event->position().x())));
}

QString TimelineTrack::describe(std::uint64_t step) const {
  QString text = tr("step %1  ·  %2").arg(QString::fromStdString(grouped(step)), seconds(time_of(step)));
  if (!steps_.empty() && step >= steps_.front().step && step <= steps_.back().step) {
    const StepStatistics& s = steps_[step - steps_.front().step];
    text += tr("\n%1 contacts  ·  volume %2 cm³").arg(s.contacts).arg(1e6 * s.volume_m3, 0, 'g', 3);
  }
  return text + (volume_ ? tr("\nblue: intersection volume") : tr("\nblue: kinetic energy")) +
         tr("; orange: something is held; violet: a change");
}

bool TimelineTrack::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && !times_.empty()) {
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), describe(step_at(help->pos().x())), this);
    return true;
  }
  return QWidget::event(event);
}

} // namespace lamina
