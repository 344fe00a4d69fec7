#pragma once

#include "ui/window/main/main_window.h"
#include "ui/window/viewport/viewport.h"

#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

namespace lamina {

/// A window with a scene of a box that lies on the ground, seen from in front; mouse and keys are real
/// events.
class WindowTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// Lets events happen until the condition holds; false if it never does.
  bool wait_for(const std::function<bool()>& condition);
  /// Waits until the viewport has drawn what is there now.
  void wait_for_frames(int frames = 3);
  /// Waits until panels stay where they are from frame to frame: rows that come with the first states move
  /// those below.
  void wait_for_still_panels();

  void make_window(int width = 1024, int height = 760);
  std::string write_file(const std::string& name, const std::string& text);
  /// A scene of a box of 0.2 m on the ground, by name of a file that it is written to.
  std::string write_box_scene(const std::string& name, const std::string& title = "box on the ground");
  void open_and_wait(const std::string& file);
  void pause();

  void press(QPointF at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {});
  void move(QPointF at, Qt::MouseButtons buttons = Qt::NoButton, Qt::KeyboardModifiers keys = {});
  void release(QPointF at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {});
  void drag(QPointF from, QPointF to, Qt::MouseButton button = Qt::LeftButton);
  void click(const std::string& widget, Qt::KeyboardModifiers keys = {});
  void click_at(QPointF at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers keys = {});
  void double_click(QPointF at);
  void second_click(QPointF at); ///< that of a double click
  /// Moves a panel to the other column and unfolds it, so that nothing in it has to be scrolled to.
  void give_room(const char* panel);
  void show_all_contact_settings();
  void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

  void turn_wheel(QPointF at, int notches);

  bool has_widget(const std::string& name);
  /// Turns the wheel over the panel that holds a widget, until it can be seen.
  void scroll_to(const std::string& widget);
  /// The middle of a widget, after scrolling to it.
  QPointF place_of(const std::string& widget);
  /// Types a value into the field of a setting, and Enter.
  void type(const std::string& setting, const std::string& text);

  std::shared_ptr<const Snapshot> now() { return window_->latest(); }
  Viewport& viewport() { return window_->viewport(); }
  Vec3 position_of(std::size_t body) { return now()->bodies[body].pose.position; }
  /// Where a point of the world is in the viewport.
  QPointF on_screen(const Vec3& point);

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

} // namespace lamina
