#include "core/contact/hashing/hash_evidence.h"

namespace lamina {

void HashEvidence::clear() {
  cell = 0;
  colliding = border = no_way_out = 0;
  cells.clear();
}

std::unique_ptr<Evidence> HashEvidence::summary() const {
  auto light = std::make_unique<HashEvidence>();
  light->cell = cell;
  light->colliding = colliding;
  light->border = border;
  light->no_way_out = no_way_out;
  return light;
}

const HashEvidence& hash_of(const PairContacts& pair) {
  static const HashEvidence none;
  const HashEvidence* found = pair.evidence.find<HashEvidence>();
  return found ? *found : none;
}

} // namespace lamina
