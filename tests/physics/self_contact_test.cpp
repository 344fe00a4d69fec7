#include "core/contact/method.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;

/// A ring with a gap: part of a square tube around the y axis, `turns` of a full turn long.
TriangleMesh open_ring(double turns) {
  constexpr int rings = 40;
  TriangleMesh mesh;
  for (int ring = 0; ring <= rings; ++ring) {
    const double angle = 2 * 3.14159265358979 * turns * ring / rings;
    for (int k = 0; k < 4; ++k) {
      const double radius = 1 + (k == 0 || k == 3 ? -0.2 : 0.2), y = k < 2 ? -0.2 : 0.2;
      mesh.vertices.push_back({radius * std::cos(angle), y, radius * std::sin(angle)});
    }
  }
  const auto at = [](int ring, int k) { return static_cast<std::uint32_t>(4 * ring + k % 4); };
  for (int ring = 0; ring < rings; ++ring)
    for (int k = 0; k < 4; ++k) {
      mesh.triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)});
      mesh.triangles.push_back({at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)});
    }
  for (const int k : {1, 2}) {
    mesh.triangles.push_back({at(0, 0), at(0, k), at(0, k + 1)});
    mesh.triangles.push_back({at(rings, 0), at(rings, k + 1), at(rings, k)});
  }
  return mesh;
}

SceneBody soft_ring(double turns) {
  SceneBody ring = body_of("ring", open_ring(turns), BodyKind::soft);
  ring.lattice_cells = 12;
  ring.material.young_modulus = 2e4;
  return ring;
}

/// The volume by which a body overlaps itself where it stands, m³.
double self_overlap(const Snapshot& snapshot) {
  const PreparedMesh& mesh = *snapshot.infos->front().mesh;
  Surface surface;
  surface.triangles = std::make_shared<const std::vector<Triangle>>(mesh.mesh.triangles);
  surface.positions = *snapshot.bodies.front().positions;
  for (const Vec3& p : surface.positions)
    surface.bounds.include(p);
  Settings settings;
  settings.resolution = 64;
  settings.threads = 1;
  settings.self_law = SelfLaw::f08;
  const Surface* surfaces[1] = {&surface};
  const BodyPair pairs[1] = {{0, 0}};
  std::vector<PairContacts> found;
  make_contact_method(settings)->detect(surfaces, pairs, settings, {}, found);
  return found.front().volume;
}

/// Greatest volume by which the ring overlaps itself while one end is pulled through the other, m³.
double overlap_while_pulled(SelfLaw law) {
  auto scene = scene_of({soft_ring(0.9)});
  scene->gravity = Vec3::Zero();
  scene->settings.self_law = law;
  scene->settings.resolution = 64;
  scene->settings.threads = 1;
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
