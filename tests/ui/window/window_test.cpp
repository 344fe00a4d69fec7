#include "tests/ui/window/window_test.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QMouseEvent>
#include <QSettings>
#include <QWheelEvent>

#include <algorithm>
#include <vector>

namespace lamina {

namespace {

/// Frames after which what still moves is taken as it is.
constexpr int most_tries = 30;

} // namespace

void WindowTest::SetUp() {
  // Where panels lie is kept in a file beside the preferences.
  QSettings preferences(QSettings::IniFormat, QSettings::UserScope, "lamina", "lamina");
  preferences.clear();
  QFile::remove(QFileInfo(preferences.fileName()).dir().filePath("panels.ini"));
  make_window();
  open_and_wait(write_box_scene("box.json"));
  wait_for_still_panels();
}

void WindowTest::TearDown() {
  window_.reset();
}

void WindowTest::make_window(int width, int height) {
  window_.reset();
  window_ = std::make_unique<MainWindow>();
  // What a key or a click does shows in the next frame.
  viewport().panels().reduced_motion = true;
  window_->resize(width, height);
  window_->show();
  window_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
}

bool WindowTest::wait_for(const std::function<bool()>& condition) {
  // Generous, for a build with sanitizers on a busy machine; a condition that holds ends it at once.
  return QTest::qWaitFor(condition, 30000);
}

void WindowTest::wait_for_frames(int frames) {
  int drawn = 0;
  const auto connection = QObject::connect(&viewport(), &Viewport::drawn, [&] { ++drawn; });
  viewport().redraw(frames);
  EXPECT_TRUE(wait_for([&] { return drawn >= frames && !viewport().imgui().events_wait(); }));
  QObject::disconnect(connection);
}

void WindowTest::wait_for_still_panels() {
  const auto tops = [&] {
    std::vector<float> all;
    for (const auto& [name, r] : viewport().panels().rects.all())
      if (r.window)
        all.push_back(r.y0);
    return all;
  };
  std::vector<float> before;
  for (int tries = 0; tries < most_tries && before != tops(); ++tries) {
    before = tops();
    wait_for_frames();
  }
}

std::string WindowTest::write_file(const std::string& name, const std::string& text) {
  const QString path = folder_.filePath(QString::fromStdString(name));
  QFile file(path);
  EXPECT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(text.data(), qint64(text.size()));
  return path.toStdString();
}

std::string WindowTest::write_box_scene(const std::string& name, const std::string& title) {
  return write_file(name, R"({ "title": ")" + title + R"(",
    "bodies": [
      { "name": "ground", "kind": "fixed", "one_sided": true, "recipe": { "shape": "ground", "size": 4 } },
      { "name": "box", "position": [0, 0.1, 0],
        "recipe": { "shape": "box", "x": 0.2, "y": 0.2, "z": 0.2 } } ],
    "camera": { "eye": [0, 0.5, 2], "target": [0, 0.2, 0] } })");
}

void WindowTest::open_and_wait(const std::string& file) {
  const std::uint64_t before = now() ? now()->scene_revision : 0;
  window_->open({file});
  ASSERT_TRUE(wait_for([&] { return !window_->loading() && now() && now()->scene_revision > before; }))
      << file << " did not open";
  wait_for_frames();
}

void WindowTest::pause() {
  window_->post(Pause{});
  ASSERT_TRUE(wait_for([&] { return !now()->playing; }));
}

void WindowTest::press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
  QMouseEvent event(QEvent::MouseButtonPress, at, viewport().mapToGlobal(at), button, button, keys);
  QApplication::sendEvent(&viewport(), &event);
}

void WindowTest::move(QPointF at, Qt::MouseButtons buttons, Qt::KeyboardModifiers keys) {
  QMouseEvent event(QEvent::MouseMove, at, viewport().mapToGlobal(at), Qt::NoButton, buttons, keys);
  QApplication::sendEvent(&viewport(), &event);
}

void WindowTest::release(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
  QMouseEvent event(QEvent::MouseButtonRelease, at, viewport().mapToGlobal(at), button, Qt::NoButton, keys);
  QApplication::sendEvent(&viewport(), &event);
}

void WindowTest::drag(QPointF from, QPointF to, Qt::MouseButton button) {
  press(from, button);
  for (int i = 1; i <= 10; ++i) {
    move(from + (to - from) * (i / 10.0), button);
    wait_for_frames(1);
  }
  release(to, button);
  wait_for_frames(1);
}

void WindowTest::double_click(QPointF at) {
  press(at);
  release(at);
  second_click(at);
}

void WindowTest::second_click(QPointF at) {
  QMouseEvent event(QEvent::MouseButtonDblClick, at, viewport().mapToGlobal(at), Qt::LeftButton,
                    Qt::LeftButton, {});
  QApplication::sendEvent(&viewport(), &event);
  release(at);
}

bool WindowTest::has_widget(const std::string& name) {
  return viewport().panels().rects.find(name) != nullptr;
}

void WindowTest::turn_wheel(QPointF at, int notches) {
  QWheelEvent event(at, viewport().mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&viewport(), &event);
  wait_for_frames();
}

void WindowTest::scroll_to(const std::string& widget) {
  const WidgetRects& rects = viewport().panels().rects;
  const auto place = [&] { return rects.find(widget) ? *rects.find(widget) : WidgetRects::Rect(); };
  // It lies in one of the panels above or below each other there.
  const auto all = rects.all();
  for (const auto& [name, panel] : all) {
    if (!panel.window || !panel.contains(place().x0 + 1, panel.y0))
      continue;
    const QPointF middle(0.5 * double(panel.x0 + panel.x1), 0.5 * double(panel.y0 + panel.y1));
    for (float before = -1; !place().visible && place().y0 != before;) {
      before = place().y0;
      turn_wheel(middle, before > panel.y0 ? -1 : 1);
    }
  }
}

QPointF WindowTest::place_of(const std::string& widget) {
  // On a busy machine what was asked for may not be drawn yet.
  wait_for([&] { return has_widget(widget); });
  const WidgetRects::Rect* rect = viewport().panels().rects.find(widget);
  if (rect && !rect->visible) {
    scroll_to(widget);
    rect = viewport().panels().rects.find(widget);
  }
  EXPECT_NE(rect, nullptr) << "no widget " << widget;
  if (!rect)
    return {};
  EXPECT_TRUE(rect->visible) << widget << " cannot be seen";
  return {0.5 * double(rect->x0 + rect->x1), 0.5 * double(rect->y0 + rect->y1)};
}

void WindowTest::click(const std::string& widget, Qt::KeyboardModifiers keys) {
  // Rows above it may come and go with what was changed before.
  QPointF at = place_of(widget);
  QPointF before;
  for (int tries = 0; tries < most_tries && before != at; ++tries, at = place_of(widget)) {
    before = at;
    wait_for_frames(1);
  }
  click_at(at, Qt::LeftButton, keys);
}

void WindowTest::click_at(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
  move(at);
  press(at, button, keys);
  release(at, button, keys);
  wait_for_frames();
}

void WindowTest::give_room(const char* panel) {
  const auto panels = panel_list();
  const auto found = std::find_if(panels.begin(), panels.end(),
                                  [&](const Panel& known) { return std::string(known.title) == panel; });
  ASSERT_NE(found, panels.end());
  viewport().panels().layout.move(std::size_t(found - panels.begin()), PanelSide::right, 0);
  wait_for_frames();
  viewport().show_panel(panel);
  wait_for_frames(6);
}

void WindowTest::show_all_contact_settings() {
  give_room("Contact");
  if (!has_widget("group Contact"))
    click("Contact more");
}

void WindowTest::key(Qt::Key pressed, Qt::KeyboardModifiers modifiers) {
  QTest::keyClick(&viewport(), pressed, modifiers);
  wait_for_frames();
}

void WindowTest::type(const std::string& setting, const std::string& text) {
  click(setting);
  ASSERT_TRUE(wait_for([&] { return viewport().imgui().wants_text(); })) << setting << " takes no text";
  QTest::keyClicks(&viewport(), QString::fromStdString(text));
  key(Qt::Key_Return);
}

QPointF WindowTest::on_screen(const Vec3& point) {
  const auto place = viewport().camera().project(point, {viewport().width(), viewport().height()});
  EXPECT_TRUE(place.has_value());
  return place ? QPointF((*place).x(), (*place).y()) : QPointF();
}

} // namespace lamina
