#include "core/edit/undo_history.h"
#include "tests/edit/edit_support.h"

#include <gtest/gtest.h>

#include <vector>

namespace lamina {
namespace {

std::shared_ptr<const Scene> titled(const std::string& title) {
  auto scene = std::make_shared<Scene>();
  scene->title = title;
  return scene;
}

TEST(UndoHistory, UndoAndRedoWalkAlongTheEditsAndNameThem) {
  UndoHistory history;
  EXPECT_EQ(history.current(), nullptr);
  history.restart(titled("first"));
  EXPECT_EQ(history.undo(), nullptr);
  EXPECT_EQ(history.undo_name(), "");
  history.push(titled("second"), "move");
  history.push(titled("third"), "turn");
  EXPECT_EQ(history.undo_name(), "turn");
  EXPECT_EQ(history.undo()->title, "second");
  EXPECT_EQ(history.redo_name(), "turn");
  EXPECT_EQ(history.undo()->title, "first");
  EXPECT_EQ(history.undo(), nullptr);
  EXPECT_EQ(history.redo()->title, "second");
  EXPECT_EQ(history.redo()->title, "third");
  EXPECT_EQ(history.redo(), nullptr);
}

TEST(UndoHistory, AnEditAfterAnUndoForgetsWhatWasUndone) {
  UndoHistory history;
  history.restart(titled("first"));
  history.push(titled("second"), "move");
  history.undo();
  history.push(titled("other"), "turn");
  EXPECT_EQ(history.redo(), nullptr);
  EXPECT_EQ(history.undo()->title, "first");
}

TEST(UndoHistory, EditsOfOneGroupAreOneStepUntilSomethingElseHappens) {
  UndoHistory history;
  history.restart(titled("first"));
  history.push(titled("a"), "colour", "colour 1");
  history.push(titled("b"), "colour", "colour 1");
  history.push(titled("c"), "colour", "colour 2");
  EXPECT_EQ(history.undo()->title, "b");
  history.push(titled("d"), "colour", "colour 1");
  EXPECT_EQ(history.undo()->title, "b") << "after an undo a new step begins";
  EXPECT_EQ(history.undo()->title, "first");
}

TEST(UndoHistory, KnowsWhetherTheSceneIsTheSavedOne) {
  UndoHistory history;
  history.restart(titled("first"));
  EXPECT_FALSE(history.modified());
  history.push(titled("second"), "move");
  EXPECT_TRUE(history.modified());
  history.undo();
  EXPECT_FALSE(history.modified());
  history.redo();
  history.mark_saved();
  EXPECT_FALSE(history.modified());
  history.undo();
  EXPECT_TRUE(history.modified());
  history.push(titled("third"), "turn");
  EXPECT_TRUE(history.modified()) << "the saved scene lies on the line that was left";
  history.undo();
  EXPECT_TRUE(history.modified());
}

TEST(UndoHistory, AnEditOfTheSameGroupAfterSavingIsAStepOfItsOwn) {
  UndoHistory history;
  history.restart(titled("first"));
  history.push(titled("a"), "colour", "colour 1");
  history.mark_saved();
  history.push(titled("b"), "colour", "colour 1");
  EXPECT_TRUE(history.modified());
  EXPECT_EQ(history.undo()->title, "a");
  EXPECT_FALSE(history.modified());
}

TEST(UndoHistory, KeepsABoundedNumberOfStates) {
  UndoHistory history;
  history.restart(titled("first"));
  for (std::size_t i = 0; i < UndoHistory::limit + 20; ++i)
    history.push(titled(std::to_string(i)), "move");
  EXPECT_TRUE(history.modified());
  std::size_t steps = 0;
  while (history.undo())
    ++steps;
  EXPECT_EQ(steps, UndoHistory::limit - 1);
  EXPECT_TRUE(history.modified()) << "the saved scene is forgotten";
}

TEST(UndoHistory, EveryEditUndoneAndRedoneGivesTheSameFile) {
  const Scene start = small_scene();
  const Quat turn(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
  const std::vector<SceneEdit> edits = {
      add_recipe({"torus", {}}, Vec3(0, 0, 2)),
      duplicate_body(start, 1),
      rename_body(start, 1, "crate"),
      set_kind(start, 1, BodyKind::fixed),
      set_density(start, 2, 500.0),
      set_mass(start, 2, 3.5),
      set_friction(start, 2, 0.1),
      set_contact_stiffness(start, 2, 0.5),
      set_colour(start, 1, std::array<float, 3>{0.2f, 0.4f, 1}),
      set_recipe_number(start, 2, "radius", 0.3),
      place_body(start, 1, {Vec3(0.1, 0.2, 0.3), turn}, "move"),
      set_scale(start, 2, 1.5),
      snap_to_floor(start, 2),
      take_poses(std::vector<Pose>(5, Pose{Vec3(1, 2, 3), turn})),
      set_camera(CameraView{Vec3(1, 2, 3), Vec3::Zero(), Vec3::UnitY(), 0.7, 800}),
      remove_body(start, 0),
  };
  UndoHistory history;
  history.restart(std::make_shared<const Scene>(start));
  std::vector<std::string> files{written(start)};
  for (const SceneEdit& edit : edits) {
    history.push(std::make_shared<const Scene>(edited(*history.current(), edit)), edit.name);
    files.push_back(written(*history.current()));
    EXPECT_NE(files.back(), files[files.size() - 2]) << edit.name << " should change the file";
  }
  for (std::size_t i = edits.size(); i-- > 0;)
    EXPECT_EQ(written(*history.undo()), files[i]) << edits[i].name;
  for (std::size_t i = 0; i < edits.size(); ++i)
    EXPECT_EQ(written(*history.redo()), files[i + 1]) << edits[i].name;
}

} // namespace
} // namespace lamina
