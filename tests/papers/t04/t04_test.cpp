#include "tests/papers/t04/hashed_balls.h"
#include "tests/papers/t04/intestine.h"
#include "tests/papers/t04/refitted_trees.h"
#include "tests/papers/t04/self_colliding_arms.h"
#include "tests/papers/t04/updated_tree.h"

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

/// The triangles that the box of each vertex meets, by brute force.
std::vector<std::vector<std::uint32_t>> triangles_met(const TriangleMesh& mesh,
                                                      const std::vector<bvh::FloatBox>& boxes) {
  std::vector<std::vector<std::uint32_t>> all;
  for (const bvh::FloatBox& searched : boxes) {
    std::vector<std::uint32_t>& met = all.emplace_back();
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      Box box;
      for (const std::uint32_t corner : mesh.triangles[t])
        box.include(mesh.vertices[corner]);
      if (bvh::in_double(bvh::rounded_outwards(box)).overlaps(bvh::in_double(searched)))
        met.push_back(t);
    }
  }
  return all;
}

std::vector<bvh::FloatBox> boxes_of_some_vertices(const TriangleMesh& mesh) {
  std::vector<bvh::FloatBox> boxes;
  for (std::size_t v = 0; v < mesh.vertices.size(); v += 7) {
    const Vec3 half = Vec3::Constant(0.05);
    boxes.push_back(bvh::rounded_outwards({mesh.vertices[v] - half, mesh.vertices[v] + half}));
  }
  return boxes;
}

template <int N>
void expect_all_ways_find_all(const std::vector<TriangleMesh>& states) {
  std::vector<UpdatedTree<N>> trees;
  for (const TreeUpdate update : tree_updates)
    trees.emplace_back(states[0], update, 0.01);
  std::size_t most = 0;
  for (const TriangleMesh& mesh : states) {
    const std::vector<bvh::FloatBox> boxes = boxes_of_some_vertices(mesh);
    const auto met = triangles_met(mesh, boxes);
    for (UpdatedTree<N>& tree : trees) {
      tree.follow(mesh);
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        EXPECT_EQ(tree.found(boxes[i]), met[i]);
        most = std::max(most, met[i].size());
      }
    }
  }
  EXPECT_GT(most, 10u);
  // Lazy boxes are fitted again after large motions, and only then.
  EXPECT_GT(trees.back().refits(), 1u);
  EXPECT_LT(trees.back().refits(), states.size());
}

// Section 2.3.1: however a tree follows a mesh that deforms, searches find the same triangles.
TEST(T04Update, EveryWayFindsWhatBruteForceFinds) {
  std::vector<TriangleMesh> states;
  for (const double twist : {0.0, 0.001, 0.002, 0.7, 0.701, 1.2})
    states.push_back(twisted_torus(1000, twist));
  expect_all_ways_find_all<2>(states);
  expect_all_ways_find_all<4>(states);
  expect_all_ways_find_all<8>(states);
  expect_all_ways_find_all<16>(states);
}

// Fig. 17: collisions and self-collisions of a body on bones are found at once.
TEST(T04Fig17, ArmsOnBonesMeetTheBowlAndOneAnother) {
  const SelfColliding found = self_colliding_arms(0.5);
  EXPECT_FALSE(found.detection_ms.empty());
  EXPECT_GT(found.self_m3, 0);
  EXPECT_GT(found.pairs_m3, 0);
}

// Section 7.4: the tube meets itself, the membrane and the probe, and the membrane holds it.
TEST(T04Gut, FoldsLieOnTheMembraneAndMeetEachOtherWhereAProbePushesThem) {
  const Operation done = operate(70, 1.6);
  EXPECT_EQ(done.tetrahedra, 70u * 8 * 3);
  EXPECT_GT(done.self_contacts, 0u);
  EXPECT_GT(done.membrane_contacts, 20u);
  EXPECT_GT(done.probe_contacts, 0u);
  // It sags, but nothing falls through: half of its width is the depth of the clamped frame below it.
  EXPECT_LT(done.deepest, 0.1);
}

} // namespace
} // namespace lamina::papers::t04
