#pragma once

#include "core/scene/scene.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lamina {

/// The bodies of a scene that are selected, by index and in the order in which they were. The last one is the
/// primary one, whose fields a panel shows.
class Selection {
public:
  const std::vector<std::uint32_t>& bodies() const { return bodies_; }
  std::size_t size() const { return bodies_.size(); }
  bool empty() const { return bodies_.empty(); }
  bool has(std::uint32_t body) const;
  std::optional<std::uint32_t> primary() const;

  void clear() { bodies_.clear(); }
  void only(std::uint32_t body) { bodies_ = {body}; }
  /// Exactly these. What occurs twice counts once.
  void only(const std::vector<std::uint32_t>& bodies);
  void add(std::uint32_t body); ///< becomes the primary one
  void remove(std::uint32_t body);
  void toggle(std::uint32_t body); ///< adds it, or removes it if it is selected
  /// Adds all from the primary one to this one, in the order of the scene.
  void extend_to(std::uint32_t body);

  bool operator==(const Selection&) const = default;

private:
  std::vector<std::uint32_t> bodies_;
};

/// What is selected after an edit: bodies that came, whatever was selected; else the same bodies by their
/// names, as far as they are still there.
Selection selection_after(const Selection& selection, const Scene& before, const Scene& after);

} // namespace lamina
