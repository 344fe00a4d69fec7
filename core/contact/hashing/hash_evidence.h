#pragma once

#include "core/contact/contact.h"

#include <cstdint>
#include <memory>

namespace lamina {

/// What the spatial hash found between two bodies. Where, HashSearch tells.
class HashEvidence : public EvidenceOf<HashEvidence> {
public:
  double cell = 0;              ///< side of a cell, m; all pairs of a step share the grid
  std::uint64_t colliding = 0;  ///< points of either body in tetrahedra of the other, inner nodes included
  std::uint64_t border = 0;     ///< of those: next to one outside, so that their depth is known first
  std::uint64_t no_way_out = 0; ///< of those: without a direction, as ways out cancel or none was found

  void clear() override { *this = {}; }
  std::unique_ptr<Evidence> summary() const override { return copy(); }
};

/// That of a pair; empty if its method has no hash.
const HashEvidence& hash_of(const PairContacts& pair);

} // namespace lamina
