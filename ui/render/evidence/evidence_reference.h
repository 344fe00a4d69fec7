#pragma once

#include "core/contact/evidence.h"

#include <cstdint>

namespace lamina {

/// Something in the evidence of a pair of a snapshot; what it is, its own type knows.
struct EvidenceReference {
  EvidenceType type;
  std::uint32_t pair = 0; ///< index in Snapshot::pairs
  std::uint32_t item = 0;
  int end = 0;
  bool operator==(const EvidenceReference&) const = default;
};

} // namespace lamina
