#include "core/edit/selection.h"

#include <algorithm>
#include <set>
#include <string>

namespace lamina {

bool Selection::has(std::uint32_t body) const {
  return std::find(bodies_.begin(), bodies_.end(), body) != bodies_.end();
}

std::optional<std::uint32_t> Selection::primary() const {
  return bodies_.empty() ? std::nullopt : std::optional(bodies_.back());
}

void Selection::only(const std::vector<std::uint32_t>& bodies) {
  bodies_.clear();
  for (const std::uint32_t body : bodies)
    if (!has(body))
      bodies_.push_back(body);
}

void Selection::add(std::uint32_t body) {
  remove(body);
  bodies_.push_back(body);
}

void Selection::remove(std::uint32_t body) {
  std::erase(bodies_, body);
}

void Selection::toggle(std::uint32_t body) {
  if (has(body))
    remove(body);
  else
    add(body);
}

void Selection::extend_to(std::uint32_t body) {
  const std::uint32_t from = primary().value_or(body);
  for (std::uint32_t i = from; i != body; i < body ? ++i : --i)
    add(i);
  add(body);
}

Selection selection_after(const Selection& selection, const Scene& before, const Scene& after) {
  // Edits that add or remove nothing may rename.
  if (before.bodies.size() == after.bodies.size())
    return selection;
  std::set<std::string> known;
  for (const SceneBody& body : before.bodies)
    known.insert(body.name);
  Selection result;
  for (std::uint32_t i = 0; i < after.bodies.size(); ++i)
    if (!known.contains(after.bodies[i].name))
      result.add(i);
  if (!result.empty())
    return result;
  for (const std::uint32_t body : selection.bodies()) {
    const auto same = std::find_if(after.bodies.begin(), after.bodies.end(), [&](const SceneBody& other) {
      return body < before.bodies.size() && other.name == before.bodies[body].name;
    });
    if (same != after.bodies.end())
      result.add(static_cast<std::uint32_t>(same - after.bodies.begin()));
  }
  return result;
}

} // namespace lamina
