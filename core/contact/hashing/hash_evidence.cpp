#include "core/contact/hashing/hash_evidence.h"

namespace lamina {

const HashEvidence& hash_of(const PairContacts& pair) {
  static const HashEvidence none;
  const HashEvidence* found = pair.evidence.find<HashEvidence>();
  return found ? *found : none;
}

} // namespace lamina
