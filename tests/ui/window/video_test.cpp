#include "tests/ui/window/window_test.h"
#include "ui/window/runs/timeline.h"
#include "ui/window/runs/video_recorder.h"

#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProcess>
#include <QSettings>
#include <QSpinBox>
#include <QStandardPaths>

#include <cmath>
#include <fstream>

namespace lamina {
namespace {

/// What a program finds when it looks for others.
class Path {
public:
  explicit Path(const QByteArray& path) : before_(qgetenv("PATH")) { qputenv("PATH", path); }
  ~Path() { qputenv("PATH", before_); }

private:
  QByteArray before_;
};

class VideoTest : public WindowTest {
protected:
  void SetUp() override {
    QSettings(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina").clear();
    QSettings(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina")
        .setValue("files/picture_folder", folder_.filePath("pictures"));
    make_window(800, 560);
    open_and_wait(write_box_scene("box.json"));
    QObject::connect(window_.get(), &MainWindow::video_saved, [this](const QString& path) { saved_ = path; });
  }

  /// A program named ffmpeg that does what the script says.
  QByteArray folder_with_ffmpeg(const std::string& script) {
    const std::string file = write_file("ffmpeg", "#!/bin/sh\n" + script);
    QFile::setPermissions(QString::fromStdString(file),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return folder_.path().toLocal8Bit() + ":/usr/bin:/bin";
  }

  /// Asks for a video and takes what the dialog proposes, but for what `change` changes.
  void begin(const std::function<void(QDialog&)>& change = {}) {
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QDialog* dialog = nullptr;
    ASSERT_TRUE(wait_for([&] { return (dialog = window_->findChild<QDialog*>("video")) != nullptr; }));
    if (change)
      change(*dialog);
    QTest::keyClick(dialog, Qt::Key_Return);
  }

  void film_live(double seconds) {
    begin();
    ASSERT_TRUE(wait_for([&] { return window_->video().length_s() >= seconds; }));
    wait_for_frames();
    // Without a window manager nobody gives the window the keys back that the dialog had.
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    EXPECT_TRUE(viewport().panels().record.filming);
    key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_FALSE(window_->video().filming());
  }

  QMessageBox* refusal() { return window_->findChild<QMessageBox*>("no video"); }

  QString saved_;
};

TEST_F(VideoTest, WithoutFfmpegTheVideoIsAFolderOfNumberedPictures) {
  const Path nothing("/nonexistent");
  film_live(0.2);
  ASSERT_TRUE(wait_for([&] { return !saved_.isEmpty(); }));
  const QStringList files = QDir(saved_).entryList({"*.png"}, QDir::Files, QDir::Name);
  ASSERT_EQ(files.size(), std::lround(30 * window_->video().length_s()));
  for (int i = 0; i < files.size(); ++i)
    EXPECT_EQ(files[i], QString("%1.png").arg(i, 6, 10, QChar('0')));
  const QImage picture(QDir(saved_).filePath(files.back()));
  const QSize viewport_size = viewport().size() * viewport().devicePixelRatioF();
  EXPECT_EQ(picture.size(), QSize(viewport_size.width() & ~1, viewport_size.height() & ~1));
  const QPointF box = on_screen(position_of(1));
  EXPECT_NE(picture.pixel(box.toPoint()), picture.pixel(picture.width() / 2, 10));
}

TEST_F(VideoTest, FfmpegGetsEveryPictureWholeAndTheRightSize) {
  const Path path(folder_with_ffmpeg("for last; do :; done\nprintf '%s ' \"$@\" > " +
                                     folder_.filePath("arguments").toStdString() +
                                     "\nexec cat > \"$last\"\n"));
  film_live(0.2);
  ASSERT_TRUE(wait_for([&] { return !saved_.isEmpty() || refusal(); }));
  ASSERT_FALSE(refusal()) << refusal()->text().toStdString();
  EXPECT_TRUE(saved_.endsWith(".mp4"));
  std::ifstream stream(folder_.filePath("arguments").toStdString());
  const std::string arguments{std::istreambuf_iterator<char>(stream), {}};
  const QSize full = viewport().size() * viewport().devicePixelRatioF();
  const QSize size(full.width() & ~1, full.height() & ~1);
  EXPECT_NE(
      arguments.find(
          QString("-video_size %1x%2 -framerate 30").arg(size.width()).arg(size.height()).toStdString()),
      std::string::npos)
      << arguments;
  const auto pictures = std::lround(30 * window_->video().length_s());
  EXPECT_EQ(QFileInfo(saved_).size(), 3 * size.width() * size.height() * pictures);
}

TEST_F(VideoTest, TheInstalledFfmpegMakesAVideoOfIt) {
  if (QStandardPaths::findExecutable("ffmpeg").isEmpty())
    GTEST_SKIP() << "ffmpeg is not installed";
  film_live(0.2);
  ASSERT_TRUE(wait_for([&] { return !saved_.isEmpty(); }));
  // Decodes all of it.
  QProcess probe;
  probe.start("ffprobe", {"-v", "error", "-count_frames", "-show_entries",
                          "stream=nb_read_frames,r_frame_rate,width,height", "-of", "csv=p=0", saved_});
  ASSERT_TRUE(wait_for([&] { return probe.state() == QProcess::NotRunning; }));
  const QSize full = viewport().size() * viewport().devicePixelRatioF();
  EXPECT_EQ(probe.readAllStandardOutput().trimmed(), QString("%1,%2,30/1,%3")
                                                         .arg(full.width() & ~1)
                                                         .arg(full.height() & ~1)
                                                         .arg(std::lround(30 * window_->video().length_s()))
                                                         .toUtf8())
      << probe.readAllStandardError().toStdString();
}

TEST_F(VideoTest, AnFfmpegThatFailsLeavesNoFileAndItsReasonIsShown) {
  const Path path(folder_with_ffmpeg("for last; do :; done\nhead -c 1000 > \"$last\"\n"
                                     "echo 'no space left for it' >&2\nexit 1\n"));
  begin();
  ASSERT_TRUE(wait_for([&] { return refusal() != nullptr; }));
  EXPECT_TRUE(refusal()->text().contains("no space left for it")) << refusal()->text().toStdString();
  refusal()->close();
  EXPECT_FALSE(window_->video().busy());
  EXPECT_TRUE(QDir(folder_.filePath("pictures")).isEmpty());
  // The simulation goes on.
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 2; }));
}

TEST_F(VideoTest, ARunIsPlayedIntoAVideoFromWhereItIsToItsEndAtTheChosenSpeed) {
  const Path nothing("/nonexistent");
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); }));
  const double begin_s = now()->statistics.time_s;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.time_s > begin_s + 0.3; }));
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));
  key(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(wait_for([&] { return window_->runs().active(); }));
  wait_for_frames();

  window_->runs().set_speed(0.5);
  const std::vector<double> times = window_->runs().playback()->times();
  const std::uint64_t first = window_->runs().playback()->first_step();
  const std::size_t from = times.size() / 2;
  window_->runs().seek(first + from);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == first + from; }));
  begin();
  ASSERT_TRUE(wait_for([&] { return !saved_.isEmpty(); })) << "it ends with the run";
  // At half the speed 60 pictures show a second of the run; the first shows where it began.
  const auto pictures = 1 + std::floor(60 * (times.back() - times[from]) + 1e-6);
  EXPECT_EQ(QDir(saved_).entryList({"*.png"}).size(), int(pictures));
  EXPECT_FALSE(window_->video().filming());
}

TEST_F(VideoTest, ClosingTheWindowEndsTheFileOfAVideo) {
  const Path path(folder_with_ffmpeg("for last; do :; done\ncat > \"$last\"\necho whole >> \"$last\"\n"));
  begin();
  ASSERT_TRUE(wait_for([&] { return window_->video().length_s() > 0.1; }));
  window_->close();
  window_.reset();
  const QDir pictures(folder_.filePath("pictures"));
  const QStringList files = pictures.entryList({"*.mp4"});
  ASSERT_EQ(files.size(), 1);
  QFile file(pictures.filePath(files.front()));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  EXPECT_TRUE(file.readAll().endsWith("whole\n")) << "its program was waited for";
}

TEST_F(VideoTest, RangeSizeAndRateAreThoseThatWereAskedForAndItSaysWhatItMade) {
  const Path nothing("/nonexistent");
  begin([&](QDialog& dialog) {
    ASSERT_TRUE(dialog.findChild<QLabel*>("no ffmpeg")) << "says what an MP4 file needs";
    EXPECT_EQ(dialog.findChild<QComboBox*>("format")->count(), 1);
    dialog.findChild<QDoubleSpinBox*>("length")->setValue(0.2);
    dialog.findChild<QSpinBox*>("width")->setValue(320);
    dialog.findChild<QSpinBox*>("height")->setValue(200);
    QComboBox* rate = dialog.findChild<QComboBox*>("rate");
    rate->setCurrentIndex(rate->findData(50));
    dialog.findChild<QLineEdit*>("path")->setText(folder_.filePath("made/film"));
  });
  ASSERT_TRUE(wait_for([&] { return !saved_.isEmpty(); })) << "it ends by itself";
  EXPECT_EQ(saved_, folder_.filePath("made/film"));
  const QStringList files = QDir(saved_).entryList({"*.png"});
  EXPECT_EQ(files.size(), 11) << "both ends of 0.2 s at 50 a second";
  EXPECT_EQ(QImage(QDir(saved_).filePath(files.front())).size(), QSize(320, 200));
  ASSERT_EQ(viewport().overlay().notes.size(), 1u);
  for (const char* part : {"11 pictures", "50 a second", "320 × 200", "made/film"})
    EXPECT_NE(viewport().overlay().notes[0].find(part), std::string::npos) << viewport().overlay().notes[0];
}

TEST(VideoPicture, OfAWindowThatWasResizedIsFittedIntoTheMiddle) {
  QImage drawn(200, 100, QImage::Format_RGB888);
  drawn.fill(Qt::red);
  const QImage picture = video_picture(drawn, {100, 100}, 0);
  EXPECT_EQ(picture.size(), QSize(100, 100));
  EXPECT_EQ(picture.pixelColor(50, 50), QColor(Qt::red));
  EXPECT_EQ(picture.pixelColor(50, 10), QColor(Qt::black));
}

} // namespace
} // namespace lamina
