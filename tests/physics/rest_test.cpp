#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_of;
using test::turn;

/// Mean depth of the lowest face of a box of the given size below the ground, from its centre.
double penetration(const Simulation& simulation, double size) {
  return 0.5 * size - simulation.snapshot()->bodies[1].pose.position.y();
}

std::shared_ptr<Scene> resting_box(ContactLaw law, double size, double yaw) {
  auto scene = scene_of({ground(), body_of("box", make_box(Vec3::Constant(size)), BodyKind::rigid,
                                           {{0.013, 0.5 * size, -0.021}, turn({0, 1, 0}, yaw)})});
  scene->settings.response.law = law;
  return scene;
}

class RestingBox : public testing::TestWithParam<ContactLaw> {};

// A box on a floor sinks until the pressure carries it: depth d with k A² d = m g under F08's law (V = A d, f
// = k V A) and κ A d = m g under the others. The region is the box's own footprint, so only the solve limits
// the accuracy.
TEST_P(RestingBox, SinksAsDeepAsTheLawSays) {
  for (const double yaw : {0.0, 0.3, 1.1}) {
    const double size = 0.1, mass = 1000 * size * size * size, area = size * size;
    auto scene = resting_box(GetParam(), size, yaw);
    scene->settings.response.response = ResponseKind::penalty;
    scene->settings.response.stiffness_source = StiffnessSource::given;
    scene->settings.response.depth_stiffness = 1e7;
    scene->settings.response.volume_stiffness = 1e9;
    Simulation simulation(scene);
    run_for(simulation, 2);
    const double expected =
        GetParam() == ContactLaw::f08 ? mass * 9.81 / (1e9 * area * area) : mass * 9.81 / (1e7 * area);
    EXPECT_NEAR(penetration(simulation, size), expected, 0.01 * expected) << "yaw " << yaw;
    EXPECT_NEAR(simulation.snapshot()->bodies[1].contact_force.y(), mass * 9.81, 0.01 * mass * 9.81);
  }
}

// Rows of pixels are staggered, to both sides alike: samples that lie more to one side push there. It may
// roll onto one of its facets of 13 mm, whose middles are 3.8 mm from their sides.
TEST(RestingBall, IsPushedToNeitherSide) {
  Simulation simulation(scene_of({ground(), body_of("ball", make_sphere(0.5, 20000), BodyKind::rigid,
                                                    {{0, 0.5, 0}, Quat::Identity()})}));
  run_for(simulation, 3);
  const Vec3 moved = simulation.snapshot()->bodies[1].pose.position;
  EXPECT_LT(Vec3(moved.x(), 0, moved.z()).norm(), 3.8e-3);
}

// One pressure a pair cannot hold a face level: whole-pair laws rock once they are tilted by a hair.
// Unstaggered rows sample a level box evenly, so that it stays level.
TEST_P(RestingBox, DefaultStiffnessGivesTheRestPenetration) {
  auto scene = resting_box(GetParam(), 0.1, 0.3);
  if (GetParam() != ContactLaw::cells)
    scene->settings.contact.ldi.rows = RowChoice::unstaggered;
  scene->settings.response.response = ResponseKind::penalty;
  Simulation simulation(scene);
  run_for(simulation, 2);
  EXPECT_NEAR(penetration(simulation, 0.1), 1e-4 * 0.1, 0.01 * 1e-4 * 0.1);
}

INSTANTIATE_TEST_SUITE_P(Laws, RestingBox,
                         testing::Values(ContactLaw::cells, ContactLaw::mean_depth, ContactLaw::f08));

struct Drop {
  const char* name;
  Quat orientation;
};

class DroppedCube : public testing::TestWithParam<Drop> {};

TEST_P(DroppedCube, ComesToRestOnAFace) {
  auto scene = scene_of({ground(), body_of("cube", make_box(Vec3::Constant(0.1)), BodyKind::rigid,
                                           {{0.02, 0.15, 0.01}, GetParam().orientation})});
  Simulation simulation(scene);
  run_for(simulation, 15);
  double fastest = 0;
  for (int step = 0; step < 500; ++step) {
    ASSERT_TRUE(simulation.step());
    const BodyState body = simulation.snapshot()->bodies[1];
    fastest = std::max(fastest, body.velocity.norm() + body.spin.norm() * 0.087);
  }
  RecordProperty("fastest_um_per_s", static_cast<int>(fastest * 1e6));
  // Ten times less than a person sees; the regularised friction itself creeps at up to the slip speed on a
  // slope only.
  EXPECT_LT(fastest, 1e-4);
  const Mat3 axes = simulation.snapshot()->bodies[1].pose.orientation.toRotationMatrix();
  EXPECT_NEAR(axes.row(1).cwiseAbs().maxCoeff(), 1, 1e-4) << "not on a face";
}

INSTANTIATE_TEST_SUITE_P(
    Attitudes, DroppedCube,
    testing::Values(Drop{"face", turn({0, 1, 0}, 0.4)},
                    Drop{"edge", turn({0, 0, 1}, std::numbers::pi / 4) * turn({1, 0, 0}, 0.01)},
                    Drop{"corner", Quat::FromTwoVectors(Vec3(1, 1, 1), Vec3(0.02, 1, 0.01))},
                    Drop{"anyhow", turn({1, 2, 3}, 1.0)}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(Stack, OfTenBoxesStandsForAMinute) {
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 10; ++i) {
    // Small offsets and turns, as no person stacks exactly.
    const double x = 0.003 * std::sin(3.0 * i), z = 0.003 * std::cos(5.0 * i);
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(0.1)), BodyKind::rigid,
                             {{x, 0.05 + 0.1 * i, z}, turn({0, 1, 0}, 0.7 * i)}));
  }
  Simulation simulation(scene_of(std::move(bodies)));
  const auto first = simulation.snapshot();
  run_for(simulation, 60);
  const auto snapshot = simulation.snapshot();
  for (int i = 0; i < 10; ++i) {
    const Vec3 position = snapshot->bodies[i + 1].pose.position;
    // They begin as they touch, which is found a step later, and come up again to one and a half times the
    // slop of 0.1 mm each, whatever lies on them.
    EXPECT_NEAR(position.y(), 0.05 + 0.1 * i, 2e-4 * (i + 1));
    const Vec3 moved = position - first->bodies[i + 1].pose.position;
    EXPECT_LT(std::hypot(moved.x(), moved.z()), 3e-3) << "box " << i;
  }
}

} // namespace
} // namespace lamina
