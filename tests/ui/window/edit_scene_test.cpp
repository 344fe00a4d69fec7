#include "core/edit/autosave.h"
#include "core/scene/scene_file.h"
#include "tests/ui/window/edit_test.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/window/editing/scene_editor.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

#include <gmock/gmock.h>

#include <filesystem>

#include <set>

namespace lamina {
namespace {

using testing::HasSubstr;

TEST_F(EditTest, AClickSelectsABodyAndAClickBesideNone) {
  select(1);
  EXPECT_TRUE(has_widget("body name"));
  const QPointF sky(viewport().width() / 2, 30);
  press(sky);
  release(sky);
  wait_for_frames();
  EXPECT_TRUE(viewport().panels().edit.selected.empty());
  click("body box");
  EXPECT_EQ(viewport().panels().edit.selected.primary(), 1u);
}

TEST_F(EditTest, ADragDoesNotSelect) {
  const QPointF from = on_screen(position_of(1));
  drag(from, from + QPointF(30, -30));
  EXPECT_TRUE(viewport().panels().edit.selected.empty());
}

TEST_F(EditTest, AddingAShapeFromThePanelPutsItThereAndUndoTakesItAway) {
  const std::string before = written();
  click("add body");
  edit([&] { click("add=torus"); });
  ASSERT_EQ(scene().bodies.size(), 3u);
  EXPECT_EQ(scene().bodies[2].name, "torus");
  EXPECT_EQ(viewport().panels().edit.selected.primary(), 2u) << "what was added is selected";
  EXPECT_TRUE(window_->windowTitle().contains("edited"));
  const std::string after = written();
  edit([&] { key(Qt::Key_Z, Qt::ControlModifier); });
  EXPECT_EQ(written(), before);
  EXPECT_FALSE(window_->windowTitle().contains("edited"));
  edit([&] { key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); });
  EXPECT_EQ(written(), after);
}

TEST_F(EditTest, EditsKeepTheCameraAndTheSettingsInForce) {
  type("resolution", "48");
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 48; }));
  viewport().camera().orbit(0.4, 0.1);
  const Vec3 eye = viewport().camera().eye();
  edit([&] { key(Qt::Key_1, Qt::ControlModifier); });
  edit([&] { key(Qt::Key_D, Qt::ControlModifier); });
  EXPECT_LT((viewport().camera().eye() - eye).norm(), 1e-9);
  EXPECT_EQ(now()->settings.contact.ldi.resolution, 48);
}

TEST_F(EditTest, AnArrowMovesABodyAndTheDragIsOneStepToUndo) {
  at_start_with(1);
  const std::string before = written();
  const Vec3 start = scene().bodies[1].pose.position;
  const QPointF from = on_screen(handles()->tip(0));
  edit([&] { drag(from, from + QPointF(90, 0)); });
  const Vec3 moved = scene().bodies[1].pose.position;
  EXPECT_GT(moved.x(), start.x() + 0.05);
  EXPECT_EQ(moved.y(), start.y());
  EXPECT_EQ(moved.z(), start.z());
  EXPECT_EQ(now()->bodies[1].mesh_pose.position, moved);
  EXPECT_EQ(editor().history().undo_name(), "move box");
  edit([&] { key(Qt::Key_Z, Qt::ControlModifier); });
  EXPECT_EQ(written(), before);
}

TEST_F(EditTest, TheBodyFollowsTheHandBeforeTheEditIsMade) {
  at_start_with(1);
  const Vec3 start = scene().bodies[1].pose.position;
  const QPointF from = on_screen(handles()->tip(1));
  press(from);
  move(from + QPointF(0, -60), Qt::LeftButton);
  wait_for_frames();
  EXPECT_GT(viewport().panels().snapshot->bodies[1].mesh_pose.position.y(), start.y() + 0.02);
  EXPECT_EQ(scene().bodies[1].pose.position, start);
  key(Qt::Key_Escape);
  release(from + QPointF(0, -60));
  wait_for_frames();
  EXPECT_EQ(scene().bodies[1].pose.position, start) << "Escape lets go without an edit";
  EXPECT_EQ(editor().history().undo_name(), "");
}

TEST_F(EditTest, ARingTurnsAndTheCubeScales) {
  at_start_with(1);
  // The ring about z faces the camera of this scene.
  const double angle = 0.6;
  const QPointF from = on_screen(handles()->ring_point(2, angle)),
                to = on_screen(handles()->ring_point(2, angle + 0.5));
  edit([&] { drag(from, to); });
  EXPECT_GT(Quat::Identity().angularDistance(scene().bodies[1].pose.orientation), 0.3);
  EXPECT_EQ(editor().history().undo_name(), "turn box");
  const QPointF cube = on_screen(handles()->scale_cube()), middle = on_screen(handles()->centre());
  edit([&] { drag(cube, middle + 2 * (cube - middle)); });
  EXPECT_NEAR(scene().bodies[1].scale, 2, 0.1);
  EXPECT_NEAR(now()->infos->at(1).rest_bounds.size().x(), 0.2 * scene().bodies[1].scale, 1e-12);
}

TEST_F(EditTest, NumbersTypedAreEditsAndWhatIsNoNumberIsRefused) {
  select(1);
  edit([&] { type("place x", "0.35"); });
  EXPECT_EQ(scene().bodies[1].pose.position.x(), 0.35);
  edit([&] { type("body mass", "3"); });
  EXPECT_EQ(scene().bodies[1].mass, 3.0);
  EXPECT_NEAR(now()->infos->at(1).mass, 3, 1e-12);
  const std::string before = written();
  type("place y", "nan");
  EXPECT_THAT(refusal(), HasSubstr("must be a number"));
  EXPECT_TRUE(has_widget("edit refusal"));
  type("body mass", "heavy");
  EXPECT_THAT(refusal(), HasSubstr("mass"));
  type("body friction", "-1");
  EXPECT_THAT(refusal(), HasSubstr("from 0 to 10"));
  EXPECT_EQ(written(), before);
}

TEST_F(EditTest, KeysRenameFixLowerCopyAndDelete) {
  select(1);
  key(Qt::Key_F2);
  ASSERT_TRUE(wait_for([&] { return viewport().imgui().wants_text(); }));
  QTest::keyClicks(&viewport(), "crate");
  edit([&] { key(Qt::Key_Return); });
  EXPECT_EQ(scene().bodies[1].name, "crate");
  edit([&] { key(Qt::Key_F, Qt::ControlModifier); });
  EXPECT_EQ(scene().bodies[1].kind, BodyKind::fixed);
  edit([&] { type("place y", "2"); });
  edit([&] { key(Qt::Key_End); });
  EXPECT_NEAR(scene().bodies[1].pose.position.y(), 0.1, 1e-12);
  edit([&] { key(Qt::Key_D, Qt::ControlModifier); });
  EXPECT_EQ(scene().bodies.size(), 3u);
  EXPECT_EQ(scene().bodies[2].name, "crate 2");
  edit([&] { key(Qt::Key_Delete); });
  EXPECT_EQ(scene().bodies.size(), 2u);
}

TEST_F(EditTest, ABodyBecomesSoftAndItsMaterialChangesWhileItRuns) {
  select(1);
  click("body kind");
  edit([&] { click("body kind=soft"); });
  EXPECT_EQ(scene().bodies[1].kind, BodyKind::soft);
  EXPECT_TRUE(now()->bodies[1].positions) << "its surface can change";
  edit([&] { type("material Young's", "20000"); });
  EXPECT_EQ(scene().bodies[1].material.young_modulus, 20000);
  type("material Poisson's", "0.5");
  EXPECT_THAT(refusal(), HasSubstr("Poisson"));

  key(Qt::Key_Space);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 2; }));
  type("material damping", "0.05");
  ASSERT_TRUE(wait_for([&] { return now()->infos->at(1).material.damping == 0.05; }));
  EXPECT_GT(now()->statistics.step, 2u) << "the run goes on";
  EXPECT_EQ(scene().bodies[1].material.damping, 0.05);
}

TEST_F(EditTest, ThePresentPosesBecomeTheStart) {
  const QPointF from = on_screen(position_of(1));
  drag(from, from + QPointF(60, -80));
  pause();
  const Vec3 there = now()->bodies[1].mesh_pose.position;
  edit([&] { key(Qt::Key_T, Qt::ControlModifier); });
  EXPECT_EQ(scene().bodies[1].pose.position, there);
  EXPECT_LT((now()->bodies[1].mesh_pose.position - there).norm(), 1e-12);
}

TEST_F(EditTest, ASceneThatIsRecordedIsNotEdited) {
  viewport().panels().record.parent = folder_.filePath("runs").toStdString();
  key(Qt::Key_R, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return !now()->recording.empty(); }));
  const std::string before = written();
  key(Qt::Key_1, Qt::ControlModifier);
  EXPECT_EQ(written(), before);
  EXPECT_THAT(refusal(), HasSubstr("stop the recording"));
  EXPECT_FALSE(now()->recording.empty()) << "the recording goes on";
}

TEST_F(EditTest, AMeshFileIsAddedAndOneThatDoesNotExistIsRefused) {
  const std::string mesh =
      write_file("tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  edit([&] { editor().add_meshes({mesh}); });
  EXPECT_EQ(scene().bodies[2].name, "tetra");
  EXPECT_EQ(scene().bodies[2].file, mesh);
  const std::string before = written();
  editor().add_meshes({"/nowhere/lost.obj"});
  ASSERT_TRUE(wait_for([&] { return !refusal().empty(); }));
  EXPECT_THAT(refusal(), HasSubstr("lost.obj"));
  EXPECT_EQ(written(), before);
}

TEST_F(EditTest, AFiveBodySceneIsBuiltSavedReopenedAndEqual) {
  edit([&] { key(Qt::Key_N, Qt::ControlModifier); });
  ASSERT_EQ(scene().bodies.size(), 1u);
  edit([&] { key(Qt::Key_1, Qt::ControlModifier); });
  edit([&] { key(Qt::Key_2, Qt::ControlModifier); });
  edit([&] { key(Qt::Key_3, Qt::ControlModifier); });
  edit([&] { key(Qt::Key_D, Qt::ControlModifier); });
  ASSERT_EQ(scene().bodies.size(), 5u);
  edit([&] { type("turn y", "30"); });
  edit([&] { type("body friction", "0.2"); });

  key(Qt::Key_S, Qt::ControlModifier);
  auto* ask = dialog<QFileDialog>("save scene");
  ASSERT_NE(ask, nullptr);
  const QString file = folder_.filePath("five.json");
  ask->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(ask));
  auto* name = ask->findChild<QLineEdit*>();
  ASSERT_NE(name, nullptr) << "the dialog is not Qt's own";
  EXPECT_TRUE(name->hasFocus()) << "one should be able to type a name at once";
  name->selectAll();
  QTest::keyClicks(name, file.chopped(5)); // the dialog adds ".json"
  QTest::keyClick(name, Qt::Key_Return);
  ASSERT_TRUE(wait_for([&] { return QFile::exists(file); })) << refusal();
  EXPECT_TRUE(wait_for([&] { return !window_->findChild<QFileDialog*>("save scene"); }));
  EXPECT_FALSE(editor().unsaved());
  const std::string saved = write_scene(scene(), folder_.path().toStdString());
  open_and_wait(file.toStdString());
  EXPECT_EQ(write_scene(scene(), folder_.path().toStdString()), saved);
  EXPECT_EQ(scene().bodies.size(), 5u);
}

TEST_F(EditTest, SavingWritesTheFileThatWasOpened) {
  edit([&] { key(Qt::Key_1, Qt::ControlModifier); });
  EXPECT_TRUE(editor().unsaved());
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_FALSE(editor().unsaved());
  const std::vector<std::filesystem::path> file{folder_.filePath("box.json").toStdString()};
  EXPECT_EQ(open_scene(file).bodies.size(), 3u);
}

TEST_F(EditTest, ClosingAsksAboutUnsavedEdits) {
  edit([&] { key(Qt::Key_1, Qt::ControlModifier); });
  window_->close();
  auto* ask = dialog<QMessageBox>("unsaved");
  ASSERT_NE(ask, nullptr);
  EXPECT_TRUE(window_->isVisible());
  ask->button(QMessageBox::Cancel)->click();
  ASSERT_TRUE(wait_for([&] { return !window_->findChild<QMessageBox*>("unsaved"); }));
  EXPECT_TRUE(window_->isVisible());
  EXPECT_TRUE(editor().unsaved());

  window_->close();
  ask = dialog<QMessageBox>("unsaved");
  ask->button(QMessageBox::Save)->click();
  EXPECT_TRUE(wait_for([&] { return !window_->isVisible(); }));
  const std::vector<std::filesystem::path> file{folder_.filePath("box.json").toStdString()};
  EXPECT_EQ(open_scene(file).bodies.size(), 3u);
}

TEST_F(EditTest, OpeningAnotherSceneAsksAndDiscardingGoesOn) {
  edit([&] { key(Qt::Key_1, Qt::ControlModifier); });
  const std::uint64_t before = now()->scene_revision;
  window_->open({write_box_scene("other.json", "another")});
  auto* ask = dialog<QMessageBox>("unsaved");
  ASSERT_NE(ask, nullptr);
  EXPECT_FALSE(window_->loading());
  ask->button(QMessageBox::Discard)->click();
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  wait_for_frames();
  EXPECT_EQ(window_->windowTitle(), QString("another – Lamina"));
  EXPECT_FALSE(editor().unsaved());
}

TEST_F(EditTest, UnsavedEditsAreKeptAndOfferedByTheNextWindow) {
  edit([&] { key(Qt::Key_1, Qt::ControlModifier); });
  const std::string edited = written();
  ASSERT_TRUE(wait_for([&] { return std::filesystem::exists(editor().autosave_file()); }))
      << "a few seconds after an edit";
  // A window that goes without being closed is what a crash leaves.
  make_window();
  editor().offer_left_behind();
  auto* offer = dialog<QMessageBox>("left behind");
  ASSERT_NE(offer, nullptr);
  for (QAbstractButton* button : offer->buttons())
    if (offer->buttonRole(button) == QMessageBox::AcceptRole)
      button->click();
  ASSERT_TRUE(wait_for([&] { return viewport().panels().edit.scene != nullptr; }));
  EXPECT_EQ(written(), edited);
  EXPECT_TRUE(editor().unsaved());
  EXPECT_EQ(editor().file(), std::filesystem::path(folder_.filePath("box.json").toStdString()));
  key(Qt::Key_S, Qt::ControlModifier);
  EXPECT_FALSE(editor().unsaved());
  EXPECT_FALSE(std::filesystem::exists(editor().autosave_file()));
  make_window();
  editor().offer_left_behind();
  EXPECT_EQ(window_->findChild<QMessageBox*>("left behind"), nullptr) << "nothing is left";
}

// Colours are looked up as pictures do: in what is shown.
TEST_F(EditTest, ABodyKeepsItsColourThroughEditsSavingAndOpening) {
  const auto colour_of = [&](const std::string& name) -> Colour {
    const std::vector<Colour> colours = body_colours(*now()->infos);
    for (std::size_t i = 0; i < colours.size(); ++i)
      if ((*now()->infos)[i].name == name)
        return colours[i];
    ADD_FAILURE() << "no " << name;
    return {};
  };
  const Colour box = colour_of("box");
  edit([&] { editor().apply(add_recipe({"sphere", {}}, Vec3(1, 0, 0))); });
  edit([&] { editor().apply(add_recipe({"torus", {}}, Vec3(-1, 0, 0))); });
  edit([&] { editor().apply(duplicate_body(scene(), 1)); });
  const Colour sphere = colour_of("sphere"), torus = colour_of("torus"), copy = colour_of("box 2");
  EXPECT_EQ(std::set<Colour>({box, sphere, torus, copy}).size(), 4u);
  EXPECT_EQ(colour_of("box"), box);

  edit([&] { editor().apply(set_kind(scene(), 2, BodyKind::fixed)); });
  EXPECT_EQ(colour_of("sphere"), sphere);
  edit([&] { editor().apply(remove_body(scene(), 1)); });
  EXPECT_EQ(colour_of("sphere"), sphere);
  EXPECT_EQ(colour_of("torus"), torus);
  EXPECT_EQ(colour_of("box 2"), copy);
  edit([&] { editor().undo(); });
  EXPECT_EQ(colour_of("box"), box);

  const std::string file = folder_.filePath("coloured.json").toStdString();
  ASSERT_TRUE(editor().save_to(file));
  open_and_wait(write_box_scene("other.json"));
  open_and_wait(file);
  EXPECT_EQ(colour_of("box"), box);
  EXPECT_EQ(colour_of("sphere"), sphere);
  EXPECT_EQ(colour_of("torus"), torus);
}

} // namespace
} // namespace lamina
