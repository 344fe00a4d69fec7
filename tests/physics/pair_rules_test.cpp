#include "core/base/error.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

using test::body_of;
using test::run_for;
using test::scene_of;
using test::turn;

/// A block of 0.1 m at rest on a fixed slab tilted by 20°, which holds it with the usual friction.
std::shared_ptr<Scene> slope() {
  const Quat tilt = turn({0, 0, 1}, 20 * std::numbers::pi / 180);
  return scene_of(
      {body_of("slab", make_box({20, 1, 4}), BodyKind::fixed, {tilt * Vec3(0, -0.5, 0), tilt}),
       body_of("block", make_box(Vec3::Constant(0.1)), BodyKind::rigid, {tilt * Vec3(0, 0.05, 0), tilt})});
}

double distance_gone(const std::shared_ptr<Scene>& scene, double seconds) {
  Simulation simulation(scene);
  const Vec3 start = simulation.snapshot()->bodies[1].pose.position;
  run_for(simulation, seconds);
  return (simulation.snapshot()->bodies[1].pose.position - start).norm();
}

/// How deep a cube rests in a floor with `rules` and with factors of the two bodies.
double rest_depth(std::vector<PairRule> rules, double floor_factor = 1, double cube_factor = 1) {
  auto scene = scene_of({test::ground(), body_of("cube", make_box(Vec3::Constant(0.1)), BodyKind::rigid,
                                                 {{0, 0.05, 0}, Quat::Identity()})});
  scene->settings.response.response = ResponseKind::penalty;
  scene->bodies[0].contact_stiffness = floor_factor;
  scene->bodies[1].contact_stiffness = cube_factor;
  scene->pairs = std::move(rules);
  for (PairRule& rule : scene->pairs)
    rule.bodies = {"cube", scene->bodies[0].name};
  Simulation simulation(scene);
  run_for(simulation, 2);
  return simulation.statistics().deepest_m;
}

TEST(PairRules, FrictionOfAPairReplacesThatOfTheBodies) {
  EXPECT_LT(distance_gone(slope(), 1), 1e-3) << "held by friction";
  auto smooth = slope();
  smooth->pairs.push_back({{"block", "slab"}, std::nullopt, 0.0, std::nullopt});
  // Without friction the way is g sin α t²/2; implicit steps of h = 0.01 s add g sin α t h/2, one percent.
  const double expected = 0.5 * 9.81 * std::sin(20 * std::numbers::pi / 180);
  EXPECT_NEAR(distance_gone(smooth, 1), expected, 0.02 * expected);
}

TEST(PairRules, APairThatDoesNotCollideFallsThrough) {
  auto scene = slope();
  scene->pairs.push_back({{"slab", "block"}, std::nullopt, std::nullopt, std::nullopt, false});
  // Free fall in steps of h: g t (t + h)/2.
  EXPECT_NEAR(distance_gone(scene, 1), 0.5 * 9.81 * 1 * (1 + scene->settings.simulation.time_step), 1e-9);
}

TEST(PairRules, StiffnessDividesTheRestDepth) {
  const double usual = rest_depth({});
  EXPECT_GT(usual, 0);
  // The last motion has died away to a fraction of a percent of the depth.
  EXPECT_NEAR(rest_depth({{{}, 4.0, std::nullopt, std::nullopt}}), usual / 4, 0.01 * usual);
  EXPECT_NEAR(rest_depth({}, 16, 1), usual / 4, 0.01 * usual) << "the geometric mean of two bodies";
  EXPECT_NEAR(rest_depth({{{}, 1.0, std::nullopt, std::nullopt}}, 16, 5), usual, 0.01 * usual)
      << "a rule stands above both";
}

TEST(PairRules, ARuleForABodyThatIsNotThereIsRefused) {
  auto scene = slope();
  scene->pairs.push_back({{"slab", "blok"}, std::nullopt, std::nullopt, std::nullopt});
  EXPECT_THROW(Simulation{scene}, InputError);
}

} // namespace
} // namespace lamina
