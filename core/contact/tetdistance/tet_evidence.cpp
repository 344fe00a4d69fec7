#include "core/contact/tetdistance/tet_evidence.h"

namespace lamina {

double TetEvidence::visited_share() const {
  const auto nodes = static_cast<double>(marched[0].nodes + marched[1].nodes);
  return nodes > 0 ? static_cast<double>(marched[0].visited + marched[1].visited) / nodes : 0;
}

const TetEvidence& tets_of(const PairContacts& pair) {
  static const TetEvidence none;
  const TetEvidence* found = pair.evidence.find<TetEvidence>();
  return found ? *found : none;
}

} // namespace lamina
