#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;

SceneBody soft_cube(const std::string& name, double side, const Vec3& at, double young, double density) {
  SceneBody body = body_of(name, make_box({side, side, side}, 300), BodyKind::soft, {at, Quat::Identity()});
  body.lattice_cells = 4;
  body.material = {young, 0.3, 0.01};
  body.density = density;
  body.self_contact = false;
  return body;
}

TEST(SoftContact, TwoCubesThatOverlapPushEachOtherApartWithForcesThatCancel) {
  auto scene = scene_of({soft_cube("left", 0.2, {-0.095, 0, 0}, 1e5, 1000),
                         soft_cube("right", 0.2, {0.095, 0.03, 0.02}, 1e5, 1000)});
  scene->gravity = Vec3::Zero();
  // What conjugate gradients leave unsolved is all that can be lost: 1e-12 of a scale above the impulse, each
  // step.
  scene->settings.solver.cg_tolerance = 1e-12;
  scene->settings.solver.cg_iterations = 2000;
  Simulation simulation(scene);
  double impulse = 0;
  for (int step = 0; step < 100; ++step) {
    ASSERT_TRUE(simulation.step());
    const auto snapshot = simulation.snapshot();
    const Vec3 left = snapshot->bodies[0].contact_force, right = snapshot->bodies[1].contact_force;
    EXPECT_NEAR((left + right).norm(), 0, 1e-9 * (left.norm() + 1));
    impulse += left.norm() * scene->settings.simulation.time_step;
  }
  ASSERT_GT(impulse, 0);
  EXPECT_NEAR(simulation.statistics().momentum.norm(), 0, 1e-6 * impulse);
  EXPECT_EQ(simulation.statistics().volume_m3, 0);
}

/// A soft cube on another; the lower one lies on the ground. Simulated for a second.
StepStatistics stacked(double young_above, double density_above, double& height) {
  auto scene = scene_of({test::ground(), soft_cube("below", 0.2, {0, 0.1, 0}, 1e5, 1000),
                         soft_cube("above", 0.2, {0.01, 0.3, 0.01}, young_above, density_above)});
  Simulation simulation(scene);
  double worst = 0;
  for (int step = 0; step < 100; ++step) {
    EXPECT_TRUE(simulation.step()) << simulation.problem();
    worst = std::max(worst, simulation.statistics().cg_residual);
  }
  height = simulation.snapshot()->bodies[2].pose.position.y();
  StepStatistics last = simulation.statistics();
  last.cg_residual = worst;
  return last;
}

TEST(SoftContact, StiffnessesAThousandTimesApartConverge) {
  double height = 0;
  const StepStatistics last = stacked(1e8, 1000, height);
  EXPECT_LE(last.cg_residual, Settings().solver.cg_tolerance) << "worst of all steps";
  EXPECT_NEAR(height, 0.3, 0.03);
}

// A body a thousand times as heavy presses flat what lies below, or the solve says that it did not converge:
// it never passes for solved, and nothing explodes.
TEST(SoftContact, MassesAThousandTimesApartConvergeOrSaySo) {
  for (const double ratio : {1e-3, 1e3}) {
    double height = 0;
    const StepStatistics last = stacked(ratio > 1 ? 1e8 : 1e5, 1000 * ratio, height);
    RecordProperty(ratio > 1 ? "residual_heavy_above" : "residual_light_above",
                   std::to_string(last.cg_residual));
    EXPECT_TRUE(std::isfinite(last.cg_residual));
    EXPECT_TRUE(std::isfinite(last.kinetic_J));
    if (ratio < 1) {
      EXPECT_LE(last.cg_residual, Settings().solver.cg_tolerance);
      EXPECT_NEAR(height, 0.3, 0.03);
    }
  }
}

// Implicit Euler loses energy; what newly found overlaps add (F08 section 3.3) stays below a share of the
// drop that shrinks with the step.
TEST(Rings, EnergyStaysBelowABoundThatShrinksWithTheStep) {
  double excess_before = std::numeric_limits<double>::infinity();
  for (const double h : {0.02, 0.01, 0.005}) {
    const std::vector<std::filesystem::path> files{resolve_scene_name("rings")};
    auto scene = std::make_shared<Scene>(open_scene(files));
    scene->settings.simulation.time_step = h;
    Simulation simulation(scene);
    const int steps = test::sanitized ? 100 : h == 0.01 ? 10'000 : static_cast<int>(20 / h);
    double start = 0, lowest = 0, highest = -std::numeric_limits<double>::infinity();
    for (int step = 0; step < steps; ++step) {
      ASSERT_TRUE(simulation.step()) << simulation.problem();
      const StepStatistics& now = simulation.statistics();
      if (step == 0)
        start = lowest = now.potential_J + now.kinetic_J;
      lowest = std::min(lowest, now.potential_J);
      highest = std::max(highest, now.kinetic_J + now.potential_J);
    }
    const double excess = std::max(0.0, highest - start) / std::max(start - lowest, 1e-300);
    EXPECT_LT(excess, 10 * h) << "h = " << h;
    EXPECT_LE(excess, excess_before + 1e-9) << "h = " << h;
    excess_before = excess;
  }
}

} // namespace
} // namespace lamina
