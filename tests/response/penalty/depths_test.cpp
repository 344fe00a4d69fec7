#include "core/body/rigid_body.h"
#include "core/contact/point_evidence.h"
#include "core/response/penalty/penalty_pair.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;

/// A box on another, and three depths between them whose points lie on vertical lines.
struct Depths {
  static constexpr double h = 0.01, friction = 0.4;
  const Stiffness stiffness{1e6, 1e9};
  Settings settings;
  RigidBody lower, upper;
  PairContacts contacts;
  BlockVector v = BlockVector::Zero(12);

  Depths()
      : lower(body_of("lower", make_box({1, 1, 1}))),
        upper(body_of("upper", make_box({0.6, 0.6, 0.6}), BodyKind::rigid, {{0, 0.79, 0}})) {
    contacts.body = {0, 1};
    contacts.region.minimum = {-0.3, 0.49, -0.3};
    contacts.region.size = {0.6, 0.01, 0.6};
    add(0.01, 0.02, {0.2, 0.49, 0.1});
    add(0.004, 0.05, {-0.1, 0.496, 0.2});
    add(0.007, 0.01, {0.1, 0.493, -0.2});
  }

  /// Corner 0 of triangle 0 of either box stands for its point; `at` is that of the upper box.
  void add(double depth, double area, const Vec3& at) {
    Contact contact;
    contact.kind = MeasureKind::depth;
    contact.measure = depth;
    contact.weight = 0.9;
    contact.area = area;
    const auto entry = [this](const RigidBody& body, const Vec3& value) {
      const auto begin = static_cast<std::uint32_t>(contacts.gradient.size());
      contacts.gradient.push_back({(*body.surface().triangles)[0][0], value});
      return Range{begin, begin + 1};
    };
    // The depth grows as the lower box rises or the upper one sinks.
    contact.gradient = {entry(lower, Vec3::UnitY()), entry(upper, -Vec3::UnitY())};
    ContactPointPair pair{};
    pair.position = {at + depth * Vec3::UnitY(), at};
    pair.normal = Vec3::UnitY();
    pair.area = area;
    pair.body = {0, 1};
    pair.contact = static_cast<std::uint32_t>(contacts.contacts.size());
    contact.cell = static_cast<int>(pair.contact);
    contacts.contacts.push_back(contact);
    contacts.evidence.add<PointEvidence>().points.push_back(pair);
  }

  PenaltyPair response(bool force_samples = false) {
    PenaltyPair result;
    result.begin(contacts, {{&lower, &upper}, {0, 2}}, penalty_law(settings.response, stiffness, false),
                 friction_in_force(settings.friction, friction), force_samples);
    result.set_friction(v, h, false);
    return result;
  }
  double force() const { return 0.9 * stiffness.per_depth * (0.01 * 0.02 + 0.004 * 0.05 + 0.007 * 0.01); }
};

TEST(PenaltyOfDepths, PressByTheirDepthOnTheirAreaUnderEveryLaw) {
  for (const ContactLaw law :
       {ContactLaw::cells, ContactLaw::patches, ContactLaw::mean_depth, ContactLaw::f08}) {
    Depths depths;
    depths.settings.response.law = law;
    depths.settings.friction.law = FrictionLaw::none;
    PenaltyPair response = depths.response();
    const PairOutcome outcome = response.outcome(depths.v, depths.h);
    // Rounding of some products.
    EXPECT_NEAR(outcome.force[1].y(), depths.force(), 1e-12 * depths.force());
    EXPECT_EQ(outcome.force[0], Vec3(-outcome.force[1]));
    EXPECT_NEAR(outcome.pressure[0], 0.9 * depths.stiffness.per_depth * 0.01, 1e-6);
    double energy = 0;
    for (const Contact& contact : depths.contacts.contacts)
      energy += 0.5 * 0.9 * depths.stiffness.per_depth * contact.area * contact.measure * contact.measure;
    EXPECT_NEAR(outcome.energy, energy, 1e-12 * energy);
  }
}

TEST(PenaltyOfDepths, ResistSlidingByTheirNormalForceWhateverTheBodiesAre) {
  Depths depths;
  depths.v[6] = 1; // the upper box slides along x, much faster than the slip speed
  for (const bool samples : {false, true}) {
    const PairOutcome outcome = depths.response(samples).outcome(depths.v, depths.h);
    // Samples between rigid bodies are kept in single precision.
    EXPECT_NEAR(outcome.force[1].x(), -Depths::friction * depths.force(), 1e-6 * depths.force()) << samples;
    EXPECT_NEAR(outcome.force[0].x(), Depths::friction * depths.force(), 1e-6 * depths.force()) << samples;
  }
}

TEST(PenaltyOfDepths, OfAnInstantAreDroppedWhereTheyWouldPull) {
  Depths depths;
  depths.v[7] = 1; // in one step the upper box rises by 0.01 m: as far as the deepest is deep
  PenaltyPair response = depths.response();
  EXPECT_EQ(response.drop_pulling(depths.v, 0.9 * depths.h), 2);
  EXPECT_EQ(response.drop_pulling(depths.v, 1.1 * depths.h), 1);
}

} // namespace
} // namespace lamina
