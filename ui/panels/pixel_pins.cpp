#include "ui/panels/pixel_pins.h"

#include <algorithm>
#include <utility>

namespace lamina {
namespace {

PinStep step_of(const Snapshot& snapshot, const PixelPin& pin) {
  PinStep step{snapshot.statistics.step, {}};
  if (const auto found = find_pinned(snapshot, pin))
    step.reading = read_pixel(snapshot.pairs[found->pair], *find_pixel(snapshot, *found));
  return step;
}

} // namespace

bool PixelPins::pin(const Snapshot& snapshot, const PixelReference& reference) {
  const std::optional<PixelPin> made = pin_pixel(snapshot, reference);
  if (!made)
    return false;
  const PixelReading reading = read_pixel(snapshot.pairs[reference.pair], *find_pixel(snapshot, reference));
  const std::lock_guard lock(mutex_);
  if (kept_.size() >= most || snapshot.scene_revision < scene_revision_)
    return false;
  std::size_t number = 0;
  const auto taken = [&] {
    return std::any_of(kept_.begin(), kept_.end(),
                       [&](const Kept& k) { return k.numbered.number == number; });
  };
  while (taken())
    ++number;
  kept_.push_back({{number, *made}, next_id_++, {{snapshot.statistics.step, reading}}});
  return true;
}

void PixelPins::unpin(std::size_t number) {
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [&](const Kept& k) { return k.numbered.number == number; });
}

void PixelPins::clear() {
  const std::lock_guard lock(mutex_);
  kept_.clear();
}

void PixelPins::add(const Snapshot& snapshot) {
  std::vector<std::pair<std::uint64_t, PixelPin>> wanted;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(scene_revision_, snapshot.scene_revision) != snapshot.scene_revision)
      kept_.clear();
    for (Kept& kept : kept_) {
      while (!kept.steps.empty() && kept.steps.back().step > snapshot.statistics.step)
        kept.steps.pop_back();
      const bool known = !kept.steps.empty() && kept.steps.back().step == snapshot.statistics.step;
      if (snapshot.statistics.step > 0 && !known)
        wanted.emplace_back(kept.id, kept.numbered.pin);
    }
  }
  for (const auto& [id, pin] : wanted) {
    const PinStep step = step_of(snapshot, pin);
    const std::lock_guard lock(mutex_);
    const auto kept = kept_of(id);
    if (kept == kept_.end())
      continue;
    kept->steps.push_back(step);
    if (kept->steps.size() > capacity)
      kept->steps.pop_front();
  }
}

bool PixelPins::empty() const {
  const std::lock_guard lock(mutex_);
  return kept_.empty();
}

std::vector<NumberedPin> PixelPins::pins() const {
  const std::lock_guard lock(mutex_);
  std::vector<NumberedPin> pins;
  for (const Kept& kept : kept_)
    pins.push_back(kept.numbered);
  return pins;
}

std::vector<PinStep> PixelPins::steps(std::size_t number) const {
  const std::lock_guard lock(mutex_);
  for (const Kept& kept : kept_)
    if (kept.numbered.number == number)
      return {kept.steps.begin(), kept.steps.end()};
  return {};
}

std::vector<PixelPins::Kept>::iterator PixelPins::kept_of(std::uint64_t id) {
  return std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.id == id; });
}

} // namespace lamina
