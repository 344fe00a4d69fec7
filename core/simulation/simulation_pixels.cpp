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
  const bool kept = somebody_looks || !method->finds_details_again(settings.contact);
  bool all = true;
  for (BodyPair& pair : pairs) {
    pair.rigid = are_rigid(pair);
    pair.pixels = kept || !pair.rigid;
    all = all && pair.pixels;
  }
  found_at.clear();
  if (!all)
    save(found_at, Saved::rigid);
}

/// Finds the pixels and vertex gradients that the last detection did not keep: with the rigid bodies where
/// they were then.
void Simulation::State::bring_pixels() {
  looks_ahead = detections_after_a_look;
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
  std::vector<double> now;
  save(now, Saved::rigid);
  if (now.size() != found_at.size())
    return;
  restore(found_at, Saved::rigid);
  method_has_them = false;
  std::vector<PairContacts> found;
  try {
    method->detect(detection_input(shapes(), missing, settings, camera), found);
  } catch (...) {
    restore(now, Saved::rigid);
    throw;
  }
  restore(now, Saved::rigid);
  for (std::size_t k = 0; k < of.size(); ++k) {
    PairContacts& known = contacts[of[k]];
    // Settings may have been changed since.
    if (found[k].contacts.size() != known.contacts.size() || !known.evidence.take_details(found[k].evidence))
      continue;
    known.gradient = std::move(found[k].gradient);
    for (std::size_t c = 0; c < known.contacts.size(); ++c)
      known.contacts[c].gradient = found[k].contacts[c].gradient;
    known.friction.clear();
    pairs[of[k]] = missing[k];
  }
}

/// Details of the contacts where a device has left them for pictures; null otherwise.
std::shared_ptr<const DeviceEvidence> Simulation::State::known_device_evidence() {
  if (!device_evidence && method_has_them)
    device_evidence = method->device_evidence();
  return device_evidence && device_evidence->pairs() == contacts.size() ? device_evidence : nullptr;
}

} // namespace lamina
