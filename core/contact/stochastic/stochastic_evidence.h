#pragma once

#include "core/contact/contact.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace lamina {

/// What method stochastic did between two bodies in a step.
class StochasticEvidence : public EvidenceOf<StochasticEvidence> {
public:
  std::uint64_t followed = 0;    ///< pairs of the last step
  std::uint64_t drawn = 0;       ///< new ones, at random
  std::uint64_t duplicates = 0;  ///< pairs that came to where another one had been, and were dropped
  std::uint64_t far = 0;         ///< pairs that were too far apart, and were dropped
  std::uint64_t kept = 0;        ///< that the next step follows
  std::uint64_t evaluations = 0; ///< distances that were found out
  bool out_of_budget = false;    ///< more would have been looked at
  /// Details: the vertex of each kept pair, and the place of the other surface that is nearest to it. World,
  /// m.
  std::vector<std::array<Vec3, 2>> pairs;

  void clear() override;
  std::unique_ptr<Evidence> summary() const override;
};

/// That of a pair; empty if its method draws none.
const StochasticEvidence& stochastic_of(const PairContacts& pair);

} // namespace lamina
