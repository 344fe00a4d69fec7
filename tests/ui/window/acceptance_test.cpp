#include "core/edit/scene_edits.h"
#include "core/mesh/procedural.h"
#include "core/record/recorded_run.h"
#include "tests/ui/window/edit_test.h"
#include "ui/window/mesh_dialog/mesh_dialog.h"
#include "ui/window/plots/plot_window.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

#include <algorithm>
#include <sstream>

namespace lamina {
namespace {

/// What somebody does who sits down before the window: each member that counts is one choice, press or text.
class AcceptanceTest : public EditTest {
protected:
  void press_key(Qt::Key pressed, Qt::KeyboardModifiers modifiers = {}) {
    ++actions_;
    key(pressed, modifiers);
  }
  void choose(const std::string& button, const std::string& entry) {
    ++actions_;
    click(button);
    click(entry);
  }
  void click_on(const std::string& widget) {
    ++actions_;
    click(widget);
  }
  void type_into(const std::string& field, const std::string& text) {
    ++actions_;
    type(field, text);
  }
  void choose_in_menu(const QString& menu, const QString& entry) {
    ++actions_;
    const auto named = [](const QList<QAction*>& actions, const QString& text) -> QAction* {
      for (QAction* action : actions)
        if (action->text().remove('&').startsWith(text))
          return action;
      return nullptr;
    };
    QMenuBar& bar = *window_->menuBar();
    QAction* top = named(bar.actions(), menu);
    ASSERT_NE(top, nullptr) << menu.toStdString();
    QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(top).center());
    ASSERT_TRUE(wait_for([&] { return top->menu()->isVisible(); }));
    QAction* action = named(top->menu()->actions(), entry);
    ASSERT_NE(action, nullptr) << entry.toStdString();
    QTest::mouseClick(top->menu(), Qt::LeftButton, {}, top->menu()->actionGeometry(action).center());
    ASSERT_TRUE(wait_for([&] { return !top->menu()->isVisible(); }));
  }
  /// In the dialog for files that is open: the name, and Enter.
  void name_file(const QString& file) {
    ++actions_;
    QFileDialog* ask = nullptr;
    ASSERT_TRUE(wait_for([&] {
      for (QFileDialog* found : window_->findChildren<QFileDialog*>())
        if (found->isVisible())
          ask = found;
      return ask != nullptr;
    }));
    ask->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(ask));
    auto* name = ask->findChild<QLineEdit*>();
    ASSERT_NE(name, nullptr) << "the dialog is not Qt's own";
    ASSERT_TRUE(wait_for([&] { return name->hasFocus(); })) << "one should be able to type a name at once";
    name->selectAll();
    QTest::keyClicks(name, file);
    QTest::keyClick(name, Qt::Key_Return);
  }

  /// As a window manager does when a dialog has closed.
  void back_to_window() {
    window_->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
    viewport().setFocus();
  }

  int actions_ = 0;
};

TEST_F(AcceptanceTest, FromAnEmptySceneToThreeStackedAlignedNamedBodiesOneSoftAndSaved) {
  edit([&] { press_key(Qt::Key_N, Qt::ControlModifier); });
  ASSERT_EQ(scene().bodies.size(), 1u) << "a floor and nothing else";
  edit([&] { choose("add body", "add=box"); });
  edit([&] { type_into("body name", "base"); });
  edit([&] { choose("add body", "add=cylinder"); });
  edit([&] { type_into("body name", "post"); });
  edit([&] { choose("add body", "add=box"); });
  edit([&] { type_into("body name", "cushion"); });
  edit([&] { choose("body kind", "body kind=soft"); });
  press_key(Qt::Key_A, Qt::ControlModifier);
  edit([&] { click_on("stack"); });
  const QString file = folder_.filePath("stack.json");
  choose_in_menu("File", "Save as");
  name_file(file);
  ASSERT_TRUE(wait_for([&] { return QFile::exists(file) && !editor().unsaved(); })) << refusal();
  EXPECT_LE(actions_, 15);

  const std::vector<std::filesystem::path> files{file.toStdString()};
  const Scene saved = open_scene(files);
  ASSERT_EQ(saved.bodies.size(), 4u);
  double top = 0;
  const auto centre = [](const Box& box) { return Vec3(0.5 * (box.min + box.max)); };
  const Vec3 middle = centre(starting_bounds(saved.bodies[1]));
  const char* names[] = {"base", "post", "cushion"};
  for (std::size_t i = 0; i < 3; ++i) {
    const SceneBody& body = saved.bodies[i + 1];
    const Box bounds = starting_bounds(body);
    EXPECT_EQ(body.name, names[i]);
    EXPECT_EQ(body.kind, i == 2 ? BodyKind::soft : BodyKind::rigid);
    EXPECT_NEAR(bounds.min.y(), top, 1e-9) << body.name << " stands on the one before";
    EXPECT_NEAR(centre(bounds).x(), middle.x(), 1e-9);
    EXPECT_NEAR(centre(bounds).z(), middle.z(), 1e-9);
    top = bounds.max.y();
  }
}

/// A closed surface with bumps, 160 mm across, as a scanner writes it: without a unit.
std::string scan_obj() {
  const TriangleMesh mesh = make_blob(Vec3(160, 120, 130), 8, 12, 5, 3000);
  std::ostringstream text;
  for (const Vec3& v : mesh.vertices)
    text << "v " << v.x() << ' ' << v.y() << ' ' << v.z() << '\n';
  for (const Triangle& t : mesh.triangles)
    text << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
  return text.str();
}

TEST_F(AcceptanceTest, AScanIsOpenedRecordedAndItsPlotWritten) {
  const QString scan = QString::fromStdString(write_file("scan.obj", scan_obj()));
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  const std::uint64_t before = now()->scene_revision;
  press_key(Qt::Key_O, Qt::ControlModifier);
  name_file(scan);
  // 160 metres cannot be meant: millimetres are proposed, and Enter takes them.
  MeshDialog* ask = nullptr;
  ASSERT_TRUE(wait_for([&] {
    ask = window_->findChild<MeshDialog*>();
    return ask && ask->isVisible() && ask->check();
  }));
  ++actions_;
  QTest::keyClick(ask, Qt::Key_Return);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before && !window_->loading(); }));
  EXPECT_NEAR((*now()->infos)[0].rest_bounds.size().maxCoeff(), 0.16, 0.04);
  back_to_window();

  press_key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); })) << now()->recording_problem;
  const std::filesystem::path folder = now()->recording;
  const std::uint64_t began = now()->statistics.step;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step >= began + 60; }));
  press_key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return now()->recording.empty(); }));

  press_key(Qt::Key_F4);
  PlotWindow* plots = nullptr;
  ASSERT_TRUE(wait_for([&] { return (plots = window_->findChild<PlotWindow*>("plots")) != nullptr; }));
  ASSERT_TRUE(QTest::qWaitForWindowExposed(plots));
  ++actions_;
  QTest::mouseClick(plots->findChild<QPushButton*>("csv"), Qt::LeftButton);
  const QString table = folder_.filePath("energy.csv");
  name_file(table);
  ASSERT_TRUE(wait_for([&] { return QFile::exists(table); }));
  EXPECT_LE(actions_, 15);

  const RecordedRun run = read_run(folder);
  EXPECT_GE(run.steps.size(), 60u);
  QFile written(table);
  ASSERT_TRUE(written.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
  EXPECT_TRUE(lines.front().startsWith("step,time_s,kinetic_J"));
  EXPECT_GT(lines.size(), 60);
}

} // namespace
} // namespace lamina
