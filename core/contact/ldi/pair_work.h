#pragma once

#include "core/contact/ldi/contact_list.h"
#include "core/contact/ldi/stages.h"

#include <array>

namespace lamina::ldi {

/// Takes one pair after another from region to contacts; all memory is kept for the next pair.
class PairWork {
public:
  explicit PairWork(const Stages& stages) : stages_(stages) {}
  /// Fills `result`, the three directions on up to `threads` threads. `own_bounds` as for overlap_box.
  PairSeconds detect(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                     const Settings& settings, const CameraView& camera, int threads, PairContacts& result);

private:
  void sample(int direction, int threads, const Settings& settings);

  const Stages& stages_;
  SampledPair pair_;
};

} // namespace lamina::ldi
