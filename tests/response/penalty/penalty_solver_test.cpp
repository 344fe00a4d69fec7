#include "core/response/penalty/penalty_solver.h"

#include "core/body/rigid_body.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

namespace lamina {
namespace {

using test::body_of;

/// A box that slides down onto another one and overlaps it.
struct Meeting {
  Settings settings;
  std::vector<std::unique_ptr<RigidBody>> owned;
  std::vector<Body*> bodies;
  std::vector<PairContacts> contacts;
  BlockSystem system;
  BlockVector start, impulse;
  PenaltySolver solver;
  std::vector<PairOutcome> outcomes;

  Meeting() {
    settings.solver.cg_tolerance = 1e-13;
    SceneBody upper = body_of("upper", make_box({0.6, 0.6, 0.6}), BodyKind::rigid,
                              {{0.2, 0.79, 0.1}, test::turn({1, 0.3, 0.2}, 0.01)});
    upper.velocity = {0.5, -0.4, 0.1};
    for (const SceneBody& description : {body_of("lower", make_box({1, 1, 1})), upper}) {
      owned.push_back(std::make_unique<RigidBody>(description));
      bodies.push_back(owned.back().get());
    }
    const Surface* const surfaces[2] = {&bodies[0]->surface(), &bodies[1]->surface()};
    const BodyPair pairs[1] = {{0, 1}};
    make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), contacts);
    system.set_bodies(bodies);
    start.resize(12);
    for (int i = 0; i < 2; ++i)
      bodies[i]->predict(0, step().h, true, start.segment<6>(6 * i));
    system.clear_terms(step().h);
    system.multiply_inertia(start, impulse);
  }

  StepInput step() const {
    static const PairProperties properties[1] = {{0.4, 1}};
    return {0, 0.01, Vec3(0, -9.81, 0), &settings, {}, contacts, properties};
  }
};

TEST(PenaltySolver, GivesTheImpulsesOfTheForcesThatItReports) {
  Meeting meeting;
  BlockVector v = meeting.start, given;
  const StepReport report =
      meeting.solver.solve(meeting.step(), meeting.impulse, meeting.system, v, meeting.outcomes);
  ASSERT_TRUE(report.finite);
  ASSERT_EQ(meeting.outcomes.size(), 1u);
  const PairOutcome& outcome = meeting.outcomes[0];
  EXPECT_EQ(outcome.pressure.size(), meeting.contacts[0].contacts.size());
  EXPECT_GT(outcome.energy, 0);
  EXPECT_GT(outcome.force[1].y(), 0);
  EXPECT_LT(outcome.force[1].x(), 0);
  meeting.system.multiply_inertia(BlockVector(v - meeting.start), given);
  for (int i = 0; i < 2; ++i) {
    Eigen::Matrix<double, 6, 1> expected;
    expected << outcome.force[i], outcome.torque[i];
    // As far as the system is solved.
    EXPECT_LT((given.segment<6>(6 * i) - meeting.step().h * expected).norm(), 1e-9 * given.norm());
  }
}

TEST(PenaltySolver, ReportsNothingOfAStepThatIsNotFinite) {
  Meeting meeting;
  meeting.outcomes.resize(3);
  BlockVector v = meeting.start;
  v[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(
      meeting.solver.solve(meeting.step(), meeting.impulse, meeting.system, v, meeting.outcomes).finite);
  EXPECT_TRUE(meeting.outcomes.empty());
}

} // namespace
} // namespace lamina
