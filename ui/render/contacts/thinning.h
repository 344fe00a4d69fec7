#pragma once

#include "core/simulation/snapshot.h"

#include <cstddef>

namespace lamina {

/// Of more than this a picture shows no more.
inline constexpr std::size_t most_thinned = 20'000;

/// Counts things over all pairs and picks every one that is drawn: of more than twenty thousand every second,
/// third … of them.
class Thinning {
public:
  template <class Count>
  Thinning(const Snapshot& snapshot, const Count& count) {
    std::size_t all = 0;
    for (const PairState& pair : snapshot.pairs)
      all += count(pair);
    stride_ = 1 + (all > 0 ? (all - 1) / most_thinned : 0);
  }
  bool take() { return next_++ % stride_ == 0; }

private:
  std::size_t stride_ = 1; ///< one of how many is drawn
  std::size_t next_ = 0;
};

} // namespace lamina
