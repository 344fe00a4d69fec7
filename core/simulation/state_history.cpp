#include "core/simulation/state_history.h"

#include <utility>

namespace lamina {

namespace {

std::size_t size_of(const KeptState& state) {
  return sizeof state + state.bodies.size() * sizeof(double);
}

} // namespace

void StateHistory::clear() {
  states_.clear();
  bytes_ = 0;
}

void StateHistory::add(KeptState state) {
  bytes_ += size_of(state);
  states_.push_back(std::move(state));
  while (states_.size() > 1 && (states_.size() > capacity || bytes_ > most_bytes)) {
    bytes_ -= size_of(states_.front());
    states_.pop_front();
  }
}

const KeptState* StateHistory::go_back(std::uint64_t step) {
  if (states_.empty() || step < oldest() || step > states_.back().statistics.step)
    return nullptr;
  while (states_.back().statistics.step > step) {
    bytes_ -= size_of(states_.back());
    states_.pop_back();
  }
  return &states_.back();
}

} // namespace lamina
