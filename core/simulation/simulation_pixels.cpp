#include "core/simulation/simulation_state.h"

namespace lamina {

namespace {

/// Whoever looked once will look again: so many steps keep their pixels for that.
constexpr std::uint64_t steps_after_a_look = 100;

} // namespace

/// Of two rigid bodies friction is all that needs pixels, unless somebody looks, and that is what is left of
/// them then. Where their number depends on the camera they could not be found again.
bool Simulation::State::keeps_pixels(const BodyPair& pair) const {
  return pair.a == pair.b || statistics.step < pixels_until || !measures_volume(settings.method) ||
         settings.resolution_mode != ResolutionMode::pixels_across || !bodies[pair.a]->twist_centre() ||
         !bodies[pair.b]->twist_centre();
}

void Simulation::State::choose_pixels() {
  bool all = true;
  for (BodyPair& pair : pairs) {
    pair.only_friction = !keeps_pixels(pair);
    pair.pixels = !pair.only_friction;
    all = all && pair.pixels;
  }
  found_at.clear();
  if (!all)
    save(found_at, Saved::rigid);
}

/// Finds the pixels that the last detection did not keep: with the rigid bodies where they were then.
void Simulation::State::bring_pixels() {
  pixels_until = statistics.step + steps_after_a_look;
  std::vector<BodyPair> missing;
  std::vector<std::size_t> of;
  for (std::size_t p = 0; p < contacts.size() && p < pairs.size(); ++p)
    if (pairs[p].only_friction && contacts[p].intervals > 0) {
      missing.push_back({pairs[p].a, pairs[p].b});
      of.push_back(p);
    }
  if (missing.empty())
    return;
  std::vector<double> now;
  save(now, Saved::rigid);
  restore(found_at, Saved::rigid);
  std::vector<PairContacts> found;
  try {
    method->detect(surfaces, missing, settings, camera, found);
  } catch (...) {
    restore(now, Saved::rigid);
    throw;
  }
  restore(now, Saved::rigid);
  for (std::size_t k = 0; k < of.size(); ++k) {
    PairContacts& known = contacts[of[k]];
    // Settings may have been changed since.
    if (found[k].intervals != known.intervals || found[k].contacts.size() != known.contacts.size())
      continue;
    known.pixels = std::move(found[k].pixels);
    known.friction.clear();
    pairs[of[k]] = missing[k];
  }
}

} // namespace lamina
