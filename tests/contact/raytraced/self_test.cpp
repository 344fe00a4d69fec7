#include "core/contact/raytraced/ray_evidence.h"
#include "core/mesh/procedural.h"
#include "tests/contact/raytraced/raytraced_support.h"

#include <gtest/gtest.h>

#include <memory>

namespace lamina::test {
namespace {

/// Two pieces of one body that overlap by `depth`.
struct TwoPieces {
  TriangleMesh left, right;
  explicit TwoPieces(double depth)
      : left(make_box({1, 1, 1}, 1200)),
        right(shifted(make_box({1, 0.8, 0.7}, 1200), {1 - depth, 0.01, 0.02})) {}
  TriangleMesh both() const { return together({left, right}); }
};

class SelfRays : public testing::TestWithParam<RayTree> {};
INSTANTIATE_TEST_SUITE_P(Trees, SelfRays, testing::ValuesIn(every_ray_tree));

// What two pieces of one body do to each other is what two bodies do, but for some millionths by which rays
// are turned there.
TEST_P(SelfRays, OfTwoPiecesAreThoseOfTwoBodies) {
  const TwoPieces pieces(0.05);
  const Surface left = surface_of(pieces.left), right = surface_of(pieces.right),
                both = surface_of(pieces.both());
  const PairContacts between = detect(left, right, rays(GetParam())),
                     within = detect_self(both, rays(GetParam()));
  ASSERT_GT(between.contacts.size(), 50u);
  ASSERT_EQ(within.contacts.size(), between.contacts.size());
  for (std::size_t i = 0; i < within.contacts.size(); ++i) {
    EXPECT_NEAR(within.contacts[i].measure, between.contacts[i].measure, 5e-6);
    EXPECT_NEAR(within.contacts[i].weight, between.contacts[i].weight, 5e-6);
    EXPECT_NEAR(within.contacts[i].area, between.contacts[i].area, 5e-6);
    EXPECT_EQ(within.contacts[i].gradient[0].size(), 4u);
    EXPECT_EQ(within.contacts[i].gradient[1].size(), 0u);
  }
  Vec3 on_left = Vec3::Zero();
  for (const Contact& contact : within.contacts)
    for (std::uint32_t e = contact.gradient[0].begin; e < contact.gradient[0].end; ++e)
      if (within.gradient[e].vertex < left.positions.size())
        on_left -= contact.weight * contact.area * contact.measure * within.gradient[e].value;
  const Wrench expected = wrench_on(between, 0, left);
  EXPECT_LT((on_left - expected.force).norm(), 5e-6 * expected.sum_of_norms);
  EXPECT_LT(on_left.x(), 0); // pushed away from the other
  const Wrench all = wrench_on(within, 0, both);
  EXPECT_LT(all.force.norm() + all.torque.norm(), 1e-12 * all.sum_of_norms);
}

// A body that does not overlap itself has no ray that leaves it twice, be it as bent as it may.
TEST_P(SelfRays, OfASoundBodyFindNothing) {
  for (const TriangleMesh& mesh :
       {make_sphere(0.5, 1280), make_torus(0.5, 0.2, 1600), make_gear(0.5, 0.4, 0.1, 0.2, 12),
        make_bowl(0.5, 0.4, 0.03), make_table({1, 0.7, 0.6}, 0.05, 0.06), make_box({1, 1, 1}),
        make_blob({1, 0.8, 0.6}, 0.1, 30, 3)}) {
    const PairContacts found = detect_self(surface_of(mesh), rays(GetParam()));
    EXPECT_TRUE(found.contacts.empty()) << mesh.name << " of " << mesh.triangles.size() << " triangles";
    EXPECT_EQ(rays_of(found).rays, mesh.vertices.size());
  }
}

TEST_P(SelfRays, LeaveOutWhatOverlapsAtRest) {
  const TwoPieces pieces(0.05);
  Surface both = surface_of(pieces.both());
  const PairContacts all = detect_self(both, rays(GetParam()));
  for (const double known : {0.02, 0.06}) {
    both.self_offset =
        std::make_shared<const std::vector<float>>(both.positions.size(), static_cast<float>(known));
    const PairContacts found = detect_self(both, rays(GetParam()));
    // 0.05 deep across the faces; at their edges rays lean, and the depth across is the same.
    EXPECT_EQ(found.contacts.size(), known < 0.05 ? all.contacts.size() : 0);
    EXPECT_EQ(count(found, RayFate::at_rest), known < 0.05 ? 0 : all.contacts.size());
    for (std::size_t i = 0; i < found.contacts.size(); ++i)
      EXPECT_NEAR(found.contacts[i].measure * found.contacts[i].weight, 0.05 - known,
                  1e-8); // single precision
  }
}

} // namespace
} // namespace lamina::test
