#include "core/contact/distancefield/field_evidence.h"

namespace lamina {

const FieldEvidence& fields_of(const PairContacts& pair) {
  static const FieldEvidence none;
  const FieldEvidence* found = pair.evidence.find<FieldEvidence>();
  return found ? *found : none;
}

} // namespace lamina
