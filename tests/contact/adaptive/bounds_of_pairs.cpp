#include "tests/contact/adaptive/bounds_of_pairs.h"

#include "tests/contact/adaptive/view_pair.h"
#include "tests/contact/ldi/exact_volume.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {

BoundsHeld bounds_of_random_pairs(int pairs, unsigned seed, adaptive::Kinks kinks) {
  BoundsHeld held;
  for_random_pairs(pairs, seed, [&](const RandomPair& pair) {
    const double exact = exact_intersection_volume(pair.a, pair.b);
    // Corners are moved by half a unit of 2^-30 of the region, and exact volumes are rounded.
    const double rounding = 1e-8;
    for (int direction = 0; direction < 3; ++direction)
      for (const std::size_t tiles : {1u, 16u, 256u}) {
        ViewPair view(pair.of_a, pair.of_b, direction);
        const adaptive::ViewVolume found = view.refine({0, false, tiles}, kinks);
        const double error = std::abs(found.volume - exact) - rounding;
        ++held.count;
        held.within_bound += error <= found.bound;
        held.exact += found.bound == 0;
        held.within_three_bars += error <= 3 * found.error_bar;
        EXPECT_LE(error, found.bound) << "pair " << pair.index << ", direction " << direction << ", " << tiles
                                      << " tiles: " << found.volume << " m³ of " << exact;
      }
  });
  return held;
}

} // namespace lamina::test
