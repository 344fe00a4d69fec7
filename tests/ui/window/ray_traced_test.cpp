#include "tests/ui/window/window_test.h"

#include "ui/window/preferences/preferences.h"

#include <QAction>

#include <algorithm>

namespace lamina {
namespace {

QAction* ray_traced_action(MainWindow& window) {
  for (QAction* action : window.findChildren<QAction*>())
    if (action->text() == "Ray-&traced picture")
      return action;
  return nullptr;
}

/// Whether a pixel is one of a red body.
bool red(QRgb pixel) {
  return qRed(pixel) > qGreen(pixel) + 30 && qRed(pixel) > qBlue(pixel) + 30;
}

class RayTracedWindow : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    open_and_wait(write_file("red.json", R"({
      "title": "ring",
      "settings": { "method": "raytraced" },
      "bodies": [
        { "name": "ground", "recipe": { "shape": "box", "x": 4, "y": 0.2, "z": 4 }, "kind": "fixed",
          "position": [0, -0.1, 0], "colour": "#808080" },
        { "name": "ring", "recipe": { "shape": "torus", "radius": 0.35, "tube_radius": 0.1, "triangles": 3200 },
          "position": [0, 0.5, 0], "colour": "#e01818" }],
      "camera": { "eye": [1.5, 1.5, 2.5], "target": [0, 0.3, 0] }})"));
    viewport().panels().view.panels = false;
  }
  QImage settled_picture() {
    viewport().redraw();
    EXPECT_TRUE(wait_for([&] { return viewport().settled(); }));
    return viewport().grabFramebuffer();
  }
};

TEST_F(RayTracedWindow, TheMenuShowsTheSameSceneByRays) {
  pause();
  const QImage drawn = settled_picture();
  QAction* action = ray_traced_action(*window_);
  ASSERT_TRUE(action);
  EXPECT_FALSE(action->isChecked());
  EXPECT_FALSE(action->toolTip().isEmpty());
  action->trigger();
  EXPECT_TRUE(action->isChecked());
  const QImage traced = settled_picture();
  ASSERT_EQ(traced.size(), drawn.size());
  EXPECT_NE(traced, drawn);
  long both = 0, either = 0;
  for (int y = 0; y < drawn.height(); ++y)
    for (int x = 0; x < drawn.width(); ++x) {
      const bool a = red(drawn.pixel(x, y)), b = red(traced.pixel(x, y));
      both += a && b;
      either += a || b;
    }
  EXPECT_GT(both, 1000);
  EXPECT_GT(double(both) / double(either), 0.95);
  action->trigger();
  EXPECT_EQ(settled_picture(), drawn);
}

TEST_F(RayTracedWindow, SnapshotsBringTheTreesAndPicturesFollowWhatMoves) {
  key(Qt::Key_T);
  ASSERT_TRUE(wait_for([&] { return !now()->trees.empty() && now()->playing; }));
  const QImage first = viewport().grabFramebuffer();
  const std::uint64_t step = now()->statistics.step;
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 20; })) << "it goes on";
  EXPECT_TRUE(wait_for([&] { return viewport().grabFramebuffer() != first; }));
  key(Qt::Key_T);
  EXPECT_TRUE(wait_for([&] { return now()->trees.empty(); }));
}

TEST_F(WindowTest, ByRaysWhatRestsStaysFineWhileTheSimulationPlays) {
  key(Qt::Key_T);
  ASSERT_TRUE(wait_for([&] { return now()->bodies[1].asleep; }));
  const auto pass_steps = [&] {
    // More than a second, after which a newer state would be shown of what is drawn.
    const std::uint64_t step = now()->statistics.step;
    EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 150; }));
  };
  pass_steps(); // that the body is paler now is to be seen
  ASSERT_TRUE(wait_for([&] { return viewport().settled(); }));
  bool coarse = false;
  const auto connection =
      QObject::connect(&viewport(), &Viewport::drawn, [&] { coarse = coarse || !viewport().settled(); });
  pass_steps();
  QObject::disconnect(connection);
  EXPECT_FALSE(coarse);
}

TEST_F(RayTracedWindow, ASavedPictureIsMadeByRaysToo) {
  pause();
  const QImage drawn = viewport().picture({QSize(320, 200), false, false});
  key(Qt::Key_T);
  const QImage traced = viewport().picture({QSize(320, 200), false, false});
  EXPECT_EQ(traced.size(), drawn.size());
  EXPECT_NE(traced, drawn);
  const QImage seen_through = viewport().picture({QSize(320, 200), true, false});
  EXPECT_EQ(qAlpha(seen_through.pixel(2, 2)), 0);
}

TEST_F(RayTracedWindow, TheChoiceIsKept) {
  key(Qt::Key_T);
  ASSERT_TRUE(viewport().panels().view.ray_traced);
  window_->close();
  EXPECT_TRUE(load_preferences().view.ray_traced);
}

} // namespace
} // namespace lamina
