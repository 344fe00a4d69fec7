#pragma once

#include "core/edit/scene_edits.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lamina {

/// What the menus and the Bodies panel can ask of the editor, beside edits of numbers and names.
enum class EditCommand {
  add_mesh,   ///< asks for files
  undo,       ///< the last edit
  redo,       ///< what was undone last
  duplicate,  ///< the selected body
  remove,     ///< the selected body
  rename,     ///< puts the keyboard into the field of its name
  fix,        ///< or free, if it is fixed
  to_floor,   ///< lowers the selected body until it touches
  from_start, ///< stops and goes back to the start, where handles are
  take_poses, ///< makes the present poses the start
  take_view,  ///< makes the present view the scene's
  select_next,
};

/// The scene that is edited, as panels and handles see it. Only the editor changes it.
struct EditContext {
  std::shared_ptr<const Scene> scene;        ///< as it starts; null before the first
  std::vector<std::array<float, 3>> colours; ///< of the bodies in the picture, sRGB
  std::optional<std::uint32_t> selected;     ///< index of a body
  std::string refusal;                       ///< why the last edit was not made; empty if it was
  std::string locked;                        ///< why the scene cannot be edited now; empty if it can
  bool busy = false;                         ///< meshes are being read for an edit
  std::string undo_name, redo_name;          ///< empty: nothing to undo or redo
  std::function<void(const SceneEdit&)> apply;
  std::function<void(EditCommand)> command;
  std::function<void(const Recipe&)> add_recipe;
  std::function<void(std::optional<std::uint32_t>)> select;

  std::optional<std::array<float, 3>> colour; ///< being chosen, sRGB
  std::string typing;                         ///< name of the field that is being typed into
  char typed[256] = "";                       ///< what it holds
  bool focus_name = false;                    ///< the field of the name shall take the keyboard
};

} // namespace lamina
