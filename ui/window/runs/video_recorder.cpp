#include "ui/window/runs/video_recorder.h"

#include <QLocale>
#include <QPainter>

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

void VideoRecorder::start(const QString& path, QSize size, VideoSource source) {
  source_ = std::move(source);
  size_ = QSize(std::max(2, size.width() & ~1), std::max(2, size.height() & ~1));
  pictures_ = 0;
  file_ = VideoFile::begin(path, size_);
  connect(file_.get(), &VideoFile::closed, this, [this] {
    const QString written = file_->path();
    forget_file();
    emit finished(written);
  });
  connect(file_.get(), &VideoFile::failed, this, [this](const QString& reason) {
    const bool was_filming = filming();
    timer_.stop();
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
  file_->finish();
  emit stopped();
}

void VideoRecorder::advance() {
  if (!file_->ready())
    return;
  // Asked first: what came before the end is still there after it.
  const bool over = source_.over();
  const std::optional<FilmFrame> frame = source_.next();
  if (!frame) {
    if (over)
      stop();
    return;
  }
  const QImage drawn = source_.draw(frame->snapshot);
  if (drawn.isNull())
    return;
  const QImage picture = video_picture(drawn, size_, frame->snapshot->statistics.time_s);
  for (std::uint64_t i = 0; i < frame->pictures && file_; ++i)
    file_->add(picture);
  pictures_ += frame->pictures;
  emit advanced();
}

} // namespace lamina
