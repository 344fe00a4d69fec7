#include "core/mesh/procedural.h"
#include "tests/ui/window/window_test.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QProgressDialog>
#include <QPushButton>
#include <QUrl>

#include <algorithm>
#include <filesystem>
#include <fstream>

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

class DropTest : public WindowTest {
protected:
  /// Drops files of two objects each on the window, and waits for their scene.
  void drop_files(const QStringList& names) {
    const std::uint64_t before = now()->scene_revision;
    QList<QUrl> urls;
    for (const QString& name : names)
      urls << QUrl::fromLocalFile(QString::fromStdString(write_file(name.toStdString(), two_objects)));
    QMimeData data;
    data.setUrls(urls);
    const QPoint middle(window_->width() / 2, window_->height() / 2);
    QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &enter);
    ASSERT_TRUE(enter.isAccepted());
    QDropEvent drop(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &drop);
    ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  }

  std::ptrdiff_t movable_bodies() {
    const std::vector<BodyInfo>& infos = *now()->infos;
    return std::count_if(infos.begin(), infos.end(),
                         [](const BodyInfo& info) { return info.kind == BodyKind::rigid; });
  }
};

TEST_F(DropTest, AFileDroppedOnTheWindowIsOpened) {
  drop_files({"two.obj"});
  EXPECT_EQ(movable_bodies(), 2);
}

TEST_F(DropTest, ThreeFilesDroppedTogetherMakeOneScene) {
  drop_files({"a.obj", "b.obj", "c.obj"});
  EXPECT_EQ(movable_bodies(), 6);
  EXPECT_TRUE(window_->windowTitle().contains("a.obj, b.obj, c.obj")) << window_->windowTitle().toStdString();
}

TEST_F(WindowTest, AMeshOfImplausibleSizeIsOpenedInTheUnitThatTheUserNames) {
  const std::uint64_t before = now()->scene_revision;
  window_->open({write_file("large.obj", "v 0 0 0\nv 200 0 0\nv 0 200 0\nv 0 0 200\n"
                                         "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")});
  const auto question = [&] { return window_->findChild<MeshDialog*>(); };
  ASSERT_TRUE(wait_for([&] { return question() && question()->isVisible() && question()->check(); }));
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

TEST_F(WindowTest, TheCancelButtonOfASlowLoadStopsItAndTheSceneStays) {
  // Many files of some size: far longer to read than it takes to press a button.
  const TriangleMesh sphere = make_sphere(0.1, 20000);
  std::string text;
  for (const Vec3& v : sphere.vertices)
    text += "v " + std::to_string(v.x()) + " " + std::to_string(v.y()) + " " + std::to_string(v.z()) + "\n";
  for (const Triangle& t : sphere.triangles)
    text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " +
            std::to_string(t[2] + 1) + "\n";
  const std::filesystem::path one = write_file("sphere.obj", text);
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < 60; ++i) {
    files.push_back(one.parent_path() / ("sphere" + std::to_string(i) + ".obj"));
    std::filesystem::create_hard_link(one, files.back());
  }
  const std::uint64_t before = now()->scene_revision;
  window_->open(files);
  auto* progress = window_->findChild<QProgressDialog*>();
  ASSERT_NE(progress, nullptr);
  progress->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(progress));
  // The window lives meanwhile: it draws.
  wait_for_frames();
  EXPECT_TRUE(window_->loading());
  QTest::mouseClick(progress->findChild<QPushButton*>(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return !window_->loading(); }));
  EXPECT_EQ(now()->scene_revision, before);
  EXPECT_EQ(window_->windowTitle(), QString("box on the ground – Lamina"));
  EXPECT_TRUE(wait_for([&] { return window_->findChild<QProgressDialog*>() == nullptr; }));
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

TEST_F(WindowTest, APictureIsWrittenInTheSizeOfTheViewportAndIsNotEmpty) {
  QString file;
  QObject::connect(window_.get(), &MainWindow::screenshot_saved, [&](const QString& name) { file = name; });
  key(Qt::Key_P, Qt::ControlModifier);
  QDialog* dialog = nullptr;
  ASSERT_TRUE(wait_for([&] { return (dialog = window_->findChild<QDialog*>("picture")) != nullptr; }));
  dialog->findChild<QLineEdit*>("file")->setText(folder_.filePath("made/picture.png"));
  QTest::keyClick(dialog, Qt::Key_Return);
  ASSERT_TRUE(wait_for([&] { return !file.isEmpty(); }));
  EXPECT_EQ(file, folder_.filePath("made/picture.png"));
  const QImage picture(file);
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

TEST_F(WindowTest, ClosingWhileSteppingEndsTheWindowAndItsThread) {
  ASSERT_TRUE(wait_for([&] { return now()->playing && now()->statistics.step > 3; }));
  window_->close();
  EXPECT_FALSE(window_->isVisible());
  window_.reset();
  EXPECT_EQ(GlObject::count(), 0);
  // The program ends with its last window: a new one starts as if nothing had been.
  make_window();
  open_and_wait(write_box_scene("box.json"));
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > 3; }));
}

TEST_F(WindowTest, ClosingWhileSteppingAndRecordingLeavesACompleteRun) {
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  ASSERT_TRUE(wait_for([&] { return now()->playing; }));
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
  const std::filesystem::path run = now()->recording;
  const std::uint64_t step = now()->statistics.step;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > step + 3; }));
  window_->close();
  window_.reset();
  std::ifstream table(run / "steps.csv");
  std::string line, last;
  std::size_t lines = 0;
  for (; std::getline(table, line); ++lines)
    last = line;
  EXPECT_GT(lines, 4u);
  table.clear();
  table.seekg(-1, std::ios::end);
  EXPECT_EQ(table.get(), '\n') << "the last line is whole";
}

TEST_F(WindowTest, FiftyScenesOpenedOneAfterTheOtherKeepTheNumberOfGraphicsObjects) {
  const std::string other = write_file("two.obj", two_objects), box = write_box_scene("box.json");
  open_and_wait(other);
  open_and_wait(box);
  // What rests is drawn in full, with objects that only this needs.
  pause();
  ASSERT_TRUE(wait_for([&] { return viewport().settled(); }));
  const long objects = GlObject::count();
  EXPECT_GT(objects, 0);
  for (int i = 0; i < 25; ++i) {
    open_and_wait(other);
    open_and_wait(box);
  }
  pause();
  ASSERT_TRUE(wait_for([&] { return viewport().settled(); }));
  // One object left by each scene would make 50; where drawing is slow, a second renderer makes its own once.
  EXPECT_LT(GlObject::count(), objects + 25);
}

TEST_F(WindowTest, AClosedWindowLeavesNoGraphicsObjects) {
  for (int i = 0; i < 3; ++i) {
    window_->close();
    window_.reset();
    EXPECT_EQ(GlObject::count(), 0);
    make_window();
    open_and_wait(write_box_scene("box.json"));
    EXPECT_GT(GlObject::count(), 0);
  }
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
