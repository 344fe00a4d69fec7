#include "core/mesh/mass_properties.h"
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

TEST(FreeFlight, FollowsTheParabolaToFirstOrderInTheStep) {
  double error[2];
  for (const int k : {0, 1}) {
    auto scene = scene_of({body_of("ball", make_sphere(0.1, 320))});
    scene->bodies[0].velocity = {1, 5, 0};
    scene->settings.simulation.time_step = k == 0 ? 0.01 : 0.005;
    Simulation simulation(scene);
    run_for(simulation, 1);
    const Vec3 exact(1, 5 - 0.5 * 9.81, 0);
    error[k] = (simulation.snapshot()->bodies[0].pose.position - exact).norm();
    // Implicit Euler is late by half a step of gravity: ½ g h t.
    EXPECT_NEAR(error[k], 0.5 * 9.81 * scene->settings.simulation.time_step, 1e-6);
  }
  EXPECT_NEAR(error[0] / error[1], 2, 1e-3);
}

// A ball that slides without friction in a hollow is a pendulum of length R − r. The hollow is a one-sided
// sphere that faces inwards, so that it is solid outside.
TEST(Pendulum, BallInAFrictionlessHollowSwingsWithTheRightPeriod) {
  const double hollow = 1, ball = 0.2, length = hollow - ball, amplitude = 0.3;
  TriangleMesh bag = make_sphere(hollow, 20000);
  for (Triangle& triangle : bag.triangles)
    std::swap(triangle[1], triangle[2]);
  SceneBody shell;
  shell.name = "hollow";
  shell.kind = BodyKind::fixed;
  shell.sidedness = Sidedness::one_sided;
  shell.mesh = prepare_body_mesh(bag, Sidedness::one_sided);
  ASSERT_TRUE(shell.mesh->report.accepted) << shell.mesh->report.reason;

  auto scene = scene_of({shell, body_of("ball", make_sphere(ball, 5000))});
  scene->bodies[1].pose.position = length * Vec3(std::sin(amplitude), -std::cos(amplitude), 0);
  scene->settings.friction.law = FrictionLaw::none;
  scene->settings.simulation.time_step = 0.002;
  scene->settings.response.dissipation = 0;
  scene->settings.contact.ldi.resolution =
      64; // the lens between ball and hollow is thin, and 16² pixels hit it only 50 times
  Simulation simulation(scene);

  // Half a period passes between two passages through the lowest point.
  std::vector<double> crossings;
  double before = scene->bodies[1].pose.position.x();
  while (crossings.size() < 3 && simulation.statistics().time_s < 5) {
    ASSERT_TRUE(simulation.step());
    const double x = simulation.snapshot()->bodies[1].pose.position.x();
    if (before * x < 0)
      crossings.push_back(simulation.statistics().time_s);
    before = x;
  }
  ASSERT_EQ(crossings.size(), 3u);
  const double small = 2 * std::numbers::pi * std::sqrt(length / 9.81);
  const double exact = small * (1 + amplitude * amplitude / 16); // next term is 1e-4 of it
  EXPECT_NEAR(crossings[2] - crossings[0], exact,
              0.02 * exact); // facets of 0.02 m tilt the floor by about 1 %
}

// A fast top that leans on its tip precesses at m g l / (I₃ ω₃).
TEST(SpinningTop, PrecessesAtTheRateOfAHeavyTop) {
  const double lean = 0.2;
  const TriangleMesh mesh = make_top(0.1, 0.15, 0.01, 2000);
  SceneBody top = body_of("top", mesh);
  const MassProperties properties = mass_properties(mesh);
  const double spin = 150;
  const Quat attitude = turn({0, 0, 1}, lean);
  top.pose = {{0, 0, 0}, attitude};
  top.spin = attitude * Vec3(0, spin, 0);

  // Without friction the tip slides on a small circle, but the torque about the centre is the same m g l; a
  // stiff floor keeps the sharp tip from sinking in.
  auto scene = scene_of({test::ground(), top});
  scene->settings.friction.law = FrictionLaw::none;
  scene->settings.response.rest_penetration = 1e-6;
  scene->settings.simulation.time_step = 0.001;
  Simulation simulation(scene);
  run_for(simulation, 0.2);
  const auto azimuth = [&] {
    const Vec3 axis = simulation.snapshot()->bodies[1].pose.orientation * Vec3::UnitY();
    return std::atan2(axis.z(), axis.x());
  };
  const double start = azimuth();
  run_for(simulation, 0.5);
  double turned = azimuth() - start;
  turned -= 2 * std::numbers::pi * std::round(turned / (2 * std::numbers::pi));
  const double arm = properties.centre.y();
  const double expected = properties.volume * 9.81 * arm / (properties.inertia(1, 1) * spin) * 0.5;
  // Precession about −… the sign: torque r × (−m g) for a top leaning towards −x turns its axis from −x
  // towards …
  EXPECT_NEAR(std::abs(turned), expected, 0.05 * expected);
}

TEST(Collision, ConservesMomentumAndAngularMomentum) {
  auto scene = scene_of(
      {body_of("left", make_box({0.2, 0.2, 0.2}), BodyKind::rigid, {{-0.2, 0, 0}, turn({1, 2, 3}, 1)}),
       body_of("right", make_torus(0.15, 0.05, 800), BodyKind::rigid,
               {{0.15, 0.03, 0.02}, turn({3, 1, 1}, 1)})});
  scene->gravity = Vec3::Zero();
  scene->bodies[0].velocity = {1, 0, 0};
  scene->bodies[0].spin = {0, 3, 0};
  scene->bodies[1].velocity = {-0.5, 0, 0};
  Simulation simulation(scene);
  const auto angular = [&] {
    Vec3 sum = Vec3::Zero();
    const auto snapshot = simulation.snapshot();
    for (int i = 0; i < 2; ++i) {
      const BodyState& s = snapshot->bodies[i];
      const MassProperties properties = mass_properties((*snapshot->infos)[i].mesh->mesh);
      const Mat3 r = s.pose.orientation.toRotationMatrix();
      sum += s.pose.position.cross((*snapshot->infos)[i].mass * s.velocity) +
             1000 * r * properties.inertia * r.transpose() * s.spin;
    }
    return sum;
  };
  const Vec3 momentum = simulation.statistics().momentum, spin = angular();
  double touched = 0;
  for (int step = 0; step < 100; ++step) {
    ASSERT_TRUE(simulation.step());
    touched += simulation.statistics().volume_m3;
  }
  ASSERT_GT(touched, 0) << "they never met";
  // The linear solve is stopped at 10⁻⁴ of what goes in; what that leaves is no momentum.
  EXPECT_NEAR((simulation.statistics().momentum - momentum).norm(), 0, 1e-12 * momentum.norm());
  // Contact forces are applied at the start of a step and the bodies move on before they are compared: h · v
  // · f, which is 2.1 % here.
  EXPECT_NEAR((angular() - spin).norm(), 0, 0.03 * spin.norm());
}

// A newly found overlap injects energy (F08 section 5); what a bounce gains must stay small and shrink with
// the step.
TEST(Energy, ExcessOfABounceIsBoundedAndShrinksWithTheStep) {
  double excess[2];
  for (const int k : {0, 1}) {
    auto scene = scene_of({test::ground(), body_of("ball", make_sphere(0.1, 1280), BodyKind::rigid,
                                                   {{0, 0.3, 0}, Quat::Identity()})});
    scene->settings.simulation.time_step = k == 0 ? 0.01 : 0.0025;
    scene->settings.response.dissipation = 0;
    scene->settings.simulation.substeps = 1;
    Simulation simulation(scene);
    const StepStatistics start = simulation.statistics();
    const double total =
        start.kinetic_J + start.potential_J - (1000 * 4.0 / 3 * std::numbers::pi * 1e-3 * 9.81 * 0.1);
    double greatest = 0;
    for (int step = 0; step < static_cast<int>(1.0 / scene->settings.simulation.time_step); ++step) {
      ASSERT_TRUE(simulation.step());
      const StepStatistics& s = simulation.statistics();
      greatest = std::max(greatest, s.kinetic_J + s.potential_J - start.kinetic_J - start.potential_J);
    }
    excess[k] = std::max(0.0, greatest) / total;
    RecordProperty("excess_ppm_" + std::to_string(k), static_cast<int>(1e6 * excess[k]));
  }
  EXPECT_LT(excess[0], 0.05);
  EXPECT_LE(excess[1], excess[0] + 1e-9);
}

} // namespace
} // namespace lamina
