#include "core/contact/raytraced/simd/area_vectors.h"
#include "core/mesh/procedural.h"
#include "tests/contact/ldi/vector_stages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace lamina::test {
namespace {

using namespace raytraced;

/// What rays need, on every kind of processor that this one can stand in for.
class RaysInVectors : public VectorStages {
protected:
  static void expect_same_areas(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions,
                                const std::vector<std::uint32_t>& vertices) {
    const VertexFans fans(triangles, positions.size());
    std::vector<Vec3> areas(vertices.size() + 1, Vec3::Constant(7));
    area_vectors(fans, positions, vertices, areas);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vec3 expected = fans.area_vector(vertices[i], positions);
      for (int k = 0; k < 3; ++k)
        EXPECT_TRUE(areas[i][k] == expected[k] || (std::isnan(areas[i][k]) && std::isnan(expected[k])))
            << "vertex " << vertices[i] << ": " << areas[i].transpose() << ", not " << expected.transpose();
    }
    EXPECT_EQ(areas.back(), Vec3::Constant(7)) << "behind the last";
  }
};

INSTANTIATE_TEST_SUITE_P(Processors, RaysInVectors, testing::ValuesIn(targets_here()), name_of_target);

TEST_P(RaysInVectors, AreasOfVerticesAreTheScalarOnesBitForBit) {
  Dice dice(3);
  TriangleMesh mesh = together(
      {make_sphere(0.4, 300), make_gear(0.5, 0.4, 0.1, 0.2, 9), awkward_triangles(dice, 90, 0.01, 7)});
  mesh.vertices.push_back({1, 2, 3}); // without triangles
  mesh.triangles.push_back({3, 3, 4});
  mesh.vertices[20].x() = std::numeric_limits<double>::quiet_NaN();
  mesh.vertices[21].y() = std::numeric_limits<double>::infinity();
  std::vector<std::uint32_t> all(mesh.vertices.size());
  std::iota(all.begin(), all.end(), 0u);
  expect_same_areas(mesh.triangles, mesh.vertices, all);
  for (std::uint32_t count = 0; count < 10; ++count)
    expect_same_areas(mesh.triangles, mesh.vertices,
                      std::vector<std::uint32_t>(all.rbegin(), all.rbegin() + count));
}

} // namespace
} // namespace lamina::test
