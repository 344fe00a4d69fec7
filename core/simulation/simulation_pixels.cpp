#include "core/simulation/simulation_state.h"

#include "core/response/detection_request.h"

namespace lamina {

namespace {

/// Whoever looked once will look again.
constexpr int detections_after_a_look = 100;

} // namespace

bool Simulation::State::are_rigid(const BodyPair& pair) const {
  return pair.a != pair.b && bodies[pair.a]->twist_centre() && bodies[pair.b]->twist_centre();
}

void Simulation::State::choose_pixels() {
  const bool somebody_looks = looks_ahead > 0;
  if (somebody_looks)
    --looks_ahead;
  const bool with_pixels = somebody_looks || !method->finds_details_again(settings.contact);
  for (BodyPair& pair : pairs) {
    pair.rigid = are_rigid(pair);
    pair.pixels = with_pixels || !pair.rigid;
  }
}

/// Takes the details of a pair that was detected again; false if it has changed, as settings may have.
bool Simulation::State::take_details(PairContacts& known, PairContacts& found) {
  if (found.contacts.size() != known.contacts.size() || !known.evidence.take_details(found.evidence))
    return false;
  known.gradient = std::move(found.gradient);
  for (std::size_t c = 0; c < known.contacts.size(); ++c)
    known.contacts[c].gradient = found.contacts[c].gradient;
  known.friction.clear();
  return true;
}

/// Of pairs at rest: their bodies have not moved since.
void Simulation::State::bring_resting_pixels() {
  std::vector<BodyPair> missing;
  std::vector<RestingPair*> of;
  for (RestingPair& pair : resting)
    if (pair.bodies.only_friction() && pair.contacts.evidence.lacks_details()) {
      missing.push_back({pair.bodies.a, pair.bodies.b, true, true});
      of.push_back(&pair);
    }
  if (missing.empty() || !method->finds_details_again(settings.contact))
    return;
  method_has_them = false;
  std::vector<PairContacts> found;
  follow_pieces();
  detect_pairs(missing, false, found);
  for (std::size_t k = 0; k < of.size(); ++k)
    if (take_details(of[k]->contacts, found[k]))
      of[k]->bodies = missing[k];
}

/// Finds the pixels and vertex gradients that the last detection did not keep: with the rigid bodies where
/// they were then.
void Simulation::State::bring_pixels() {
  looks_ahead = detections_after_a_look;
  bring_resting_pixels();
  std::vector<BodyPair> missing;
  std::vector<std::size_t> of;
  for (std::size_t p = 0; p < contacts.size() && p < pairs.size(); ++p)
    if (pairs[p].only_friction() && contacts[p].evidence.lacks_details()) {
      missing.push_back({pairs[p].a, pairs[p].b, true, true});
      of.push_back(p);
    }
  // A method that was chosen since would remember what it is shown here.
  if (missing.empty() || !method->finds_details_again(settings.contact))
    return;
  if (kept.places().size() != bodies.size())
    return;
  std::vector<Pose> now;
  save_surfaces(body_pointers, now);
  place_surfaces(body_pointers, kept.places());
  method_has_them = false;
  std::vector<PairContacts> found;
  try {
    follow_pieces();
    detect_pairs(missing, false, found);
  } catch (...) {
    place_surfaces(body_pointers, now);
    throw;
  }
  place_surfaces(body_pointers, now);
  for (std::size_t k = 0; k < of.size(); ++k)
    if (take_details(contacts[of[k]], found[k]))
      pairs[of[k]] = missing[k];
}

/// Details of the contacts where a device has left them for pictures; null otherwise, and while pairs rest:
/// theirs are with the processor.
std::shared_ptr<const DeviceEvidence> Simulation::State::known_device_evidence() {
  if (!resting.empty())
    return nullptr;
  if (!device_evidence && method_has_them)
    device_evidence = method->device_evidence();
  return device_evidence && device_evidence->pairs() == contacts.size() ? device_evidence : nullptr;
}

} // namespace lamina
