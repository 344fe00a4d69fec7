#include "ui/window/runs/video_file.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTimer>

#include <utility>

namespace lamina {
namespace {

constexpr qint64 most_waiting = 16 << 20; // bytes that ffmpeg has not taken yet
constexpr int pump_ms = 20;               // at once, between which the window does other things
constexpr int patience_ms = 10'000;       // for the end of a video when the window closes

/// ffmpeg reads raw pictures from its standard input.
class FfmpegFile : public VideoFile {
public:
  FfmpegFile(const QString& program, const VideoPlan& plan) : path_(plan.path + ".mp4") {
    process_.setProcessChannelMode(QProcess::MergedChannels);
    // A pipe takes little at a time; waiting for turns of the event loop would take longer than encoding.
    connect(&pump_, &QTimer::timeout, this, [this] {
      QElapsedTimer watch;
      watch.start();
      while (process_.bytesToWrite() > 0 && watch.elapsed() < pump_ms)
        if (!process_.waitForBytesWritten(pump_ms))
          break;
      if (process_.bytesToWrite() == 0)
        pump_.stop();
    });
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
      if (error == QProcess::FailedToStart)
        fail(process_.errorString());
    });
    connect(&process_, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
      pump_.stop();
      if (finishing_ && code == 0 && status == QProcess::NormalExit)
        emit closed();
      else
        fail(last_words());
    });
    process_.start(program, {"-hide_banner",
                             "-loglevel",
                             "error",
                             "-y",
                             "-f",
                             "rawvideo",
                             "-pixel_format",
                             "rgb24",
                             "-video_size",
                             QString("%1x%2").arg(plan.size.width()).arg(plan.size.height()),
                             "-framerate",
                             QString::number(plan.rate),
                             "-i",
                             "-",
                             "-an",
                             "-pix_fmt",
                             "yuv420p",
                             "-movflags",
                             "+faststart",
                             path_});
  }

  ~FfmpegFile() override {
    disconnect(&process_, nullptr, this, nullptr);
    process_.closeWriteChannel();
    if (process_.state() != QProcess::NotRunning && !process_.waitForFinished(patience_ms))
      process_.kill();
    process_.waitForFinished(patience_ms);
  }

  const QString& path() const override { return path_; }
  bool ready() const override { return process_.bytesToWrite() < most_waiting; }

  void add(const QImage& picture) override {
    const qsizetype row = 3 * qsizetype(picture.width());
    QByteArray packed;
    packed.reserve(row * picture.height());
    for (int y = 0; y < picture.height(); ++y)
      packed.append(reinterpret_cast<const char*>(picture.constScanLine(y)), row);
    process_.write(packed);
    if (!over_)
      pump_.start(1);
  }

  void finish() override {
    finishing_ = true;
    process_.closeWriteChannel();
  }

private:
  QString last_words() {
    const QStringList lines = QString::fromLocal8Bit(process_.readAll()).split('\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? tr("it ended without a word") : lines.back();
  }

  void fail(const QString& reason) {
    pump_.stop();
    if (std::exchange(over_, true))
      return;
    QFile::remove(path_);
    emit failed(tr("%1: ffmpeg could not write the video: %2").arg(path_, reason));
  }

  QString path_;
  QProcess process_;
  QTimer pump_;
  bool finishing_ = false, over_ = false;
};

/// Numbered pictures in a folder, from which any program makes a video.
class PictureFolder : public VideoFile {
public:
  explicit PictureFolder(const QString& path) : path_(path) {
    if (!QDir().mkpath(path_))
      fail(tr("%1: the folder cannot be made").arg(path_));
  }

  const QString& path() const override { return path_; }
  bool ready() const override { return !over_; }

  void add(const QImage& picture) override {
    if (over_)
      return;
    const QString file = QString("%1/%2.png").arg(path_).arg(count_++, 6, 10, QChar('0'));
    if (!picture.save(file))
      fail(tr("%1: the picture could not be written. Is there room on the disk?").arg(file));
  }

  void finish() override {
    if (!over_)
      QTimer::singleShot(0, this, [this] { emit closed(); });
  }

private:
  // Later, so that whoever made this can listen.
  void fail(const QString& reason) {
    over_ = true;
    QTimer::singleShot(0, this, [this, reason] { emit failed(reason); });
  }

  QString path_;
  int count_ = 0;
  bool over_ = false;
};

} // namespace

std::unique_ptr<VideoFile> VideoFile::begin(const VideoPlan& plan) {
  const QString ffmpeg = plan.mp4 ? QStandardPaths::findExecutable("ffmpeg") : QString();
  if (ffmpeg.isEmpty())
    return std::make_unique<PictureFolder>(plan.path);
  return std::make_unique<FfmpegFile>(ffmpeg, plan);
}

} // namespace lamina
