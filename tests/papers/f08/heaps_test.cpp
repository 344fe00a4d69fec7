#include "tests/papers/f08/heaps.h"

#include "tests/papers/bodies.h"

#include <gtest/gtest.h>

namespace lamina::papers::f08 {
namespace {

TEST(F08Fig8b, HeapOfUnitBodiesOverlapsLittle) {
  const Overlaps heap = watch_overlaps("heap", heap_scene(10, 16), 2);
  EXPECT_TRUE(heap.finite);
  EXPECT_GT(heap.last_m3, 0) << "nothing has landed";
  // The paper accepts small overlaps; here a hundredth of what there is.
  EXPECT_LT(heap.last_m3, 0.01 * heap.bodies_m3);
  EXPECT_GT(heap.lowest_m, 0.5) << "fell through the bowl";
}

TEST(F08Fig9, SoftBodiesThatOverlapAtTheStartSeparate) {
  const Overlaps tangle = watch_overlaps("tangle", tangled_scene(), 1.5);
  EXPECT_TRUE(tangle.finite);
  EXPECT_GT(tangle.first_m3, 0.005 * tangle.bodies_m3) << "hardly tangled";
  EXPECT_LT(tangle.last_m3, 0.05 * tangle.first_m3);
  // Falling a metre makes 4.4 m/s; an explosion would throw bodies much faster.
  EXPECT_LT(tangle.fastest_m_s, 6);
  EXPECT_GT(tangle.lowest_m, 0.02);
}

} // namespace
} // namespace lamina::papers::f08
