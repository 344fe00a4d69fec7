#include "tests/ui/window/window_test.h"

#include <cmath>

namespace lamina {
namespace {

/// The window as it opens on a screen of 1280 × 800 with the welcome scene.
class PanelLayoutTest : public WindowTest {
protected:
  const WidgetRects::Rect& rect(const char* name) {
    const WidgetRects::Rect* found = viewport().panels().rects.find(name);
    EXPECT_NE(found, nullptr) << name;
    static const WidgetRects::Rect none;
    return found ? *found : none;
  }
  QPointF title_of(const char* panel) {
    wait_for_still_panels();
    const WidgetRects::Rect& r = rect(panel);
    return {double(r.x0) + 100, double(r.y0) + 10};
  }
  bool folded(const char* panel) { return rect(panel).y1 - rect(panel).y0 < 40; }
};

TEST_F(PanelLayoutTest, AtFirstFewControlsAreThereAndMostOfTheWindowIsFree) {
  make_window(1280, 800);
  open_and_wait(std::string(LAMINA_SOURCE_DIR) + "/scenes/welcome.json");
  wait_for_frames(6);
  int controls = 0;
  for (const auto& [name, r] : viewport().panels().rects.all())
    controls += r.visible && !r.window && name.find(" unit") == std::string::npos && name != "legend";
  EXPECT_LE(controls, 25);
  EXPECT_GT(controls, 10);
  const FreeStrip free = free_strip(viewport().panels(), float(viewport().width()));
  EXPECT_GE(free.right - free.left, 0.7f * float(viewport().width()) - 16);
  for (const char* open : {"Simulation", "Bodies", "Contact"})
    EXPECT_FALSE(folded(open)) << open;
  for (const char* closed : {"View", "Profiler", "Energy", "Record"})
    EXPECT_TRUE(folded(closed)) << closed;
}

TEST_F(PanelLayoutTest, APanelMovesByItsTitleAndStaysThereForTheNextWindow) {
  const float before = rect("Energy").x0;
  const QPointF from = title_of("Energy"), to(viewport().width() - 60, 40);
  drag(from, to);
  wait_for_frames(4);
  EXPECT_GT(rect("Energy").x0, before + 100);
  EXPECT_TRUE(folded("Energy")) << "moving is not folding";
  // Above the first of its old column.
  drag(title_of("Record"), title_of("Simulation") - QPointF(0, 6));
  wait_for_frames(4);
  EXPECT_LT(rect("Record").y0, rect("Simulation").y0);
  window_->close();
  make_window();
  open_and_wait(write_box_scene("again.json"));
  wait_for_frames(6);
  EXPECT_GT(rect("Energy").x0, before + 100);
  EXPECT_LT(rect("Record").y0, rect("Simulation").y0);
  key(Qt::Key_F6, Qt::ShiftModifier);
  wait_for_frames(4);
  EXPECT_EQ(rect("Energy").x0, before);
  EXPECT_GT(rect("Record").y0, rect("Simulation").y0);
}

TEST_F(PanelLayoutTest, EscapeLeavesAPanelInHandWhereItWas) {
  const QPointF from = title_of("Energy");
  press(from);
  move(from + QPointF(60, 0), Qt::LeftButton);
  wait_for_frames();
  move(QPointF(viewport().width() - 60, 40), Qt::LeftButton);
  wait_for_frames();
  key(Qt::Key_Escape);
  release(QPointF(viewport().width() - 60, 40));
  wait_for_frames(4);
  EXPECT_LT(rect("Energy").x0, 100);
}

TEST_F(PanelLayoutTest, EdgesMakeColumnsWiderAndPanelsHigherAndADoubleClickGivesTheUsualSize) {
  const float wide = rect("Simulation").x1 - rect("Simulation").x0;
  const QPointF edge = place_of("left column edge");
  const Vec3 eye = viewport().camera().eye();
  drag(edge, edge + QPointF(60, 0));
  wait_for_frames(4);
  EXPECT_NEAR(rect("Simulation").x1 - rect("Simulation").x0, wide + 60, 6);
  EXPECT_EQ(viewport().camera().eye(), eye);
  const float high = rect("Simulation").y1 - rect("Simulation").y0;
  const QPointF below = place_of("Simulation edge");
  drag(below, below - QPointF(0, 30));
  wait_for_frames(4);
  EXPECT_NEAR(rect("Simulation").y1 - rect("Simulation").y0, high - 30, 6);
  EXPECT_NEAR(rect("Bodies").y0 - rect("Simulation").y1, 8, 1) << "the next one follows";
}

TEST_F(PanelLayoutTest, TextOfALayoutIsReadBackAndGarbageIsPassedOver) {
  PanelLayout layout;
  layout.move(layout.column(PanelSide::left)[2], PanelSide::right, 0);
  layout.set_width(PanelSide::left, 18.5f);
  layout.set_height(1, 12);
  PanelLayout back;
  back.read("[Window][Contact]\nPos=1,2\n" + layout.text() + "[Window][Other]\nleft=4\n");
  EXPECT_EQ(back.text(), layout.text());
  const std::string usual = PanelLayout().text();
  for (const char* garbage :
       {"", "[Lamina][Panels]\nleft=nan\nright=-3\nleft,1e9,Energy\nleft,2,Nothing\nleft,\n",
        "left=20\nright,3,Energy\n"}) {
    PanelLayout kept;
    kept.read(garbage);
    EXPECT_EQ(kept.text(), usual) << garbage;
  }
}

} // namespace
} // namespace lamina
