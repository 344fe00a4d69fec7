#include "core/body/particle_body.h"

#include "core/base/error.h"
#include "core/body/carried_surface.h"
#include "core/body/chords.h"
#include "core/body/make_body.h"
#include "core/body/mass_spring.h"
#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"
#include "tests/body/elastic_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;

const Material rubber{1e5, 0.25, 0.01};

std::vector<Vec3> random_points(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back(Vec3(number(random), number(random), number(random)));
  return points;
}

/// A regular grid of particles in a box of one metre, each off its place by up to a fifth of the spacing.
std::vector<Vec3> particles_in_box(int across) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> shift(-0.2 / across, 0.2 / across);
  std::vector<Vec3> particles;
  for (int x = 0; x < across; ++x)
    for (int y = 0; y < across; ++y)
      for (int z = 0; z < across; ++z)
        particles.push_back((Vec3(x, y, z) + Vec3::Constant(0.5)) / across - Vec3::Constant(0.5) +
                            Vec3(shift(random), shift(random), shift(random)));
  return particles;
}

TEST(MassSpring, ForcesAreTheGradientOfTheEnergy) {
  const std::vector<Vec3> nodes = random_points(8, 1);
  std::vector<Spring> springs;
  for (std::uint32_t i = 0; i < 8; ++i)
    for (std::uint32_t j = i + 1; j < 8; ++j)
      springs.push_back({{i, j}, 0.5 + 0.1 * i, 0.01});
  MassSpring model(8, springs, rubber);
  // Energies of thousands of joules are rounded to 1e-13 of that, over the step.
  EXPECT_NEAR(test::force_error(model, nodes, 1e-6), 0, 1e-5);
}

TEST(MassSpring, StiffnessIsTheDerivativeOfTheForcesWhereSpringsAreStretched) {
  const std::vector<Vec3> rest = random_points(6, 2);
  std::vector<Spring> springs;
  for (std::uint32_t i = 0; i < 6; ++i)
    for (std::uint32_t j = i + 1; j < 6; ++j)
      springs.push_back({{i, j}, 0.8 * (rest[j] - rest[i]).norm(), 0.01});
  MassSpring model(6, springs, rubber);
  EXPECT_NEAR(test::stiffness_error(model, rest), 0, 1e-7);
}

// Springs that point evenly in all directions: half the energy density of an even stretch is ½·3K ε²·3 with
// K = E/(3(1 − 2ν)) and ν = 1/4, so 3E ε² per volume.
TEST(MassSpring, ANetworkHasTheYoungsModulusThatIsAsked) {
  const std::vector<Vec3> particles = particles_in_box(6);
  SceneBody description = body_of("cloud", make_box({1, 1, 1}, 300), BodyKind::particles);
  description.particle_positions = std::make_shared<const std::vector<Vec3>>(particles);
  description.material = rubber;
  NodalParts parts = particle_parts(description);
  const double strain = 0.01;
  std::vector<Vec3> stretched;
  for (const Vec3& p : particles)
    stretched.push_back((1 + strain) * p);
  parts.model->update(stretched);
  EXPECT_NEAR(parts.model->energy() / (3 * 1e5 * strain * strain), 1, 1e-6);
}

TEST(CarriedSurface, EveryAffineMotionOfTheParticlesMovesThePointsExactly) {
  const std::vector<Vec3> particles = random_points(200, 3), points = random_points(100, 4);
  const NodeMapping mapping = carry_points(particles, points);
  Mat3 f;
  f << 1.2, 0.3, -0.1, 0.2, 0.8, 0.4, 0, -0.5, 1.1;
  const Vec3 shift(3, -1, 2);
  std::vector<Vec3> moved, carried(points.size());
  for (const Vec3& p : particles)
    moved.push_back(f * p + shift);
  mapping.apply(moved, carried);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR((carried[i] - (f * points[i] + shift)).norm(), 0, 1e-9);
}

TEST(CarriedSurface, FindsTheNearestParticles) {
  const std::vector<Vec3> particles = random_points(500, 5);
  std::vector<Vec3> points = random_points(50, 6);
  points.push_back({5, 0, 0});
  const auto near = nearest_particles(particles, points, 9);
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<std::pair<double, std::uint32_t>> all;
    for (std::uint32_t k = 0; k < particles.size(); ++k)
      all.push_back({(particles[k] - points[i]).squaredNorm(), k});
    std::sort(all.begin(), all.end());
    ASSERT_EQ(near[i].size(), 9u);
    for (std::size_t k = 0; k < 9; ++k)
      EXPECT_EQ(near[i][k], all[k].second);
  }
}

TEST(CarriedSurface, ParticlesInOnePlaneStillCarryAPoint) {
  const std::vector<Vec3> particles{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.2, 0}};
  const std::vector<Vec3> points{{0.3, 0.4, 0}};
  const NodeMapping mapping = carry_points(particles, points);
  std::vector<Vec3> carried(1);
  mapping.apply(particles, carried);
  EXPECT_NEAR((carried[0] - points[0]).norm(), 0, 1e-9);
}

TEST(Chords, RunAcrossASphere) {
  const auto mesh = prepare_body_mesh(make_sphere(1, 500));
  const auto chords = chords_through(*mesh);
  EXPECT_GE(chords.size(), mesh->mesh.vertices.size() / 2);
  for (const auto& [a, b] : chords)
    EXPECT_GT((mesh->mesh.vertices[a] - mesh->mesh.vertices[b]).norm(), 1.7);
}

TEST(ParticleBody, AllKindsWeighTheSameAndStartAtRest) {
  for (const Division division : {Division::vertices, Division::lattice}) {
    SceneBody description = body_of("ball", make_sphere(0.5, 500), BodyKind::particles);
    description.division = division;
    description.lattice_cells = 5;
    const auto body = make_body(description);
    EXPECT_NEAR(body->mass(), 1000 * body->volume(), 1e-9 * body->mass());
    EXPECT_NEAR(body->elastic_energy(), 0, 1e-12);
    for (std::size_t v = 0; v < description.mesh->mesh.vertices.size(); ++v)
      EXPECT_NEAR((body->surface().positions[v] - description.mesh->mesh.vertices[v]).norm(), 0, 1e-12);
  }
}

TEST(ParticleBody, EachKindFallsOntoTheGroundAndStaysABody) {
  for (const int kind : {0, 1, 2}) {
    SceneBody description =
        body_of("ball", make_sphere(0.2, 300), BodyKind::particles, {{0, 0.25, 0}, Quat::Identity()});
    description.division = kind == 0 ? Division::vertices : Division::lattice;
    description.lattice_cells = 5;
    description.material = {1e6, 0.25, 0.02};
    if (kind == 2) {
      std::vector<Vec3> particles;
      for (const Vec3& p : particles_in_box(7))
        if (p.norm() < 0.48)
          particles.push_back(0.4 * p);
      description.particle_positions = std::make_shared<const std::vector<Vec3>>(particles);
    }
    Simulation simulation(scene_of({test::ground(), description}));
    test::run_for(simulation, 8); // it may stand on a vertex for a second before it rolls over some facets
    const auto snapshot = simulation.snapshot();
    EXPECT_NEAR(snapshot->bodies[1].pose.position.y(), 0.19, 0.03) << kind;
    EXPECT_LT(snapshot->bodies[1].velocity.norm(), 0.05) << kind;
    // Its weight rests on the ground.
    EXPECT_NEAR(snapshot->bodies[1].contact_force.y() / (9.81 * (*snapshot->infos)[1].mass), 1, 0.1) << kind;
  }
}

TEST(ParticleBody, ParticlesThatDoNotHangTogetherAreRefused) {
  SceneBody description = body_of("two clouds", make_box({1, 1, 1}), BodyKind::particles);
  std::vector<Vec3> particles;
  for (const double side : {-40.0, 40.0})
    for (const Vec3& p : particles_in_box(3))
      particles.push_back(0.1 * p + Vec3(side, 0, 0));
  description.particle_positions = std::make_shared<const std::vector<Vec3>>(particles);
  try {
    make_body(description);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("2 parts"), std::string::npos) << error.what();
  }
}

} // namespace
} // namespace lamina
