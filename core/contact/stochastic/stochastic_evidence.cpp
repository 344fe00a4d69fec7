#include "core/contact/stochastic/stochastic_evidence.h"

#include <utility>

namespace lamina {

void StochasticEvidence::clear() {
  auto memory = std::move(pairs);
  *this = {};
  memory.clear();
  pairs = std::move(memory);
}

std::unique_ptr<Evidence> StochasticEvidence::summary() const {
  auto light = std::make_unique<StochasticEvidence>(*this);
  light->pairs.clear();
  return light;
}

const StochasticEvidence& stochastic_of(const PairContacts& pair) {
  static const StochasticEvidence none;
  const StochasticEvidence* found = pair.evidence.find<StochasticEvidence>();
  return found ? *found : none;
}

} // namespace lamina
