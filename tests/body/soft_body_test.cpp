#include "core/body/soft_body.h"

#include "core/base/error.h"
#include "core/body/corotational_bricks.h"
#include "core/body/make_body.h"
#include "core/body/node_factor.h"
#include "core/integration/implicit_euler.h"
#include "core/mesh/lattice.h"
#include "core/mesh/procedural.h"
#include "core/mesh/tet_mesh.h"
#include "tests/mesh/tet_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace lamina {
namespace {

using test::body_of;
using test::scene_of;
using test::turn;

SceneBody soft_body(const TriangleMesh& mesh, int cells, const Material& material) {
  SceneBody body = body_of("soft", mesh, BodyKind::soft);
  body.lattice_cells = cells;
  body.material = material;
  body.self_contact = false;
  return body;
}

const Material rubber{1e5, 0.3, 0.01};

TEST(SoftBody, WeighsWhatItsSolidWeighs) {
  SceneBody description = soft_body(make_torus(1, 0.3, 1000), 9, rubber);
  description.density = 700;
  const auto body = make_body(description);
  EXPECT_NEAR(body->mass(), 700 * body->volume(), 1e-9 * body->mass());
  description.mass = 5;
  EXPECT_NEAR(make_body(description)->mass(), 5, 1e-12);
}

TEST(SoftBody, ItsSurfaceStartsWhereTheMeshIs) {
  SceneBody description = soft_body(make_sphere(0.5, 500), 5, rubber);
  description.pose = {{1, 2, 3}, turn({1, 1, 0}, 0.7)};
  const auto body = make_body(description);
  const auto& vertices = description.mesh->mesh.vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v)
    EXPECT_NEAR((body->surface().positions[v] - description.pose * vertices[v]).norm(), 0, 1e-12);
  EXPECT_NEAR(body->elastic_energy(), 0, 1e-12);
}

// f_q = Jᵀ f: the power of any forces on the surface is that of the generalised forces, for any velocity.
TEST(SoftBody, ForcesGoBackThroughTheTransposedMapping) {
  const auto body = make_body(soft_body(make_sphere(0.5, 500), 5, rubber));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&] { return Vec3(number(random), number(random), number(random)); };
  BlockVector v(3 * static_cast<Eigen::Index>(body->block_count()));
  for (Eigen::Index i = 0; i < v.size(); ++i)
    v[i] = number(random);
  const std::vector<Vec3> before = body->surface().positions;
  std::vector<VertexGradient> forces;
  for (std::uint32_t k = 0; k < before.size(); k += 3)
    forces.push_back({k, vector()});
  std::vector<BlockEntry> generalised;
  body->transpose(forces, generalised);
  for (std::size_t k = 1; k < generalised.size(); ++k)
    EXPECT_LT(generalised[k - 1].block, generalised[k].block);
  double power = 0, surface_power = 0;
  for (const BlockEntry& entry : generalised)
    power += entry.value.dot(v.segment<3>(3 * static_cast<Eigen::Index>(entry.block)));
  BlockVector start(v.size());
  body->predict(0, 1, true, start);
  body->advance(1, v);
  for (const VertexGradient& force : forces)
    surface_power += force.value.dot(body->surface().positions[force.vertex] - before[force.vertex]);
  EXPECT_NEAR(power, surface_power, 1e-12 * static_cast<double>(before.size()));
}

TEST(SoftBody, APointOfATriangleMovesAsItsJacobianSays) {
  const auto body = make_body(soft_body(make_sphere(0.5, 500), 5, rubber));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-1, 1);
  BlockVector v(3 * static_cast<Eigen::Index>(body->block_count()));
  for (Eigen::Index i = 0; i < v.size(); ++i)
    v[i] = number(random);
  const std::array<float, 2> place{0.25f, 0.5f};
  const Triangle t = (*body->surface().triangles)[17];
  const auto point = [&] {
    const auto& p = body->surface().positions;
    return Vec3(0.25 * p[t[0]] + 0.25 * p[t[1]] + 0.5 * p[t[2]]);
  };
  std::vector<BlockJacobian> jacobian;
  body->point_jacobian(17, place, point(), jacobian);
  Vec3 velocity = Vec3::Zero();
  for (const BlockJacobian& part : jacobian)
    velocity += part.value * v.segment<3>(3 * static_cast<Eigen::Index>(part.block));
  const Vec3 before = point();
  BlockVector start(v.size());
  body->predict(0, 1, true, start);
  body->advance(1, v);
  EXPECT_NEAR((point() - before - velocity).norm(), 0, 1e-12);
}

TEST(SoftBody, FreeFlightKeepsMomentumAndAngularMomentum) {
  SceneBody description = soft_body(make_box({0.4, 0.2, 0.2}), 4, rubber);
  description.velocity = {1, 2, -1};
  description.spin = {0, 1, 3};
  double lost_before = 0;
  for (const double h : {0.01, 0.005}) {
    auto scene = scene_of({description});
    scene->gravity = Vec3::Zero();
    scene->settings.simulation.time_step = h;
    scene->settings.solver.cg_tolerance = 1e-10;
    Simulation simulation(scene);
    const Vec3 momentum = simulation.statistics().momentum;
    const Vec3 spin = simulation.snapshot()->bodies[0].spin;
    test::run_for(simulation, 0.5);
    EXPECT_NEAR((simulation.statistics().momentum - momentum).norm(), 0, 1e-8 * momentum.norm());
    // Implicit Euler turns a body about its axis with a loss of spin of first order in the step.
    const double lost = 1 - simulation.snapshot()->bodies[0].spin.norm() / spin.norm();
    EXPECT_LT(std::abs(lost), 10 * h);
    if (lost_before != 0) {
      EXPECT_LT(std::abs(lost), 0.75 * std::abs(lost_before));
    }
    lost_before = lost;
  }
}

/// A bar along x, clamped at its left end.
std::shared_ptr<Scene> cantilever(double length, double side, int cells_across, const Material& material) {
  const int along = static_cast<int>(std::lround(length / side)) * cells_across;
  SceneBody bar = soft_body(make_box({length, side, side}), along, material);
  const double far = 10 * length;
  // The clamp takes the nodes of the left end face only.
  bar.clamps.push_back(
      {Box{Vec3(-far, -far, -far), Vec3(-0.5 * length + 0.1 * side / cells_across, far, far)}, {}});
  auto scene = scene_of({bar});
  scene->settings.solver.cg_iterations = 5000;
  return scene;
}

double tip_height(const Simulation& simulation, double length) {
  const auto snapshot = simulation.snapshot();
  const auto& rest = (*snapshot->infos)[0].mesh->mesh.vertices;
  double sum = 0;
  int count = 0;
  for (std::size_t v = 0; v < rest.size(); ++v)
    if (rest[v].x() > 0.499 * length) {
      sum += (*snapshot->bodies[0].positions)[v].y() - rest[v].y();
      ++count;
    }
  return sum / count;
}

/// What a beam of quadratic section under its own weight sags at its end: Euler and Bernoulli with
/// Timoshenko's shear, w = ρgAL⁴/(8EI) + ρgL²/(2κG). κ = 10(1 + ν)/(12 + 11ν) is Cowper's.
double sag_of_beam(double length, double side, const Material& material) {
  const double weight = 1000 * 9.81, area = side * side, inertia = area * area / 12;
  const double nu = material.poisson_ratio, shear = material.young_modulus / (2 * (1 + nu));
  const double kappa = 10 * (1 + nu) / (12 + 11 * nu);
  return weight * area * std::pow(length, 4) / (8 * material.young_modulus * inertia) +
         weight * length * length / (2 * kappa * shear);
}

/// A clamped face may not narrow as theory has it, which stiffens the beam the more the less it can be
/// compressed. The limits are what these cells come to as they get finer, extrapolated from 4, 8 and 16
/// across; they get there with the power 1.2 of their size, because stress at the rim of a clamped face has
/// no bound. No cube that follows its corners and bends as a beam does is more than half a per cent softer
/// than this one, however soft it is to all else.
TEST(SoftBody, AHangingBeamBendsAsAFinelyDividedOne) {
  const double length = 1, side = 0.125;
  struct Case {
    double poisson;
    int cells;
    double limit; ///< over the sag of theory
    double error; ///< over the limit
  };
  for (const auto& [poisson, cells, limit, error] :
       {Case{0.0, 2, 1, 0.005}, Case{0.3, 2, 0.989, 0.015}, Case{0.45, 2, 0.975, 0.03},
        Case{0.499, 2, 0.968, 0.045}, Case{0.499, 4, 0.968, 0.025}}) {
    const Material material{1e8, poisson, 0.1};
    auto scene = cantilever(length, side, cells, material);
    scene->settings.simulation.time_step = 0.1;
    scene->settings.solver.cg_tolerance = 1e-8;
    Simulation simulation(scene);
    test::run_for(simulation, 5);
    const double sag = -tip_height(simulation, length) / sag_of_beam(length, side, material);
    EXPECT_NEAR(sag / limit, 1, error) << poisson << ", " << cells << " cells across";
  }
}

/// 825 nodes, which conjugate gradients alone take 950 iterations for.
TEST(SoftBody, ANearlyIncompressibleBarConvergesHoweverManyCellsItHas) {
  auto scene = cantilever(1, 0.125, 4, {1e8, 0.499, 0.0});
  scene->settings.solver = SolverSettings{};
  Simulation simulation(scene);
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(simulation.step());
    EXPECT_LE(simulation.statistics().cg_residual, scene->settings.solver.cg_tolerance);
  }
}

TEST(NodeFactor, IsAffordableForBarsOfThousandsOfNodesAndCubesOfHundreds) {
  const auto affordable = [](const Vec3& size, int cells_along) {
    const Lattice lattice = build_lattice(make_box(size), cells_along);
    const CorotationalBricks bricks(lattice.mesh.nodes.size(), lattice.cell_corners,
                                    std::vector<double>(lattice.cells, 1.0), lattice.cell_size, rubber);
    return NodeFactor::affordable(bricks.stiffness());
  };
  EXPECT_TRUE(affordable({1, 0.125, 0.125}, 16));
  EXPECT_TRUE(affordable({1, 0.125, 0.125}, 48)) << "2,401 nodes";
  EXPECT_TRUE(affordable({1, 1, 1}, 6)) << "343 nodes";
  EXPECT_FALSE(affordable({1, 1, 1}, 10)) << "1,331 nodes";
  EXPECT_FALSE(affordable({1, 1, 1}, 40)) << "68,921 nodes";
}

/// The step from which on a block is factored, s.
double least_factored_step(const TetMesh& mesh) {
  SceneBody block = test::body_of_tets("block", mesh);
  block.material = {1e6, 0.3, 0};
  const std::unique_ptr<Body> body = make_body(block);
  double low = 0, high = 10;
  for (int i = 0; i < 40; ++i)
    (body->preconditions_itself(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
  return high;
}

// Conjugate gradients take one more iteration for each sliver, and not as many as it is stiff.
TEST(NodeFactor, IsWorthNoMoreForABodyWithASliver) {
  TetMesh mesh = test::tet_box(4, {0.4, 0.4, 0.4});
  const double even = least_factored_step(mesh);
  EXPECT_LT(even, 10);
  // The node in the middle, nearly to one of its neighbours: that is a hundred times as stiff.
  const auto nearest =
      std::min_element(mesh.nodes.begin(), mesh.nodes.end(), [](const Vec3& a, const Vec3& b) {
        return (a - Vec3::Constant(0.2)).norm() < (b - Vec3::Constant(0.2)).norm();
      });
  *nearest += Vec3(0.099, 0, 0);
  EXPECT_GT(least_factored_step(mesh), 0.3 * even);
}

// The first bending frequency: (1.875)²/2π · √(EI/(ρA L⁴)), lower by the shear of so thick a beam.
TEST(SoftBody, ACantileverSwingsAtItsFrequency) {
  const double length = 1, side = 0.1, density = 1000, young = 1e6;
  auto scene = cantilever(length, side, 4, {young, 0.0, 0.0});
  const double area = side * side, inertia = area * area / 12;
  const double theory = std::pow(1.8751, 2) / (2 * std::numbers::pi) *
                        std::sqrt(young * inertia / (density * area * std::pow(length, 4)));
  scene->settings.simulation.time_step = 1 / (400 * theory);
  scene->settings.solver.cg_tolerance = 1e-6;
  scene->gravity = {0, -0.2, 0};
  Simulation simulation(scene);
  // It is let go level, so it swings about the hanging state: two turning points are half a period apart.
  double last = 0, lowest_time = 0;
  for (int k = 0; k < 400; ++k) {
    ASSERT_TRUE(simulation.step());
    const double height = tip_height(simulation, length);
    if (height > last) {
      lowest_time = simulation.statistics().time_s;
      break;
    }
    last = height;
  }
  ASSERT_GT(lowest_time, 0);
  // A step is half a per cent of the half period, and the beam's own shear slows it by another half.
  EXPECT_NEAR(0.5 / lowest_time / theory, 1, 0.02);
}

TEST(SoftBody, AnElementTurnedInsideOutRecovers) {
  SceneBody description = soft_body(make_box({1, 1, 1}), 1, {1e5, 0.3, 0.02});
  auto tetrahedron = std::make_shared<TetMesh>();
  tetrahedron->nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  tetrahedron->tetrahedra = {{0, 1, 2, 3}};
  TriangleMesh surface;
  surface.vertices = tetrahedron->nodes;
  surface.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  description.mesh = prepare_body_mesh(surface);
  description.tetrahedra = tetrahedron;
  std::vector<std::uint32_t> nodes;
  for (const Vec3& vertex : description.mesh->mesh.vertices)
    for (std::uint32_t n = 0; n < 4; ++n)
      if ((tetrahedron->nodes[n] - vertex).norm() == 0)
        nodes.push_back(n);
  description.mesh_nodes = std::make_shared<const std::vector<std::uint32_t>>(nodes);

  auto scene = scene_of({description});
  scene->gravity = Vec3::Zero();
  NodalBody body(description, soft_parts(description));
  // The top is thrown through the base.
  std::vector<double> state;
  body.save(state);
  state[3 * 3 + 2] = -0.8;
  body.restore(state);
  const auto orientation = [&body] {
    const auto n = body.nodes();
    return (n[1] - n[0]).cross(n[2] - n[0]).dot(n[3] - n[0]);
  };
  ASSERT_LT(orientation(), 0);
  Body* pointer = &body;
  ImplicitEuler integrator;
  integrator.set_bodies({&pointer, 1});
  const std::unique_ptr<ContactSolver> solver = make_contact_solver(scene->settings);
  std::vector<PairOutcome> outcomes;
  const double started = body.elastic_energy();
  for (int k = 0; k < 400; ++k) {
    const StepInput step{k * 0.01, 0.01, Vec3::Zero(), &scene->settings, {}, {}, {}};
    ASSERT_TRUE(integrator.solve(step, *solver, outcomes).finite);
    body.advance(0.01, integrator.velocities());
    EXPECT_LE(body.elastic_energy() + body.kinetic_energy(), 1.001 * started);
  }
  EXPECT_GT(orientation(), 0.9);
  // What is left is the spin that a frozen stiffness gives it while it unfolds.
  EXPECT_NEAR(body.elastic_energy(), 0, 1e-2 * started);
}

TEST(SoftBody, ClampedNodesFollowTheMotionOfTheirClamp) {
  SceneBody description = soft_body(make_box({1, 0.5, 0.5}), 4, rubber);
  ScriptedMotion motion;
  motion.amplitude = {0, 0.1, 0};
  motion.frequency = 1;
  description.clamps.push_back({Box{Vec3(-1, -1, -1), Vec3(-0.49, 1, 1)}, motion});
  auto scene = scene_of({description});
  Simulation simulation(scene);
  test::run_for(simulation, 0.25);
  const auto snapshot = simulation.snapshot();
  const auto& rest = (*snapshot->infos)[0].mesh->mesh.vertices;
  for (std::size_t v = 0; v < rest.size(); ++v)
    if (rest[v].x() < -0.49) {
      EXPECT_NEAR(((*snapshot->bodies[0].positions)[v] - rest[v] - Vec3(0, 0.1, 0)).norm(), 0, 1e-6);
    }
}

TEST(SoftBody, StateComesBackBitForBit) {
  SceneBody description = soft_body(make_sphere(0.3, 400), 5, rubber);
  description.spin = {1, 2, 3};
  const auto body = make_body(description);
  std::vector<double> state, again;
  body->save(state);
  BlockVector v(3 * static_cast<Eigen::Index>(body->block_count()));
  body->predict(0, 0.01, true, v);
  body->advance(0.01, v);
  const double energy = body->elastic_energy();
  body->restore(state);
  body->save(again);
  EXPECT_EQ(state, again);
  body->predict(0, 0.01, true, v);
  body->advance(0.01, v);
  EXPECT_EQ(body->elastic_energy(), energy);
}

TEST(SoftBody, OpenSurfacesAreRefusedByName) {
  SceneBody description = soft_body(make_box({1, 1, 1}), 4, rubber);
  TriangleMesh inward = make_box({1, 1, 1});
  for (Triangle& t : inward.triangles)
    std::swap(t[1], t[2]);
  description.mesh = prepare_body_mesh(inward, Sidedness::one_sided);
  try {
    make_body(description);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("\"soft\""), std::string::npos);
  }
}

} // namespace
} // namespace lamina
