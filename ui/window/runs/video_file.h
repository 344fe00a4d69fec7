#pragma once

#include "ui/window/pictures/video_plan.h"

#include <QImage>
#include <QObject>
#include <QString>

#include <memory>

namespace lamina {

/// A video being written, picture by picture.
class VideoFile : public QObject {
  Q_OBJECT
public:
  /// One for ffmpeg, if that is wanted and it is installed, or a folder of numbered pictures.
  static std::unique_ptr<VideoFile> begin(const VideoPlan& plan);

  virtual const QString& path() const = 0; ///< of the file or folder
  virtual bool ready() const = 0;          ///< for another picture; false while too much waits to be written
  virtual void add(const QImage& picture) = 0; ///< RGB888, of the size that was given
  virtual void finish() = 0;                   ///< no more pictures; closed() or failed() comes

signals:
  void closed();                      ///< everything is written
  void failed(const QString& reason); ///< it is over, and what was written is of no use
};

} // namespace lamina
