#include "core/edit/undo_history.h"

#include <algorithm>
#include <utility>

namespace lamina {

void UndoHistory::restart(std::shared_ptr<const Scene> scene) {
  line_.clear();
  line_.push_back({std::move(scene), {}, {}, false});
  at_ = saved_ = 0;
}

void UndoHistory::push(std::shared_ptr<const Scene> scene, std::string name, std::string group, bool live) {
  if (saved_ != nowhere && saved_ > at_)
    saved_ = nowhere;
  line_.resize(std::min(line_.size(), at_ + 1));
  const bool joins = !group.empty() && at_ > 0 && line_[at_].group == group && saved_ != at_;
  if (joins) {
    line_[at_].scene = std::move(scene);
    line_[at_].live = line_[at_].live && live;
    return;
  }
  line_.push_back({std::move(scene), std::move(name), std::move(group), live});
  if (line_.size() > limit) {
    line_.erase(line_.begin());
    saved_ = saved_ == nowhere || saved_ == 0 ? nowhere : saved_ - 1;
  }
  at_ = line_.size() - 1;
}

std::shared_ptr<const Scene> UndoHistory::undo() {
  if (at_ == 0)
    return nullptr;
  // Whatever comes after an undo is a step of its own.
  line_[--at_].group.clear();
  return line_[at_].scene;
}

std::shared_ptr<const Scene> UndoHistory::redo() {
  if (at_ + 1 >= line_.size())
    return nullptr;
  line_[++at_].group.clear();
  return line_[at_].scene;
}

std::shared_ptr<const Scene> UndoHistory::current() const {
  return line_.empty() ? nullptr : line_[at_].scene;
}

std::string UndoHistory::undo_name() const {
  return at_ > 0 ? line_[at_].name : "";
}

std::string UndoHistory::redo_name() const {
  return at_ + 1 < line_.size() ? line_[at_ + 1].name : "";
}

void UndoHistory::mark_saved() {
  saved_ = at_;
}

} // namespace lamina
