#pragma once

#include "core/interactive/simulation_thread.h"
#include "ui/window/runs/video_file.h"

#include <QImage>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace lamina {

/// Where a video gets its pictures.
struct VideoSource {
  std::function<std::optional<FilmFrame>()> next; ///< the next state, if it is there
  std::function<QImage(const std::shared_ptr<const Snapshot>&)> draw;
  std::function<bool()> over; ///< no more states will come
};

/// Makes a video of states that are equally far apart in simulated time, each with that time in its corner.
/// Draws one picture after the other between the window's own events.
class VideoRecorder : public QObject {
  Q_OBJECT
public:
  explicit VideoRecorder(QObject* parent = nullptr);
  ~VideoRecorder() override; ///< closes what was begun

  bool filming() const { return timer_.isActive(); } ///< takes states
  bool busy() const { return file_ != nullptr; }     ///< or what it took is still being written

  /// `path` has no suffix, see VideoFile; `size` in pixels, of which ffmpeg needs even numbers: an odd one
  /// loses a row or column. Must not be busy.
  void start(const QString& path, QSize size, VideoSource source);
  void stop(); ///< finished() or failed() comes

  double length_s() const { return double(pictures_) / VideoFile::rate; } ///< of what was filmed

signals:
  void advanced();
  void stopped(); ///< takes no more states
  void finished(const QString& path);
  void failed(const QString& reason);

private:
  void advance();
  void forget_file();

  QTimer timer_;
  VideoSource source_;
  QSize size_;
  std::unique_ptr<VideoFile> file_;
  std::uint64_t pictures_ = 0;
};

/// A picture of the given size with a time in its corner; one of another size is fitted into the middle.
QImage video_picture(const QImage& drawn, QSize size, double time_s);

} // namespace lamina
