#include "core/contact/point_evidence.h"

#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/proximity/proximity_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina::test {
namespace {

/// A small triangle of cloth that hangs by its lowest node, and something solid that it goes into.
class Dipping {
public:
  explicit Dipping(const TriangleMesh& solid) : solid_(surface_of(solid)) {
    settings_.contact.method = "proximity";
    settings_.simulation.threads = 1;
    method_ = make_contact_method(settings_.contact);
  }

  /// Looks with the lowest node at this place.
  const PairContacts& go_to(const Vec3& place) {
    place_ = place;
    for (std::size_t i = 0; i < cloth_.positions.size(); ++i)
      cloth_.positions[i] = place + shape_.positions[i];
    cloth_.bounds = {};
    for (const Vec3& p : cloth_.positions)
      cloth_.bounds.include(p);
    const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
    const std::array<const Surface*, 2> surfaces{&solid_, &cloth_};
    method_->detect(detection_input(surfaces, pairs, settings_), results_);
    return results_.at(0);
  }

  /// What the lowest node has met: how far it would have to go, and where.
  struct Met {
    double depth = 0;
    Vec3 out = Vec3::Zero();
    int count = 0;
  };
  Met met() const {
    Met result;
    const PairContacts& found = results_.at(0);
    for (std::size_t i = 0; i < found.contacts.size(); ++i) {
      const ContactPointPair& point = points_of(found).points[i];
      if ((point.position[1] - place_).norm() > 1e-12)
        continue;
      result.depth = found.contacts[i].measure - 0.5 * cloth_.sheet_thickness;
      result.out = -point.normal;
      ++result.count;
    }
    return result;
  }

  std::vector<double> memory() const {
    std::vector<double> memory;
    method_->save_memory(memory);
    return memory;
  }
  void remember(std::span<const double> memory) { method_->restore_memory(memory); }

private:
  Settings settings_;
  std::unique_ptr<ContactMethod> method_;
  Surface solid_;
  const Surface shape_ = cloth_of({{0, 0, 0}, {0.02, 0.02, 0}, {0, 0.02, 0.02}}, {{0, 1, 2}});
  Surface cloth_ = shape_;
  Vec3 place_ = Vec3::Zero();
  std::vector<PairContacts> results_;
};

// Faces of a ball of 5120 have edges of about 0.06: they lie within it by 0.06²/8 and lean by 0.06 at most.
constexpr double lies_within = 1e-3, leans = 0.06;

TEST(CrossingMemory, FollowsANodeFromTheFirstLookOnHoweverDeepItGoes) {
  Dipping node(make_sphere(1, 5120));
  for (double y = 0.85; y > 0.1; y -= 0.05) {
    node.go_to({0, y, 0});
    const Dipping::Met met = node.met();
    ASSERT_EQ(met.count, 1) << y;
    EXPECT_NEAR(met.depth, 1 - y, lies_within);
    EXPECT_GT(met.out.y(), std::cos(leans));
  }
}

TEST(CrossingMemory, FollowsANodeFromFaceToFace) {
  Dipping node(make_sphere(1, 5120));
  node.go_to({0, 1.1, 0});
  for (double angle = 0; angle < 3; angle += 0.1) {
    const Vec3 out = Vec3(std::sin(angle), std::cos(angle), 0.03).normalized(); // through no vertex
    node.go_to(0.6 * out);
    const Dipping::Met met = node.met();
    ASSERT_EQ(met.count, 1) << angle;
    // A face that leans is farther away by this much.
    EXPECT_NEAR(met.depth, 0.4, lies_within + 0.6 * (1 - std::cos(leans)));
    EXPECT_GT(met.out.dot(out), std::cos(leans));
  }
}

TEST(CrossingMemory, ForgetsWhatIsOutsideAgain) {
  Dipping node(make_sphere(1, 5120));
  node.go_to({0, 0.9, 0});
  EXPECT_EQ(node.met().count, 1);
  node.go_to({0, 1.01, 0});
  EXPECT_EQ(node.met().count, 0);
  // Around the ball and into it from below, where the way out is downwards.
  for (const Vec3& place : {Vec3(2, 1.01, 0), Vec3(2, -2, 0), Vec3(0, -2, 0), Vec3(0.02, -0.5, 0.01)})
    node.go_to(place);
  EXPECT_LT(node.met().out.y(), -std::cos(leans));
}

TEST(CrossingMemory, KeepsTheSideFromWhichANodeCameThroughAPlateUntilItIsBeyondTheRim) {
  Dipping node(box_between({-0.3, -0.01, -0.3}, {0.3, 0.01, 0.3}));
  node.go_to({0.05, 0.1, 0.02});
  for (const double x : {0.05, 0.15, 0.25}) {
    node.go_to({x, -0.1, 0.02});
    EXPECT_NEAR(node.met().depth, 0.11, 1e-12);
    EXPECT_GT(node.met().out.y(), 0.999);
  }
  node.go_to({0.4, -0.1, 0.02});
  EXPECT_EQ(node.met().count, 0);
  node.go_to({0.2, -0.1, 0.02});
  EXPECT_EQ(node.met().count, 0) << "it has come back below the plate, and may be there";
}

TEST(CrossingMemory, IsSavedAndRestored) {
  const TriangleMesh ball = make_sphere(1, 5120);
  Dipping first(ball), second(ball);
  first.go_to({0, 0.85, 0});
  first.go_to({0.1, 0.5, 0});
  second.go_to({0, 2, 0});
  second.remember(first.memory());
  const Vec3 next(0.2, 0.4, 0.1);
  const PairContacts expected = first.go_to(next);
  ASSERT_EQ(first.met().count, 1);
  expect_same(expected, second.go_to(next));
}

} // namespace
} // namespace lamina::test
