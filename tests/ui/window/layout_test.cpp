#include "tests/ui/window/window_test.h"

namespace lamina {
namespace {

bool overlap(const WidgetRects::Rect& a, const WidgetRects::Rect& b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

void expect_apart_and_inside(Viewport& viewport) {
  const WidgetRects& rects = viewport.panels().rects;
  const auto wanted = [&](const Panel& panel) { return !panel.wanted || panel.wanted(viewport.panels()); };
  for (const Panel& a : panel_list()) {
    if (!wanted(a))
      continue;
    const WidgetRects::Rect* ra = rects.find(a.title);
    ASSERT_NE(ra, nullptr) << a.title;
    EXPECT_GE(ra->x0, 0);
    EXPECT_GE(ra->y0, 0);
    EXPECT_LE(ra->x1, viewport.width());
    EXPECT_LE(ra->y1, viewport.height());
    for (const Panel& b : panel_list())
      if (&a != &b && wanted(b)) {
        EXPECT_FALSE(overlap(*ra, *rects.find(b.title))) << a.title << " over " << b.title;
      }
  }
}

TEST_F(WindowTest, PanelsNeverOverlapNorLeaveTheWindow) {
  const QSize sizes[] = {{1024, 700}, {1600, 1000}, {800, 560}};
  for (const QSize& size : sizes) {
    SCOPED_TRACE(std::to_string(size.width()) + "x" + std::to_string(size.height()));
    window_->resize(size);
    ASSERT_TRUE(wait_for([&] { return window_->size() == size; }));
    wait_for_frames(6);
    expect_apart_and_inside(viewport());
  }
}

// Scenes lie between the panels, so no body can be there.
TEST_F(WindowTest, TheHintStandsBelowThePanelsWhileThereIsRoom) {
  window_->resize(1280, 800);
  ASSERT_TRUE(wait_for([&] { return window_->width() == 1280; }));
  wait_for_frames(6);
  const WidgetRects& rects = viewport().panels().rects;
  const auto expect_over_no_panel = [&] {
    ASSERT_NE(rects.find("drag hint"), nullptr);
    for (const Panel& panel : panel_list())
      if (const WidgetRects::Rect* rect = rects.find(panel.title)) {
        EXPECT_FALSE(overlap(*rects.find("drag hint"), *rect)) << panel.title;
      }
  };
  const float between = free_strip(viewport().panels(), float(viewport().width())).left;
  expect_over_no_panel();
  EXPECT_LT(rects.find("drag hint")->x1, between);
  for (const char* panel : {"View", "Profiler", "Energy"})
    viewport().show_panel(panel);
  wait_for_frames(6);
  expect_over_no_panel();
  EXPECT_GE(rects.find("drag hint")->x0, between) << "panels need the room";
}

TEST_F(WindowTest, TheStatusLineAndTheScenesNameAreThere) {
  EXPECT_EQ(window_->windowTitle(), QString("box on the ground – Lamina"));
  const QString text = status_text(*now(), viewport().panels().frames_per_second);
  EXPECT_GT(viewport().panels().frames_per_second, 0);
  for (const char* part : {"frames/s", "steps/s", "real time", "pair", "contact pixel", "dropped column"})
    EXPECT_TRUE(text.contains(part)) << text.toStdString();
}

TEST_F(WindowTest, ChoicesOfTheViewAreRememberedByTheNextWindow) {
  key(Qt::Key_G);
  key(Qt::Key_C);
  const ViewChoices chosen = viewport().panels().view;
  EXPECT_TRUE(chosen.forces);
  window_->close();
  make_window();
  EXPECT_EQ(viewport().panels().view, chosen);
}

} // namespace
} // namespace lamina
