#include "core/response/penalty/penalty_pair.h"

#include "core/body/rigid_body.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::turn;

/// Two tilted boxes that overlap and move, and what detection says about them.
struct Overlap {
  Settings settings;
  std::unique_ptr<RigidBody> a, b;
  std::vector<PairContacts> contacts;
  Body* bodies[2];
  BlockSystem system;
  BlockVector v;
  Stiffness stiffness{1e6, 1e9};
  static constexpr double h = 0.01;

  explicit Overlap(ContactLaw law, FrictionLaw friction = FrictionLaw::coulomb) {
    settings.response.law = law;
    settings.friction.law = friction;
    SceneBody lower = body_of("lower", make_box({1, 1, 1}));
    SceneBody upper = body_of("upper", make_box({0.6, 0.6, 0.6}), BodyKind::rigid,
                              {{0.2, 0.75, 0.1}, turn({1, 0.3, 0.2}, 0.3)});
    lower.velocity = {0.3, 0, 0};
    upper.spin = {0, 2, 0};
    upper.velocity = {0, -0.4, 0.1};
    a = std::make_unique<RigidBody>(lower);
    b = std::make_unique<RigidBody>(upper);
    bodies[0] = a.get();
    bodies[1] = b.get();
    const Surface* surfaces[2] = {&a->surface(), &b->surface()};
    const BodyPair pairs[1] = {{0, 1}};
    make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), contacts);
    system.set_bodies(bodies);
    system.clear_terms(h);
    v.resize(12);
    for (int i = 0; i < 2; ++i)
      bodies[i]->predict(0, h, true, v.segment<6>(6 * i));
  }

  PenaltyPair response(bool force_samples = false) {
    PenaltyPair r;
    r.begin(contacts[0], {{a.get(), b.get()}, {0, 2}}, penalty_law(settings.response, stiffness, false),
            friction_in_force(settings.friction, 0.4), force_samples);
    return r;
  }
};

class EveryLaw : public testing::TestWithParam<ContactLaw> {};

TEST_P(EveryLaw, SummedRigidPairEqualsRowsAndSamples) {
  for (const FrictionLaw friction :
       {FrictionLaw::coulomb, FrictionLaw::viscous, FrictionLaw::axis, FrictionLaw::none}) {
    Overlap overlap(GetParam(), friction);
    BlockVector product[2], right[2];
    PairOutcome outcome[2];
    for (const int samples : {0, 1}) {
      PenaltyPair response = overlap.response(samples == 1);
      response.set_friction(overlap.v, overlap.h, true);
      overlap.system.clear_terms(overlap.h);
      right[samples] = BlockVector::Zero(12);
      response.assemble(overlap.h);
      response.add_terms(overlap.system, overlap.h, right[samples]);
      overlap.system.multiply(overlap.v, product[samples], false);
      outcome[samples] = response.outcome(overlap.v, overlap.h);
    }
    // The same sums in another order, of samples in single precision.
    EXPECT_NEAR((product[0] - product[1]).norm(), 0, 1e-6 * product[1].norm());
    EXPECT_NEAR((right[0] - right[1]).norm(), 0, 1e-12 * right[1].norm());
    for (const int side : {0, 1}) {
      EXPECT_NEAR((outcome[0].force[side] - outcome[1].force[side]).norm(), 0,
                  1e-6 * outcome[1].force[side].norm());
      EXPECT_NEAR((outcome[0].torque[side] - outcome[1].torque[side]).norm(), 0,
                  1e-6 * outcome[1].force[side].norm());
    }
  }
}

TEST_P(EveryLaw, ForcesAndTorquesOnTheTwoBodiesCancel) {
  Overlap overlap(GetParam());
  PenaltyPair response = overlap.response();
  response.set_friction(overlap.v, overlap.h, true);
  const PairOutcome o = response.outcome(overlap.v, overlap.h);
  const double scale = o.force[0].norm();
  ASSERT_GT(scale, 0);
  EXPECT_NEAR((o.force[0] + o.force[1]).norm(), 0, 1e-9 * scale);
  const Vec3 torque = o.torque[0] + o.torque[1] + overlap.a->pose().position.cross(o.force[0]) +
                      overlap.b->pose().position.cross(o.force[1]);
  // The barycentric coordinates are those of snapped triangles (2^-10 pixel), so points move by that much:
  // 1e-4 m.
  EXPECT_NEAR(torque.norm(), 0, 1e-4 * scale);
}

TEST_P(EveryLaw, MatrixIsTheDerivativeOfTheForce) {
  Overlap overlap(GetParam());
  overlap.settings.response.dissipation = 0.03;
  PenaltyPair response = overlap.response();
  response.set_friction(overlap.v, overlap.h, false);
  BlockVector right = BlockVector::Zero(12), direction = BlockVector::Random(12), product;
  overlap.system.clear_terms(0);
  response.assemble(overlap.h);
  response.add_terms(overlap.system, overlap.h, right);
  // With step 0 the bodies' own part is the mass; take it out.
  BlockVector mass = BlockVector::Zero(12);
  overlap.system.multiply(direction, product, false);
  for (int i = 0; i < 2; ++i)
    overlap.bodies[i]->multiply(0, direction.segment<6>(6 * i), mass.segment<6>(6 * i));
  product -= mass;

  const auto generalised = [&](const BlockVector& v) {
    const PairOutcome o = response.outcome(v, overlap.h);
    BlockVector f(12);
    f << o.force[0], o.torque[0], o.force[1], o.torque[1];
    return f;
  };
  const BlockVector difference = -overlap.h * (generalised(overlap.v + direction) -
                                               generalised(overlap.v)); // linear, so any step will do
  EXPECT_NEAR((product - difference).norm(), 0, 1e-9 * difference.norm());
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw,
                         testing::Values(ContactLaw::cells, ContactLaw::patches, ContactLaw::mean_depth,
                                         ContactLaw::f08));

TEST(PenaltyPair, CoulombFrictionStaysWithinTheConeAndOpposesSliding) {
  Overlap overlap(ContactLaw::cells);
  PenaltyPair with = overlap.response();
  with.set_friction(overlap.v, overlap.h, true);
  overlap.settings.friction.law = FrictionLaw::none;
  PenaltyPair without = overlap.response();
  const auto f = with.outcome(overlap.v, overlap.h), n = without.outcome(overlap.v, overlap.h);
  const Vec3 friction = f.force[1] - n.force[1];
  double normal = 0;
  for (std::size_t c = 0; c < n.pressure.size(); ++c)
    normal += std::max(0.0, n.pressure[c]) * overlap.contacts[0].contacts[c].area;
  EXPECT_LE(friction.norm(), 0.4 * normal * (1 + 1e-9));
  EXPECT_GT(friction.norm(), 0);
  // Power of friction on the two bodies together is not positive.
  double power = 0;
  for (const int side : {0, 1})
    power += (f.force[side] - n.force[side]).dot(overlap.v.segment<3>(6 * side)) +
             (f.torque[side] - n.torque[side]).dot(overlap.v.segment<3>(6 * side + 3));
  EXPECT_LT(power, 0);
}

// Bodies that part so fast that the damping makes every cell pull: the limit of friction is that of the start
// of the step, the same as without a prediction.
TEST(PenaltyPair, FrictionKeepsItsLimitWhereEveryCellPulls) {
  for (const bool force_samples : {false, true}) {
    Overlap overlap(ContactLaw::cells);
    overlap.v.segment<3>(6) = Vec3(5, 1000, 0); // the upper one flies off
    PenaltyPair response = overlap.response(force_samples);
    BlockVector product[2];
    for (const bool predict : {false, true}) {
      response.set_friction(overlap.v, overlap.h, predict);
      response.assemble(overlap.h);
      overlap.system.clear_terms(overlap.h);
      BlockVector right = BlockVector::Zero(12);
      response.add_terms(overlap.system, overlap.h, right);
      overlap.system.multiply(overlap.v, product[predict], false);
    }
    ASSERT_TRUE(product[0].allFinite());
    EXPECT_EQ(product[1], product[0]);
  }
}

TEST(PenaltyPair, ContactsThatPullAreDropped) {
  Overlap overlap(ContactLaw::cells);
  PenaltyPair response = overlap.response();
  EXPECT_EQ(response.drop_pulling(BlockVector::Zero(12), overlap.h), 0);
  BlockVector apart = BlockVector::Zero(12);
  apart[7] = 1e3; // the upper body leaves so fast that every contact would pull it back
  EXPECT_EQ(response.drop_pulling(apart, overlap.h), static_cast<int>(overlap.contacts[0].contacts.size()));
  for (const double pressure : response.outcome(apart, overlap.h).pressure)
    EXPECT_EQ(pressure, 0);
}

} // namespace
} // namespace lamina
