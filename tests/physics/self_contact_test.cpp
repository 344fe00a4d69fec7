#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

using test::scene_of;
using test::soft_ring;

/// The volume by which a body overlaps itself where it stands, m³.
double self_overlap(const Snapshot& snapshot) {
  const PreparedMesh& mesh = *snapshot.infos->front().mesh;
  Surface surface;
  surface.triangles = std::make_shared<const std::vector<Triangle>>(mesh.mesh.triangles);
  surface.positions = *snapshot.bodies.front().positions;
  for (const Vec3& p : surface.positions)
    surface.bounds.include(p);
  Settings settings;
  settings.contact.ldi.resolution = 64;
  settings.simulation.threads = 1;
  settings.response.self_law = SelfLaw::f08;
  const Surface* surfaces[1] = {&surface};
  const BodyPair pairs[1] = {{0, 0}};
  std::vector<PairContacts> found;
  make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings), found);
  return images_of(found.front()).volume;
}

/// Greatest volume by which the ring overlaps itself while one end is pulled through the other, m³.
double overlap_while_pulled(SelfLaw law) {
  auto scene = scene_of({soft_ring(0.9)});
  scene->gravity = Vec3::Zero();
  scene->settings.response.self_law = law;
  scene->settings.contact.ldi.resolution = 64;
  scene->settings.simulation.threads = 1;
  Simulation simulation(scene);
  const double gap = 2 * 3.14159265358979 * 0.9;
  simulation.apply(BeginDrag{0, {std::cos(gap), 0, std::sin(gap)}, {}});
  simulation.apply(MoveDrag{{1.2, 0, 1.0}});
  double greatest = 0;
  for (int step = 0; step < 60; ++step) {
    EXPECT_TRUE(simulation.step()) << simulation.problem();
    if (step % 4 == 0)
      greatest = std::max(greatest, self_overlap(*simulation.snapshot()));
  }
  return greatest;
}

TEST(SelfContact, KeepsTheEndsOfARingApart) {
  const double without = overlap_while_pulled(SelfLaw::none);
  EXPECT_GT(without, 0.02) << "the ends meet: they are 0.4 m thick";
  for (const SelfLaw law : {SelfLaw::patches, SelfLaw::mean_depth, SelfLaw::f08}) {
    const double with = overlap_while_pulled(law);
    EXPECT_GT(with, 0);
    EXPECT_LT(with, 0.05 * without) << static_cast<int>(law);
  }
}

TEST(SelfContact, LeavesARingThatOverlapsItselfAtRestInPeace) {
  auto scene = scene_of({soft_ring(1.03)});
  scene->gravity = Vec3::Zero();
  Simulation simulation(scene);
  const auto infos = simulation.snapshot()->infos;
  ASSERT_NE(infos->front().self_offset, nullptr);
  test::run_for(simulation, 0.2);
  EXPECT_EQ(simulation.statistics().contacts, 0u);
  EXPECT_LT(simulation.statistics().kinetic_J, 1e-12);
}

struct Sliding {
  double speed, acceleration; ///< along x, m/s and m/s²
};

/// How a slab slides on a plate of the same soft body, where the ground slopes by `angle`.
Sliding sliding_of_part(double angle) {
  TriangleMesh mesh = make_box({2.4, 0.2, 0.4});
  const auto lower = static_cast<std::uint32_t>(mesh.vertices.size());
  const TriangleMesh slab = make_box({0.6, 0.1, 0.4}); // low, or it would tip over its one patch
  for (const Vec3& p : slab.vertices)
    mesh.vertices.push_back(p + Vec3(-0.85, 0.37, 0)); // lattice cells apart, or both would be one piece
  for (const Triangle& t : slab.triangles)
    mesh.triangles.push_back({t[0] + lower, t[1] + lower, t[2] + lower});
  SceneBody body = test::body_of("plate and slab", mesh, BodyKind::soft);
  body.lattice_cells = 24;
  body.material.young_modulus = 1e6;
  body.friction_coefficient = 0.5;
  body.clamps.push_back({Box{{-2, -1, -1}, {2, 0.05, 1}}, {}});
  auto scene = scene_of({body});
  scene->gravity = 9.81 * Vec3(std::sin(angle), -std::cos(angle), 0);
  scene->settings.response.response = ResponseKind::constraints;
  scene->settings.response.sleep = false;
  scene->settings.contact.ldi.resolution = 64;
  scene->settings.simulation.threads = 1;
  Simulation simulation(scene);
  // Preparation may have brought vertices into another order.
  const std::vector<Vec3> first = *simulation.snapshot()->bodies.front().positions;
  const auto place = [&] {
    const auto snapshot = simulation.snapshot();
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
      if (first[i].y() > 0.15) {
        sum += (*snapshot->bodies.front().positions)[i].x();
        ++count;
      }
    return sum / count;
  };
  double at[3];
  test::run_for(simulation, 0.6);
  for (double& x : at) {
    x = place();
    test::run_for(simulation, 0.16);
  }
  return {(at[2] - at[1]) / 0.16, (at[2] - 2 * at[1] + at[0]) / (0.16 * 0.16)};
}

// The slab has fallen on the plate; it wobbles and creeps a little.
TEST(SelfContact, RubsUnderConstraintsAsCoulombSays) {
  const double steep = 0.7, gentle = 0.4, expected = 9.81 * (std::sin(steep) - 0.5 * std::cos(steep));
  EXPECT_NEAR(sliding_of_part(steep).acceleration, expected, 0.05 * expected);
  EXPECT_NEAR(sliding_of_part(gentle).speed, 0, 0.03);
}

} // namespace
} // namespace lamina
