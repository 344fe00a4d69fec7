#include "core/simulation/state_history.h"

#include <iterator>

namespace lamina {

namespace {

std::size_t size_of(const KeptState& state) {
  return sizeof state +
         (state.bodies.size() + state.memory.size() + state.multipliers.size() + state.sleep.size()) *
             sizeof(double) +
         state.surfaces.size() * sizeof(Pose);
}

} // namespace

void StateHistory::clear() {
  states_.clear();
  spare_.clear();
  bytes_ = 0;
}

void StateHistory::forget(std::list<KeptState>::iterator state) {
  bytes_ -= size_of(*state);
  spare_.clear();
  spare_.splice(spare_.end(), states_, state);
}

void StateHistory::add(const KeptState& state) {
  bytes_ += size_of(state);
  while (!states_.empty() && (states_.size() == capacity || bytes_ > most_bytes))
    forget(states_.begin());
  if (spare_.empty())
    spare_.emplace_back();
  states_.splice(states_.end(), spare_, spare_.begin());
  states_.back() = state;
}

const KeptState* StateHistory::go_back(std::uint64_t step) {
  if (states_.empty() || step < oldest() || step > states_.back().statistics.step)
    return nullptr;
  while (states_.back().statistics.step > step) {
    forget(std::prev(states_.end()));
  }
  return &states_.back();
}

} // namespace lamina
