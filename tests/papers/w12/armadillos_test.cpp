#include "tests/papers/w12/armadillos.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

namespace lamina::papers::w12 {
namespace {

// Table 1: the number of rays hardly depends on that of triangles, and what they find is the same. Divided
// triangles are the same surface, so that volumes differ by no more than both bounds.
TEST(W12Tab1, RaysAndVolumesHardlyDependOnTriangles) {
  const std::optional<bench::MeshPair> coarse = bench::armadillos(bench::ArmadilloPose::hand, 1, 1);
  if (!coarse)
    GTEST_SKIP() << "the shared models are not at hand";
  const bench::MeshPair fine = *bench::armadillos(bench::ArmadilloPose::hand, 3, 4);
  EXPECT_EQ(fine.a.triangles.size(), 9 * coarse->a.triangles.size());
  for (const TileKind tiles : {TileKind::shadows, TileKind::w12}) {
    const PairDetection few = detect_pair(*coarse, tiles, 0), many = detect_pair(fine, tiles, 0);
    EXPECT_LE(std::abs(few.volume_m3 - many.volume_m3), few.bound_m3 + many.bound_m3);
    EXPECT_LT(many.rays, 2 * few.rays);
    EXPECT_LT(few.rays, 2 * many.rays);
  }
}

} // namespace
} // namespace lamina::papers::w12
