#include "core/bvh/box_tree.h"
#include "core/mesh/procedural.h"
#include "tests/bvh/brute_force.h"
#include "tests/contact/ldi/vector_stages.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

using namespace bvh;

/// Trees that are fitted and walked in vectors, on every kind of processor that this one can stand in for.
class TreesInVectors : public VectorStages {};

INSTANTIATE_TEST_SUITE_P(Processors, TreesInVectors, testing::ValuesIn(targets_here()), name_of_target);

TEST_P(TreesInVectors, FindTheHitsOfBruteForce) {
  TriangleMesh mesh = together({make_torus(0.5, 0.2, 1600), make_gear(0.5, 0.4, 0.1, 0.2, 9)});
  BoxTree tree;
  tree.build(mesh.triangles, mesh.vertices, corner_bounds(mesh));
  for (Vec3& p : mesh.vertices)
    p = Vec3(30, -2, 400) + 1.1 * p;
  tree.refit(corner_bounds(mesh));
  Dice dice(8);
  int hits = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3& target = mesh.vertices[static_cast<std::size_t>(i) % mesh.vertices.size()];
    Ray ray{Vec3(30, -2, 400) + dice.vector(1), Vec3::UnitX()};
    ray.direction = i % 3 == 0 ? Vec3(Vec3::Unit(i / 3 % 3)) : Vec3((target - ray.origin).normalized());
    const Hit expected = brute_force(mesh, ray), found = tree.first_hit(ray);
    EXPECT_EQ(expected.triangle, found.triangle);
    EXPECT_EQ(expected.distance, found.distance);
    hits += expected.exists();
  }
  EXPECT_GT(hits, 500);
}

} // namespace
} // namespace lamina::test
