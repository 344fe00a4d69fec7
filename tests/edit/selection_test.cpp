#include "core/edit/selection.h"
#include "core/edit/several_bodies.h"
#include "tests/edit/edit_support.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using Bodies = std::vector<std::uint32_t>;

TEST(Selection, KeepsTheOrderAndTheLastIsPrimary) {
  Selection selection;
  EXPECT_FALSE(selection.primary());
  selection.add(3);
  selection.add(1);
  selection.add(3);
  EXPECT_EQ(selection.bodies(), (Bodies{1, 3})) << "chosen again, it is the last";
  EXPECT_EQ(selection.primary(), 3u);
  selection.toggle(2);
  selection.toggle(1);
  EXPECT_EQ(selection.bodies(), (Bodies{3, 2}));
  selection.only({4, 4, 0});
  EXPECT_EQ(selection.bodies(), (Bodies{4, 0}));
}

TEST(Selection, ExtendsInBothDirections) {
  Selection selection;
  selection.extend_to(2);
  EXPECT_EQ(selection.bodies(), (Bodies{2}));
  selection.extend_to(5);
  EXPECT_EQ(selection.bodies(), (Bodies{2, 3, 4, 5}));
  selection.only(5);
  selection.extend_to(3);
  EXPECT_EQ(selection.primary(), 3u);
  EXPECT_EQ(selection.size(), 3u);
}

TEST(Selection, FollowsBodiesThroughEditsAndUndo) {
  const Scene scene = small_scene();
  Selection selection;
  selection.only({1, 2});
  const Scene twice = edited(scene, duplicate_bodies(scene, selection.bodies()));
  const Selection copies = selection_after(selection, scene, twice);
  EXPECT_EQ(copies.bodies(), (Bodies{3, 4})) << "what came is selected";
  EXPECT_TRUE(selection_after(copies, twice, scene).empty());

  selection.only(2);
  const Scene without = edited(scene, remove_body(scene, 1));
  EXPECT_EQ(selection_after(selection, scene, without).bodies(), (Bodies{1})) << "another index";
  EXPECT_EQ(selection_after({}, without, scene).bodies(), (Bodies{1})) << "what undo brings back";
  const Scene renamed = edited(scene, rename_body(scene, 2, "ball"));
  EXPECT_EQ(selection_after(selection, scene, renamed), selection);
}

} // namespace
} // namespace lamina
