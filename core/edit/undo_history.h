#pragma once

#include "core/scene/scene.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

/// The scenes that edits have led through: a line of values with a place on it. Meshes are shared between
/// them, so a state costs little.
class UndoHistory {
public:
  /// States kept; older ones are forgotten.
  static constexpr std::size_t limit = 500;

  /// Begins anew with a scene that needs no saving.
  void restart(std::shared_ptr<const Scene> scene);

  /// Takes the result of an edit; what was undone is gone. An edit of the same non-empty group as the one
  /// before becomes one step with it.
  void push(std::shared_ptr<const Scene> scene, std::string name, std::string group = {}, bool live = false);

  /// One step back or forth; null if there is none.
  std::shared_ptr<const Scene> undo();
  std::shared_ptr<const Scene> redo();

  /// The scene now; null before the first.
  std::shared_ptr<const Scene> current() const;

  /// What undo and redo would undo and redo, for a menu; empty if nothing.
  std::string undo_name() const;
  std::string redo_name() const;

  /// Whether what undo and redo would do can be taken over by a run, as the edit could.
  bool undo_is_live() const { return at_ > 0 && line_[at_].live; }
  bool redo_is_live() const { return at_ + 1 < line_.size() && line_[at_ + 1].live; }

  bool modified() const { return saved_ != at_; }
  /// The scene now is what the file holds.
  void mark_saved();
  /// Nothing on the line is what a file holds.
  void mark_unsaved() { saved_ = nowhere; }

private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  struct Entry {
    std::shared_ptr<const Scene> scene;
    std::string name, group; ///< of the edit that led here
    bool live = false;       ///< likewise
  };
  std::vector<Entry> line_;
  std::size_t at_ = 0;
  std::size_t saved_ = 0;
};

} // namespace lamina
