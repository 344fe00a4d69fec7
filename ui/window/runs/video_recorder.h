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
  using Drawn = std::function<void(const QImage&)>;
  std::function<void(const std::shared_ptr<const Snapshot>&, Drawn)> draw; ///< gives it at once or later
  std::function<bool()> over;                                              ///< no more states will come
};

/// Makes a video of states that are equally far apart in simulated time, each with that time in its corner.
/// Asks for one picture after the other between the window's own events.
class VideoRecorder : public QObject {
  Q_OBJECT
public:
  explicit VideoRecorder(QObject* parent = nullptr);
  ~VideoRecorder() override; ///< closes what was begun

  bool filming() const { return timer_.isActive(); } ///< takes states
  bool busy() const { return file_ != nullptr; }     ///< or what it took is still being written

  /// Must not be busy.
  void start(VideoPlan plan, VideoSource source);
  void stop(); ///< finished() or failed() comes

  const VideoPlan& plan() const { return plan_; } ///< of the last one, with the size that it has
  std::uint64_t pictures() const { return pictures_; }
  double length_s() const { return double(pictures_) / plan_.rate; } ///< of what was filmed

signals:
  void advanced();
  void stopped(); ///< takes no more states
  void finished(const QString& path);
  void failed(const QString& reason);

private:
  void advance();
  void take(const FilmFrame& frame, const QImage& drawn);
  void forget_file();

  QTimer timer_;
  VideoSource source_;
  VideoPlan plan_;
  std::unique_ptr<VideoFile> file_;
  std::uint64_t pictures_ = 0;
  std::uint64_t turn_ = 0; ///< of the video: pictures of an earlier one come too late
  bool drawing_ = false;
};

/// A picture of the given size with a time in its corner; one of another size is fitted into the middle.
QImage video_picture(const QImage& drawn, QSize size, double time_s);

} // namespace lamina
