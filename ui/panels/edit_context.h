#pragma once

#include "core/edit/selection.h"
#include "core/edit/several_bodies.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamina {

/// What menus and panels can ask of the editor, beside edits of numbers and names.
enum class EditCommand {
  add_mesh,     ///< asks for files
  undo,         ///< the last edit
  redo,         ///< what was undone last
  duplicate,    ///< the selected bodies
  remove,       ///< the selected bodies
  rename,       ///< puts the keyboard into the field of the name
  fix,          ///< the selected bodies, or frees them if none of them is free
  to_floor,     ///< lowers each selected body until it touches
  stack,        ///< puts each selected body on the one selected before
  group,        ///< selected bodies no longer collide with each other
  ungroup,      ///< takes them out of all groups
  select_group, ///< selects what shares a group with a selected body too
  select_all,   ///< but floors
  select_next,
  from_start, ///< stops and goes back to the start, where handles are
  take_poses, ///< makes the present poses the start
  take_view,  ///< makes the present view the scene's
};

/// Whether it changes the scene, or goes back to where that begins.
constexpr bool is_edit(EditCommand command) {
  return command != EditCommand::select_group && command != EditCommand::select_all &&
         command != EditCommand::select_next;
}

/// A number in a field that the mouse is dragging.
struct DraggedNumber {
  std::string field;
  double from = 0, value = 0;
};

/// The scene that is edited, as panels and handles see it. Only the editor changes it.
struct EditContext {
  std::shared_ptr<const Scene> scene;        ///< as it starts; null before the first
  std::vector<std::array<float, 3>> colours; ///< of the bodies in the picture, sRGB
  Selection selected;
  std::string refusal;              ///< why the last edit was not made; empty if it was
  std::string locked;               ///< why the scene cannot be edited now; empty if it can
  bool busy = false;                ///< meshes are being read for an edit
  std::string undo_name, redo_name; ///< empty: nothing to undo or redo
  std::function<void(const SceneEdit&)> apply;
  std::function<void(EditCommand)> command;
  std::function<void(int axis, AlignBy by)> align; ///< the selected bodies
  std::function<void(const Recipe&)> add_recipe;
  std::function<void(const Selection&)> select;

  std::optional<std::array<float, 3>> colour; ///< being chosen, sRGB
  std::string typing;                         ///< name of the field that is being typed into
  char typed[256] = "";                       ///< what it holds
  bool focus_name = false;                    ///< the field of the name shall take the keyboard
  bool decimal_comma = false;                 ///< people here write 1,8
  std::optional<DraggedNumber> dragged;
  /// Poses that a dragged number would give: the picture shows them until it is let go.
  std::vector<std::pair<std::uint32_t, Pose>> preview;
};

} // namespace lamina
