#include "core/field/simd/near_triangles.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/vector_stages.h"

#include <gtest/gtest.h>

#include <cstring>

namespace lamina::test {
namespace {

using namespace field;

/// Distances on every kind of processor that this one can stand in for.
class FieldInVectors : public VectorStages {};

INSTANTIATE_TEST_SUITE_P(Processors, FieldInVectors, testing::ValuesIn(targets_here()), name_of_target);

TEST_P(FieldInVectors, DistancesAreTheSameBitForBit) {
  TriangleMesh mesh = make_blob({20, 12, 16}, 2, 9, 3, 1200);
  mesh.triangles.push_back({3, 3, 4});
  const NearTriangles triangles(mesh.triangles, mesh.vertices);
  for (const PointCube& cube : {PointCube{{1.25f, 2.5f, 3.125f}, 1}, PointCube{{-20, -20, -20}, 5}}) {
    std::array<float, 512> here, plain;
    find_distances(triangles, cube, 9, here);
    hwy::SetSupportedTargetsForTest(HWY_STATIC_TARGET);
    find_distances(triangles, cube, 9, plain);
    EXPECT_EQ(std::memcmp(here.data(), plain.data(), sizeof here), 0);
    EXPECT_LT(*std::min_element(here.begin(), here.end()), 4);
  }
}

} // namespace
} // namespace lamina::test
