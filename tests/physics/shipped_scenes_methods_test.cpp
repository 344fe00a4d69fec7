#include "core/base/error.h"
#include "core/contact/method.h"
#include "core/mesh/cloth_mesh.h"
#include "core/simulation/simulation.h"
#include "tests/physics/shipped_scenes.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

namespace lamina {
namespace {

/// A shipped scene under another method than its own.
std::shared_ptr<Scene> shipped_with(const std::string& name, const std::string& method) {
  auto scene = std::make_shared<Scene>(test::shipped_scene(name));
  scene->settings.contact.method = method;
  scene->settings.contact.backend = usable_backend(scene->settings.contact);
  return scene;
}

/// The height of its lowest vertex. Of a body that broke, all but one vertex in fifty are above it: rays and
/// gaps miss splinters that are within a floor as a whole.
double lowest_of(const BodyInfo& info, const BodyState& state) {
  std::vector<double> heights;
  if (state.positions)
    for (const Vec3& p : *state.positions)
      heights.push_back(p.y());
  else
    for (const Vec3& p : info.mesh->mesh.vertices)
      heights.push_back((state.mesh_pose * p).y());
  const bool broke = info.mesh->first_inner_triangle < info.mesh->mesh.triangles.size();
  const auto lowest = heights.begin() + static_cast<std::ptrdiff_t>(broke ? heights.size() / 50 : 0);
  std::nth_element(heights.begin(), lowest, heights.end());
  return *lowest;
}

bool all_finite(const BodyState& state) {
  const auto finite = [](const Vec3& p) { return p.allFinite(); };
  return finite(state.pose.position) && state.pose.orientation.coeffs().allFinite() &&
         finite(state.velocity) && finite(state.spin) &&
         (!state.positions || std::all_of(state.positions->begin(), state.positions->end(), finite));
}

/// Cloth that is open has no volume; a method that measures anything else sees no cloth at all.
bool is_unseen_cloth(const SceneBody& body, const ContactSettings& settings) {
  return body.kind == BodyKind::cloth && !needed_parts(settings.method).sheets &&
         !(measures_volume(settings) && enclosed_volume(*body.mesh) > 0);
}

using SceneAndMethod = std::tuple<std::string, std::string>;

class ShippedSceneMethods : public testing::TestWithParam<SceneAndMethod> {};

// 40 steps see a scene that a method refuses, stops, blows up, or lets sink in from its start. `ldi` is in
// ShippedSceneRuns, longer. What a method does to a scene later is in docs/comparison.md.
TEST_P(ShippedSceneMethods, RunAndLoseNobodyThroughTheFloor) {
  const auto& [name, method] = GetParam();
  const auto scene = shipped_with(name, method);
  if (std::any_of(scene->bodies.begin(), scene->bodies.end(), [&scene](const SceneBody& body) {
        return is_unseen_cloth(body, scene->settings.contact);
      })) {
    EXPECT_THROW(Simulation{scene}, InputError) << "cloth is refused where it would not be seen";
    return;
  }
  Simulation simulation(scene);
  const int steps = test::sanitized ? 5 : 40;
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << "step " << i << ": " << simulation.problem();
  const auto snapshot = simulation.snapshot();
  EXPECT_EQ(snapshot->settings, scene->settings) << "settings were changed on the way";
  EXPECT_EQ(snapshot->notice, "");
  const double level = test::floor_level(*scene);
  for (std::size_t i = 0; i < snapshot->bodies.size(); ++i) {
    const BodyInfo& info = (*snapshot->infos)[i];
    const BodyState& state = snapshot->bodies[i];
    if (!moves_freely(info.kind))
      continue;
    ASSERT_TRUE(all_finite(state)) << info.name;
    // The deepest of all is the point of the top, which has one vertex to bear it: 1.4 %.
    EXPECT_GT(lowest_of(info, state), level - 0.03 * info.rest_bounds.size().maxCoeff()) << info.name;
    // Nothing in these scenes is faster than 3 m/s at the start or falls for more than 0.4 s.
    EXPECT_LT(state.velocity.norm(), 8) << info.name << " was thrown out";
  }
}

std::string scene_and_method(const testing::TestParamInfo<SceneAndMethod>& parameter) {
  std::string name = std::get<0>(parameter.param) + "_" + std::get<1>(parameter.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, ShippedSceneMethods,
                         testing::Combine(testing::ValuesIn(test::shipped_scene_names()),
                                          testing::Values("raytraced", "proximity", "adaptive")),
                         scene_and_method);

// A scene of each kind: rigid in a bowl, many, on edges, soft.
INSTANTIATE_TEST_SUITE_P(Some, ShippedSceneMethods,
                         testing::Combine(testing::Values("bowl", "dominoes", "table-legs", "soft-bunny"),
                                          testing::Values("distancefield", "stochastic")),
                         scene_and_method);

double height_of_cube_on_edge(double proximity_distance) {
  const auto scene = shipped_with("cube-on-edge", "proximity");
  scene->settings.contact.proximity.distance = proximity_distance;
  Simulation simulation(scene);
  for (int i = 0; i < 40; ++i)
    EXPECT_TRUE(simulation.step());
  return simulation.snapshot()->bodies[1].pose.position.y();
}

// The scene starts with its cubes in touch and is stiff (10 MPa/m for a cube of 1 kg). Proximity keeps 1 cm
// between them if nobody says otherwise, 2 % of their thickness 3V/A = 0.5 m, so that the start is 1 cm deep
// and throws the cube off; a gap of 0.1 mm keeps it.
TEST(ShippedSceneLimits, ProximityThrowsTheCubeOffItsEdgeUnlessItsGapIsSmall) {
  const double start = std::sqrt(0.5);
  EXPECT_GT(height_of_cube_on_edge(0), start + 0.05) << "this is a limit no longer: see docs/comparison.md";
  EXPECT_NEAR(height_of_cube_on_edge(1e-4), start, 2e-4); // twice the gap
}

// The bodies of this scene are to pass through boxes, which is what its weak stiffness of volumes is for;
// stiffness of depths is another number, and makes them bounce.
TEST(ShippedSceneLimits, MethodsWithDepthsBounceWhereVolumesLetThrough) {
  for (const char* method : {"raytraced", "proximity"}) {
    const auto scene = shipped_with("thick-and-thin", method);
    Simulation simulation(scene);
    test::run_for(simulation, 0.8);
    const auto snapshot = simulation.snapshot();
    for (std::size_t i = 0; i < scene->bodies.size(); ++i)
      if (moves_freely(scene->bodies[i].kind)) {
        EXPECT_LT(snapshot->bodies[i].velocity.x(), 0) << method << ": " << scene->bodies[i].name;
      }
  }
}

} // namespace
} // namespace lamina
