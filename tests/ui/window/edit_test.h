#pragma once

#include "core/edit/autosave.h"
#include "core/scene/scene_file.h"
#include "tests/ui/window/window_test.h"
#include "ui/window/editing/scene_editor.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace lamina {

/// The window with the Bodies panel unfolded.
class EditTest : public WindowTest {
protected:
  void SetUp() override {
    // What windows of other cases left, which went without being closed.
    std::filesystem::remove_all(state_folder());
    WindowTest::SetUp();
    viewport().show_panel("Bodies");
    wait_for_frames(6);
  }

  SceneEditor& editor() { return window_->editor(); }
  const Scene& scene() { return *viewport().panels().edit.scene; }
  std::string refusal() { return viewport().panels().edit.refusal; }

  /// Does something and waits until the simulation stands at the start of the scene that came of it.
  void edit(const std::function<void()>& act) {
    const std::uint64_t before = now()->scene_revision;
    act();
    ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; })) << refusal();
    ASSERT_TRUE(wait_for([&] { return !now()->playing && now()->statistics.step == 0; }));
    ASSERT_TRUE(wait_for([&] { return now()->bodies.size() == scene().bodies.size(); }));
    wait_for_frames(4);
  }

  void select(std::size_t body) {
    pause();
    wait_for_frames();
    const QPointF at = on_screen(position_of(body));
    move(at);
    press(at);
    release(at);
    wait_for_frames();
    ASSERT_EQ(viewport().panels().edit.selected.primary(), std::uint32_t(body));
  }

  void at_start_with(std::size_t body) {
    select(body);
    key(Qt::Key_E);
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
    wait_for_frames(4);
    ASSERT_TRUE(handles().has_value());
  }

  std::optional<EditHandles> handles() {
    return viewport().edit_tool().handles({viewport().width(), viewport().height()});
  }

  std::string written() { return write_scene(scene(), "/"); }

  template <class Dialog>
  Dialog* dialog(const char* name) {
    Dialog* found = nullptr;
    EXPECT_TRUE(wait_for([&] { return (found = window_->findChild<Dialog*>(name)) && found->isVisible(); }))
        << "no dialog " << name;
    return found;
  }
};

} // namespace lamina
