#pragma once

#include "core/contact/evidence.h"

#include <cstdint>
#include <memory>

namespace lamina {

/// What was looked at to find the vertices of two bodies that lie within each other. The contacts are joined
/// points (PointEvidence).
class VertexEvidence : public EvidenceOf<VertexEvidence> {
public:
  std::uint64_t columns = 0;   ///< sampled, of both bodies and all three directions
  std::uint64_t fragments = 0; ///< crossings found
  std::uint64_t dropped = 0;   ///< columns that did not balance, or had too many crossings
  std::uint64_t tested = 0;    ///< vertices of either body that lie in the region
  std::uint64_t inside = 0;    ///< of those: within the other body
  std::uint64_t disputed = 0; ///< of those tested: directions did not agree, and the nearest triangle decided

  void clear() override { *this = {}; }
  std::unique_ptr<Evidence> summary() const override { return copy(); }
  void count(DetectionCounts& counts) const override {
    counts.columns += columns;
    counts.fragments += fragments;
    counts.dropped_columns += dropped;
  }
};

} // namespace lamina
