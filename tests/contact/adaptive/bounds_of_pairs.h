#pragma once

#include "core/contact/adaptive/tile.h"

namespace lamina::test {

/// How often the volumes of random pairs were as exact as tiles said, along three directions with 1, 16 and
/// 256 tiles each.
struct BoundsHeld {
  int count = 0, within_bound = 0, within_three_bars = 0;
  int exact = 0; ///< the bound was none
};
BoundsHeld bounds_of_random_pairs(int pairs, unsigned seed, adaptive::Kinks kinks);

} // namespace lamina::test
