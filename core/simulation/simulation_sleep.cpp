#include "core/simulation/simulation_state.h"

#include <utility>

namespace lamina {

bool Simulation::State::may_sleep() const {
  return constrained && settings.response.sleep;
}

void Simulation::State::lay_down() {
  std::vector<std::uint32_t> held;
  for (const Drag& drag : drags)
    held.push_back(drag.body);
  if (sleep.lay_down(settings.response, contacts, held))
    lay_aside();
}

/// Takes pairs out of the contacts between which nothing changes any more.
void Simulation::State::lay_aside() {
  std::size_t kept = 0;
  for (std::size_t p = 0; p < contacts.size(); ++p) {
    if (!sleep.still(pairs[p].a, pairs[p].b)) {
      if (p != kept) {
        pairs[kept] = pairs[p];
        contacts[kept] = std::move(contacts[p]);
        outcomes[kept] = std::move(outcomes[p]);
      }
      ++kept;
    } else if (!contacts[p].contacts.empty()) {
      resting.push_back({pairs[p], std::move(contacts[p]), std::move(outcomes[p])});
    }
  }
  pairs.resize(kept);
  contacts.resize(kept);
  outcomes.resize(kept);
  device_evidence.reset();
  method_has_them = false;
}

/// Bodies have woken: their pairs count among the contacts until the next detection.
void Simulation::State::take_up() {
  kept.note_places(body_pointers);
  const bool known = outcomes.size() == contacts.size() && pairs.size() == contacts.size();
  std::erase_if(resting, [this, known](RestingPair& pair) {
    if (sleep.still(pair.bodies.a, pair.bodies.b))
      return false;
    if (known) {
      pairs.push_back(pair.bodies);
      contacts.push_back(std::move(pair.contacts));
      outcomes.push_back(std::move(pair.outcome));
    }
    return true;
  });
  device_evidence.reset();
  method_has_them = false;
}

void Simulation::State::wake(std::uint32_t body) {
  const bool slept = bodies[body]->asleep();
  sleep.wake(body);
  if (slept)
    take_up();
}

void Simulation::State::wake_all() {
  const bool any = sleep.any();
  sleep.wake_all();
  if (any)
    take_up();
}

} // namespace lamina
