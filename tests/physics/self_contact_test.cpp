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

} // namespace
} // namespace lamina
