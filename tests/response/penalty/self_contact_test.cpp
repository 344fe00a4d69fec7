#include "core/body/nodal_body.h"
#include "core/body/soft_body.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "core/response/penalty/penalty_pair.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;

/// A soft bar whose two halves have been pushed into each other.
struct Folded {
  static constexpr double h = 0.01;
  Settings settings;
  Stiffness stiffness{1e6, 1e9};
  std::unique_ptr<NodalBody> body;
  std::vector<PairContacts> contacts;
  BlockSystem system;
  BlockVector v;

  explicit Folded(SelfLaw law, FrictionLaw friction = FrictionLaw::coulomb) {
    settings.response.self_law = law;
    settings.friction.law = friction;
    settings.contact.ldi.resolution = 32;
    SceneBody description = body_of("bar", make_box({1, 0.2, 0.2}, 1200), BodyKind::soft);
    description.lattice_cells = 10;
    body = std::make_unique<NodalBody>(description, soft_parts(description));
    std::vector<double> state;
    body->save(state);
    // Bent to more than a full turn about an axis through the origin, the ends apart by less than they are
    // thick.
    for (std::size_t i = 0; i < body->block_count(); ++i) {
      double* p = state.data() + 3 * i;
      const double angle = 7.2 * p[0], radius = 0.3 + p[1] + 0.12 * p[0];
      p[2] += 0.1 * p[0];
      p[0] = radius * std::sin(angle);
      p[1] = -radius * std::cos(angle);
    }
    body->restore(state);
    const Surface* surfaces[1] = {&body->surface()};
    const BodyPair pairs[1] = {{0, 0}};
    make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), contacts);
    Body* bodies[1] = {body.get()};
    system.set_bodies(bodies);
    system.clear_terms(h);
    v = BlockVector::Random(static_cast<Eigen::Index>(3 * body->block_count()));
  }

  PenaltyPair response() {
    PenaltyPair r;
    r.begin(contacts[0], {{body.get(), body.get()}, {0, 0}}, penalty_law(settings.response, stiffness, true),
            friction_in_force(settings.friction, 0.4));
    return r;
  }
};

class EverySelfLaw : public testing::TestWithParam<SelfLaw> {};

TEST_P(EverySelfLaw, PushesTheBodyNeitherAlongNorAround) {
  Folded folded(GetParam(), FrictionLaw::none);
  PenaltyPair response = folded.response();
  BlockVector impulse = BlockVector::Zero(folded.v.size());
  response.add_terms(folded.system, folded.h, impulse);
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double scale = 0;
  for (std::size_t i = 0; i < folded.body->block_count(); ++i) {
    const Vec3 f = impulse.segment<3>(3 * static_cast<Eigen::Index>(i));
    force += f;
    torque += folded.body->nodes()[i].cross(f);
    scale += f.norm();
  }
  ASSERT_GT(scale, 0);
  EXPECT_LT(force.norm(), 1e-12 * scale);
  // Points are those of snapped triangles, 2^-10 of a pixel of 0.8/32 m.
  EXPECT_LT(torque.norm(), 1e-4 * scale);
}

TEST_P(EverySelfLaw, BrakesWhatSlidesAndNotWhatMovesAsOne) {
  Folded folded(GetParam());
  PenaltyPair response = folded.response();
  const auto product = [&](const BlockVector& v) {
    response.set_friction(v, folded.h, false);
    folded.system.clear_terms(0);
    BlockVector right = BlockVector::Zero(v.size()), y, own = BlockVector::Zero(v.size());
    response.assemble(folded.h);
    response.add_terms(folded.system, folded.h, right);
    folded.system.multiply(v, y, false);
    folded.body->multiply(0, v, own);
    return BlockVector(y - own);
  };
  const double braking = product(folded.v).dot(folded.v);
  EXPECT_GT(braking, 0);
  BlockVector together(folded.v.size());
  for (Eigen::Index i = 0; i < together.size(); ++i)
    together[i] = i % 3 == 0 ? 1.0 : -0.5;
  EXPECT_LT(product(together).norm(), 1e-9 * product(folded.v).norm());
}

INSTANTIATE_TEST_SUITE_P(Laws, EverySelfLaw,
                         testing::Values(SelfLaw::patches, SelfLaw::mean_depth, SelfLaw::f08));

TEST(PenaltyOfSelfContact, IsAsStiffAsItsOwnSettingSays) {
  Folded folded(SelfLaw::patches);
  const double energy = folded.response().outcome(folded.v, folded.h).energy;
  ASSERT_GT(energy, 0);
  folded.settings.response.self_stiffness = 0.25;
  EXPECT_NEAR(folded.response().outcome(folded.v, folded.h).energy, 0.25 * energy, 1e-12 * energy);
  folded.settings.response.law = ContactLaw::f08; // of other pairs
  EXPECT_NEAR(folded.response().outcome(folded.v, folded.h).energy, 0.25 * energy, 1e-12 * energy);
}

} // namespace
} // namespace lamina
