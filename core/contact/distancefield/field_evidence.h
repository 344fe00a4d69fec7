#pragma once

#include "core/contact/contact.h"

#include <cstdint>
#include <memory>

namespace lamina {

/// What was asked of the fields of two bodies.
class FieldEvidence : public EvidenceOf<FieldEvidence> {
public:
  std::uint64_t asked = 0;     ///< points whose distance was found out
  std::uint64_t colliding = 0; ///< of those: contacts were made of them
  std::uint64_t too_deep = 0;  ///< of those: deeper than the field is known, and left alone
  std::uint64_t edges = 0;     ///< contacts within edges
  std::uint64_t faces = 0;     ///< contacts within triangles

  void clear() override { *this = {}; }
  std::unique_ptr<Evidence> summary() const override { return copy(); }
};

/// That of a pair; empty if its method has no fields.
const FieldEvidence& fields_of(const PairContacts& pair);

} // namespace lamina
