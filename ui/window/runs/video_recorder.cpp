#include "ui/window/runs/video_recorder.h"

#include <QLocale>
#include <QPainter>
#include <QPointer>

#include <algorithm>

namespace lamina {
namespace {

constexpr int look_ms = 5; // for the next state

} // namespace

QImage video_picture(const QImage& drawn, QSize size, double time_s) {
  QImage picture(size, QImage::Format_RGB888);
  picture.fill(Qt::black);
  QPainter painter(&picture);
  // The window may have another size than at first.
  const bool close =
      std::abs(drawn.width() - size.width()) <= 1 && std::abs(drawn.height() - size.height()) <= 1;
  const QImage fitted = close ? drawn : drawn.scaled(size, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  painter.drawImage(close
                        ? QPoint(0, 0)
                        : QPoint((size.width() - fitted.width()) / 2, (size.height() - fitted.height()) / 2),
                    fitted);

  QFont font("monospace");
  font.setStyleHint(QFont::Monospace);
  font.setPixelSize(std::max(12, size.height() / 36));
  painter.setFont(font);
  const QString text = QLocale::c().toString(time_s, 'f', 2) + " s";
  const int gap = font.pixelSize() / 2;
  QRect box = painter.fontMetrics().boundingRect(text).adjusted(-gap, -gap / 2, gap, gap / 2);
  box.moveBottomLeft({gap, size.height() - gap});
  painter.fillRect(box, QColor(0, 0, 0, 150));
  painter.setPen(Qt::white);
  painter.drawText(box, Qt::AlignCenter, text);
  return picture;
}

VideoRecorder::VideoRecorder(QObject* parent) : QObject(parent) {
  timer_.setInterval(look_ms);
  connect(&timer_, &QTimer::timeout, this, &VideoRecorder::advance);
}

VideoRecorder::~VideoRecorder() = default;

void VideoRecorder::start(VideoPlan plan, VideoSource source) {
  source_ = std::move(source);
  plan_ = std::move(plan);
  plan_.size = QSize(std::max(2, plan_.size.width() & ~1), std::max(2, plan_.size.height() & ~1));
  pictures_ = 0;
  ++turn_;
  drawing_ = false;
  file_ = VideoFile::begin(plan_);
  connect(file_.get(), &VideoFile::closed, this, [this] {
    const QString written = file_->path();
    forget_file();
    emit finished(written);
  });
  connect(file_.get(), &VideoFile::failed, this, [this](const QString& reason) {
    const bool was_filming = filming();
    timer_.stop();
    ++turn_;
    forget_file();
    if (was_filming)
      emit stopped();
    emit failed(reason);
  });
  timer_.start();
}

/// It may be in the middle of telling something.
void VideoRecorder::forget_file() {
  file_->disconnect(this);
  file_.release()->deleteLater();
  source_ = {};
}

void VideoRecorder::stop() {
  if (!filming())
    return;
  timer_.stop();
  ++turn_;
  file_->finish();
  emit stopped();
}

void VideoRecorder::advance() {
  if (drawing_ || !file_->ready())
    return;
  // Asked first: what came before the end is still there after it.
  const bool over = source_.over();
  const std::optional<FilmFrame> frame = source_.next();
  if (!frame) {
    if (over)
      stop();
    return;
  }
  drawing_ = true;
  source_.draw(frame->snapshot,
               [self = QPointer<VideoRecorder>(this), turn = turn_, frame = *frame](const QImage& drawn) {
                 if (!self || self->turn_ != turn)
                   return;
                 self->drawing_ = false;
                 self->take(frame, drawn);
               });
}

void VideoRecorder::take(const FilmFrame& frame, const QImage& drawn) {
  if (drawn.isNull())
    return;
  const QImage picture = video_picture(drawn, plan_.size, frame.snapshot->statistics.time_s);
  const std::uint64_t most = plan_.most_pictures();
  const std::uint64_t count = most > 0 ? std::min(frame.pictures, most - pictures_) : frame.pictures;
  for (std::uint64_t i = 0; i < count && file_; ++i)
    file_->add(picture);
  pictures_ += count;
  emit advanced();
  if (most > 0 && pictures_ >= most)
    stop();
}

} // namespace lamina
