#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;

/// Height at which the centre of a soft cube of 5 cm comes to rest on the ground, m.
double rest_height(std::size_t triangles, int cells, double young) {
  SceneBody cube = body_of("cube", make_box({0.05, 0.05, 0.05}, triangles), BodyKind::soft,
                           {{0, 0.026, 0}, Quat::Identity()});
  cube.lattice_cells = cells;
  cube.material = {young, 0.4, 0.05};
  cube.self_contact = false;
  Simulation simulation(scene_of({test::ground(), cube}));
  test::run_for(simulation, 1);
  return simulation.snapshot()->bodies[1].pose.position.y();
}

/// However its surface is divided, and its inside: a cube of two triangles a side rests as one of hundreds,
/// and its centre is half its height less what its weight squeezes out: ρ g L²/(8 E). After a second it still
/// settles by 0.2 mm.
TEST(SoftRest, DoesNotDependOnHowFinelyTheSurfaceIsDivided) {
  for (const double young : {3e4, 3e5})
    for (const int cells : {3, 5, 8}) {
      if (test::sanitized && cells != 5)
        continue;
      const double coarse = rest_height(12, cells, young), fine = rest_height(1200, cells, young);
      EXPECT_NEAR(coarse / fine, 1, 0.015) << cells << " cells, " << young << " Pa";
      const double squeezed = 1000 * 9.81 * 0.05 * 0.05 / (8 * young);
      EXPECT_NEAR(coarse / (0.025 - squeezed), 1, 0.02) << cells << " cells, " << young << " Pa";
    }
}

} // namespace
} // namespace lamina
