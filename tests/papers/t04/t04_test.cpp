#include "tests/papers/t04/hashed_balls.h"
#include "tests/papers/t04/refitted_trees.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lamina::papers::t04 {
namespace {

// Section 5: what is found does not depend on the number of bodies, for nothing is made of which body a
// tetrahedron belongs to.
TEST(T04Hash, FindsTheSameHoweverManyBodiesBallsAreJoinedTo) {
  HashedBalls one(1), many(52);
  one.detect();
  many.detect();
  EXPECT_EQ(one.tetrahedra(), 19'968u);
  EXPECT_EQ(many.tetrahedra(), one.tetrahedra());
  EXPECT_EQ(many.vertices(), one.vertices());
  ASSERT_GT(one.contacts(), 100u);
  EXPECT_EQ(many.contacts(), one.contacts());
}

template <int N>
void expect_the_same_triangles() {
  TriangleTree<N> refitted, rebuilt;
  refitted.rebuild(twisted_torus(1000, 0));
  const TriangleMesh mesh = twisted_torus(1000, 1.2);
  refitted.refit(mesh);
  rebuilt.rebuild(mesh);
  std::size_t most = 0;
  for (const Vec3& vertex : mesh.vertices) {
    const Vec3 half = Vec3::Constant(0.05);
    const bvh::FloatBox box = bvh::rounded_outwards({vertex - half, vertex + half});
    const std::vector<std::uint32_t> found = refitted.found(box);
    EXPECT_EQ(found, rebuilt.found(box));
    most = std::max(most, found.size());
  }
  EXPECT_GT(most, 10u);
}

// Section 2.3.1: a refitted tree is looser than a rebuilt one, and as right.
TEST(T04Refit, FindsWhatARebuiltTreeFinds) {
  expect_the_same_triangles<2>();
  expect_the_same_triangles<4>();
  expect_the_same_triangles<8>();
}

} // namespace
} // namespace lamina::papers::t04
