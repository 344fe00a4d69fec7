#include "tests/ui/window/window_test.h"
#include "ui/window/unit_question.h"

#include <QApplication>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QUrl>

#include <filesystem>

namespace lamina {
namespace {

// Two tetrahedra of a tenth of a metre, each an object of its own.
constexpr const char* two_objects = "o low\nv 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\n"
                                    "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
                                    "o high\nv 0 0.3 0\nv 0.1 0.3 0\nv 0 0.4 0\nv 0 0.3 0.1\n"
                                    "f 5 7 6\nf 5 6 8\nf 5 8 7\nf 6 7 8\n";

QMessageBox* refusal(MainWindow& window) {
  return window.findChild<QMessageBox*>("refusal");
}

TEST_F(WindowTest, OpeningABrokenFileLeavesTheSceneAndSaysWhy) {
  const auto before = now();
  const QString title = window_->windowTitle();
  window_->open({write_file("broken.obj", "v 0 0 0\nv 1 0\nf 1 2 3\n")});
  ASSERT_TRUE(wait_for([&] { return refusal(*window_) != nullptr; }));
  EXPECT_TRUE(refusal(*window_)->text().contains("broken.obj")) << refusal(*window_)->text().toStdString();
  EXPECT_TRUE(refusal(*window_)->informativeText().contains("left as it was"));
  EXPECT_EQ(now()->scene_revision, before->scene_revision);
  EXPECT_EQ(window_->windowTitle(), title);
  // The simulation went on behind the dialog.
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > before->statistics.step + 2; }));
  refusal(*window_)->close();
}

TEST_F(WindowTest, ASceneWithAnUnknownKeyIsRefusedWithTheNearestOne) {
  window_->open({write_file("typo.json", R"({ "titel": "x", "bodies": [] })")});
  ASSERT_TRUE(wait_for([&] { return refusal(*window_) != nullptr; }));
  EXPECT_TRUE(refusal(*window_)->text().contains("title")) << refusal(*window_)->text().toStdString();
  refusal(*window_)->close();
}

TEST_F(WindowTest, DroppingAFileOnTheWindowOpensIt) {
  const std::uint64_t before = now()->scene_revision;
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(QString::fromStdString(write_file("two.obj", two_objects)))});
  const QPoint middle(window_->width() / 2, window_->height() / 2);
  QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &drop);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  std::size_t movable = 0;
  for (const BodyInfo& info : *now()->infos)
    movable += info.kind == BodyKind::rigid;
  EXPECT_EQ(movable, 2u);
}

TEST_F(WindowTest, AMeshOfImplausibleSizeIsOpenedInTheUnitThatTheUserNames) {
  const std::uint64_t before = now()->scene_revision;
  window_->open({write_file("large.obj", "v 0 0 0\nv 200 0 0\nv 0 200 0\nv 0 0 200\n"
                                         "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")});
  const auto question = [&] { return window_->findChild<UnitQuestion*>(); };
  ASSERT_TRUE(wait_for([&] { return question() && question()->isVisible(); }));
  EXPECT_EQ(now()->scene_revision, before);
  // Millimetres are proposed for what would be 200 metres.
  QTest::keyClick(question(), Qt::Key_Return);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  Box box;
  for (std::size_t i = 0; i < now()->infos->size(); ++i)
    if ((*now()->infos)[i].kind == BodyKind::rigid)
      box.include((*now()->infos)[i].rest_bounds);
  EXPECT_NEAR(box.size().maxCoeff(), 0.2, 1e-9);
}

TEST_F(WindowTest, ALoadThatIsCancelledLeavesTheScene) {
  const std::uint64_t before = now()->scene_revision;
  const std::string other = write_box_scene("other.json", "another");
  // The second load takes the place of the first, whose scene must never show.
  window_->open({write_file("two.obj", two_objects)});
  window_->open({other});
  ASSERT_TRUE(wait_for([&] { return !window_->loading() && now()->scene_revision > before; }));
  EXPECT_EQ(now()->scene_revision, before + 1);
  EXPECT_EQ(window_->windowTitle(), QString("another – Lamina"));
}

TEST_F(WindowTest, ReloadingReadsTheFileAgainAndKeepsTheCamera) {
  viewport().camera().orbit(0.5, 0.1);
  const Vec3 eye = viewport().camera().eye();
  const std::uint64_t before = now()->scene_revision;
  write_box_scene("box.json", "changed on disk");
  key(Qt::Key_L, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  wait_for_frames();
  EXPECT_EQ(window_->windowTitle(), QString("changed on disk – Lamina"));
  EXPECT_LT((viewport().camera().eye() - eye).norm(), 1e-9);
}

TEST_F(WindowTest, AScreenshotIsWrittenInTheSizeOfTheViewportAndIsNotEmpty) {
  QString file;
  QObject::connect(window_.get(), &MainWindow::screenshot_saved, [&](const QString& name) { file = name; });
  key(Qt::Key_P, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !file.isEmpty(); }));
  const QImage picture(file);
  std::filesystem::remove(file.toStdString());
  EXPECT_EQ(picture.size(), viewport().size() * viewport().devicePixelRatioF());
  // The box covers the middle; the sky above it has another colour.
  const QPointF box = on_screen(position_of(1));
  EXPECT_NE(picture.pixel(box.toPoint()), picture.pixel(picture.width() / 2, 10));
}

TEST_F(WindowTest, RecordingWritesARunFolderWithAllItsFiles) {
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
  const std::filesystem::path run = now()->recording;
  const std::uint64_t step = now()->statistics.step;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > step + 3; }));
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));
  for (const char* file : {"run.json", "scene.json", "events.jsonl", "steps.csv", "bodies.csv"})
    EXPECT_TRUE(std::filesystem::exists(run / file)) << file;
  EXPECT_EQ(run.parent_path().filename(), "runs");
}

TEST_F(WindowTest, RecordingWhereOneMayNotWriteStopsWithAReasonAndTheSimulationGoesOn) {
  // A file stands where the folder should be made.
  viewport().panels().record.parent = write_file("runs", "not a folder");
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording_problem.empty(); }));
  EXPECT_TRUE(now()->recording.empty());
  wait_for_frames();
  EXPECT_TRUE(has_widget("problem")) << "the reason should stand out in the viewport";
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 2; }));
}

} // namespace
} // namespace lamina
