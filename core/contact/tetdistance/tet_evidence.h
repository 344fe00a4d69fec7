#pragma once

#include "core/contact/contact.h"

#include <array>
#include <cstdint>
#include <memory>

namespace lamina {

/// What method tetdistance found inside of the solids of a pair. Where, TetSearch tells.
class TetEvidence : public EvidenceOf<TetEvidence> {
public:
  /// Of body a and b: nodes of its solid, those that the march of this step came to, and those of tetrahedra
  /// that something of the other body lies in. Of a rigid body, whose distances are found once, all nodes
  /// count as visited.
  struct Marched {
    std::uint64_t nodes = 0, visited = 0, colliding = 0;
  };
  std::array<Marched, 2> marched{};
  std::uint64_t pieces = 0; ///< of edges in tetrahedra, or vertices

  /// Visited over all nodes of both; 0 without nodes.
  double visited_share() const;

  void clear() override { *this = {}; }
  std::unique_ptr<Evidence> summary() const override { return copy(); }
};

/// That of a pair; empty if its method looks into no tetrahedra.
const TetEvidence& tets_of(const PairContacts& pair);

} // namespace lamina
