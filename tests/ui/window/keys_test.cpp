#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/window/window_test.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include <set>

namespace lamina {
namespace {

// Entries of a menu and of the menus in it; recent files are no actions, and the gallery has them by
// keyboard.
QList<QAction*> entries_of(const QMenu& menu) {
  QList<QAction*> entries;
  for (QAction* entry : menu.actions())
    if (entry->menu() && entry->text() != "Open &recent")
      entries << entries_of(*entry->menu());
    else if (!entry->menu() && !entry->isSeparator())
      entries << entry;
  return entries;
}

TEST_F(WindowTest, SpacePausesAndPlays) {
  ASSERT_TRUE(wait_for([&] { return now()->playing; }));
  key(Qt::Key_Space);
  EXPECT_TRUE(wait_for([&] { return !now()->playing; }));
  key(Qt::Key_Space);
  EXPECT_TRUE(wait_for([&] { return now()->playing; }));
}

TEST_F(WindowTest, TheRightArrowTakesOneStep) {
  pause();
  const std::uint64_t before = now()->statistics.step;
  key(Qt::Key_Right);
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step == before + 1; }));
  EXPECT_FALSE(now()->playing);
}

TEST_F(WindowTest, TheLeftArrowGoesBackOneStepAndNotBeforeTheFirst) {
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 5; }));
  pause();
  const std::uint64_t before = now()->statistics.step;
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == before + 1; }));
  const std::uint64_t hash = now()->statistics.state_hash;
  key(Qt::Key_Left);
  key(Qt::Key_Left);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == before - 1; }));
  key(Qt::Key_Right);
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == before + 1; }));
  EXPECT_EQ(now()->statistics.state_hash, hash);
  window_->post(GoBack{0});
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
  key(Qt::Key_Left);
  EXPECT_EQ(now()->statistics.step, 0u);
}

TEST_F(WindowTest, BackspaceResetsToTheFirstState) {
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > 5; }));
  pause();
  key(Qt::Key_Backspace);
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
  EXPECT_NEAR(position_of(1).y(), 0.1, 1e-12);
}

TEST_F(WindowTest, TabHidesThePanelsAndBringsThemBack) {
  EXPECT_TRUE(has_widget("Contact"));
  key(Qt::Key_Tab);
  EXPECT_FALSE(has_widget("Contact"));
  key(Qt::Key_Tab);
  EXPECT_TRUE(has_widget("Contact"));
}

TEST_F(WindowTest, CShowsContactsAndHidesThem) {
  EXPECT_FALSE(viewport().panels().view.contacts);
  key(Qt::Key_C);
  EXPECT_TRUE(viewport().panels().view.contacts);
  EXPECT_TRUE(wait_for([&] {
    return !now()->pairs.empty() && !images_of(now()->pairs[0].contacts).pixels.empty();
  })) << "snapshots should carry pixels while they are shown";
  key(Qt::Key_C);
  EXPECT_FALSE(viewport().panels().view.contacts);
  EXPECT_TRUE(
      wait_for([&] { return now()->pairs.empty() || images_of(now()->pairs[0].contacts).pixels.empty(); }));
}

TEST_F(WindowTest, VShowsContactsAndGoesThroughTheirViews) {
  for (const ContactView expected :
       {ContactView::pixels, ContactView::volume, ContactView::layers, ContactView::pixels}) {
    key(Qt::Key_V);
    EXPECT_TRUE(viewport().panels().view.contacts);
    EXPECT_EQ(viewport().panels().view.contact_view, expected);
  }
}

TEST_F(WindowTest, F11FillsTheScreenAndGivesItBack) {
  key(Qt::Key_F11);
  EXPECT_TRUE(window_->isFullScreen());
  key(Qt::Key_F11);
  EXPECT_FALSE(window_->isFullScreen());
}

TEST_F(WindowTest, F1ShowsTheKeysAndEscapeHidesThem) {
  key(Qt::Key_F1);
  EXPECT_TRUE(has_widget("keys"));
  key(Qt::Key_Escape);
  EXPECT_FALSE(has_widget("keys"));
}

TEST_F(WindowTest, FFramesAll) {
  viewport().camera().zoom(50);
  key(Qt::Key_F);
  // A box of 0.2 m fills the picture from about a metre.
  EXPECT_LT(viewport().camera().distance(), 3);
}

TEST_F(WindowTest, KeysThatAreTypedIntoAFieldAreNoShortcuts) {
  ASSERT_TRUE(wait_for([&] { return now()->playing; }));
  click("resolution");
  ASSERT_TRUE(wait_for([&] { return viewport().imgui().wants_text(); }));
  key(Qt::Key_Space);
  key(Qt::Key_Backspace);
  key(Qt::Key_Tab);
  EXPECT_TRUE(now()->playing);
  EXPECT_TRUE(has_widget("Contact"));
}

TEST_F(WindowTest, TheKeyboardReachesAWidgetInThePanelsAndLeavesThem) {
  key(Qt::Key_F6);
  EXPECT_TRUE(viewport().imgui().keyboard_walk());
  // The first widget of the first panel is Play or Pause.
  ASSERT_TRUE(wait_for([&] { return now()->playing; }));
  key(Qt::Key_Down);
  key(Qt::Key_Up);
  key(Qt::Key_Space);
  EXPECT_TRUE(wait_for([&] { return !now()->playing; }));
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().imgui().keyboard_walk());
}

TEST_F(WindowTest, EveryActionIsInAMenuWithAKeyThatNoOtherHas) {
  QList<QAction*> entries;
  for (const QAction* top : window_->menuBar()->actions())
    entries << entries_of(*top->menu());
  EXPECT_GT(entries.size(), 50);
  std::set<QString> keys;
  for (const QAction* entry : entries) {
    EXPECT_FALSE(entry->shortcut().isEmpty()) << entry->text().toStdString();
    for (const QKeySequence& key : entry->shortcuts())
      EXPECT_TRUE(keys.insert(key.toString()).second) << key.toString().toStdString() << " is taken twice";
  }
  for (QAction* action : window_->actions())
    EXPECT_TRUE(entries.contains(action)) << action->text().toStdString() << " is in no menu";
}

TEST_F(WindowTest, ShiftGHidesTheGridAndShowsNoForces) {
  const ViewChoices before = viewport().panels().view;
  key(Qt::Key_G, Qt::ShiftModifier);
  EXPECT_NE(viewport().panels().view.grid, before.grid);
  EXPECT_EQ(viewport().panels().view.forces, before.forces);
}

TEST_F(WindowTest, KeysOfTheThemesChooseThem) {
  key(Qt::Key_F9);
  EXPECT_EQ(viewport().panels().view.theme, ThemeChoice::dark);
  EXPECT_TRUE(viewport().panels().dark);
  key(Qt::Key_F8);
  EXPECT_EQ(viewport().panels().view.theme, ThemeChoice::light);
  EXPECT_FALSE(viewport().panels().dark);
  key(Qt::Key_F7);
  EXPECT_EQ(viewport().panels().view.theme, ThemeChoice::system);
}

TEST_F(WindowTest, AltAndADigitApplyAPreset) {
  key(Qt::Key_2, Qt::AltModifier);
  EXPECT_TRUE(wait_for([&] { return now()->settings.response.law == ContactLaw::f08; }));
  key(Qt::Key_1, Qt::AltModifier);
  EXPECT_TRUE(wait_for([&] { return now()->settings == Settings(); }));
}

} // namespace
} // namespace lamina
