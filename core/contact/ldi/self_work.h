#pragma once

#include "core/contact/ldi/contacts/contact_list.h"

namespace lamina::ldi {

/// Takes one body after another from its own box to its contacts with itself (design: LDI volume contact,
/// item 6); all memory is kept for the next one. Shares its stages with PairWork but for what finds
/// intervals.
class SelfWork {
public:
  /// Fills `result`, the three directions on up to `threads` threads. Of the input, its settings, request and
  /// camera count. `own_bounds` as for own_box.
  PairSeconds detect(const Surface& surface, const Box& own_bounds, const DetectionInput& input, int threads,
                     const PairResult& result);

private:
  void sample(Band& band, const LdiSettings& settings, double shortest);

  SampledPair pair_;
};

} // namespace lamina::ldi
