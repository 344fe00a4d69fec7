#include "core/base/error.h"
#include "core/contact/method.h"
#include "core/simulation/simulation.h"
#include "tests/mesh/tet_support.h"
#include "tests/simulation/breaking_scenes.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace lamina {
namespace {

using test::block_on_an_edge;
using test::body_of;
using test::body_of_tets;
using test::ground;
using test::scene_of;
using test::tet_box;
using test::turn;

void take_steps(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << simulation.problem();
}

std::size_t vertices_of(const Simulation& simulation, std::size_t body) {
  return simulation.snapshot()->bodies[body].positions->size();
}

class BreakingUnder : public testing::TestWithParam<ResponseKind> {};

TEST_P(BreakingUnder, ARunRepeatsAndRewindsBitForBit) {
  const auto scene = block_on_an_edge();
  scene->settings.response.response = GetParam();
  Simulation simulation(scene);
  const std::size_t whole = vertices_of(simulation, 2);
  std::vector<std::uint64_t> hashes, sizes;
  for (int i = 0; i < 60; ++i) {
    take_steps(simulation, 1);
    hashes.push_back(simulation.statistics().state_hash);
    sizes.push_back(vertices_of(simulation, 2));
  }
  ASSERT_GT(sizes.back(), whole) << "it broke";

  scene->settings.simulation.threads = 3;
  Simulation again(scene);
  for (const std::uint64_t hash : hashes) {
    take_steps(again, 1);
    ASSERT_EQ(again.statistics().state_hash, hash) << "step " << again.statistics().step;
  }

  // Back to before it broke, into the breaking, and on from there.
  for (const std::size_t step : {40u, 20u, 5u}) {
    ASSERT_TRUE(simulation.go_back(step));
    EXPECT_EQ(simulation.statistics().state_hash, hashes[step - 1]);
    EXPECT_EQ(vertices_of(simulation, 2), sizes[step - 1]);
    const auto seen = simulation.snapshot({.pixels = true, .inside = true});
    EXPECT_EQ((*seen->infos)[2].mesh->mesh.vertices.size(), sizes[step - 1]);
  }
  for (std::size_t step = 5; step < hashes.size(); ++step) {
    take_steps(simulation, 1);
    ASSERT_EQ(simulation.statistics().state_hash, hashes[step]) << "step " << step + 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Responses, BreakingUnder,
                         testing::Values(ResponseKind::penalty, ResponseKind::constraints));

// A stored state is all that it takes to go on, however it broke.
TEST(Breaking, StoredStatesGoOnBitForBit) {
  const auto scene = block_on_an_edge();
  Simulation simulation(scene);
  std::vector<Simulation::StoredState> stored{simulation.stored_state()};
  for (int i = 0; i < 40; ++i) {
    take_steps(simulation, 1);
    stored.push_back(simulation.stored_state());
  }
  Simulation other(scene);
  for (const std::size_t step : {40u, 10u, 30u}) {
    other.go_to(step, simulation.events(), [&](std::uint64_t asked) { return stored[asked]; });
    EXPECT_EQ(vertices_of(other, 2), vertices_of(other, 2));
    for (std::size_t next = step + 1; next < std::min<std::size_t>(step + 5, stored.size()); ++next) {
      take_steps(other, 1);
      EXPECT_EQ(other.statistics().state_hash, stored[next].statistics.state_hash) << next;
    }
  }
}

TEST(Breaking, AHandThatHoldsABreakingBodyIsPartOfTheRun) {
  const auto scene = block_on_an_edge();
  const auto play = [&scene](std::vector<std::uint64_t>& hashes) {
    Simulation simulation(scene);
    take_steps(simulation, 4);
    simulation.apply(BeginDrag{2, {0.18, 0.25, 0}});
    for (int i = 0; i < 40; ++i) {
      simulation.apply(MoveDrag{{0.18, 0.25 + 0.02 * i, 0}});
      take_steps(simulation, 1);
      hashes.push_back(simulation.statistics().state_hash);
    }
    EXPECT_FALSE(simulation.snapshot()->drags.empty());
  };
  std::vector<std::uint64_t> first, second;
  play(first);
  play(second);
  EXPECT_EQ(first, second);
}

// A weak gravity along the bar makes its load 2 kPa greater at one end than at the other. By the time that
// what is a relief away from the first crack would break, too, the bar is in two.
TEST(Breaking, ABarThatIsPulledAtItsEndsBreaksStraightAcrossIntoTwoPieces) {
  SceneBody bar = body_of_tets("bar", tet_box(6, {1, 0.2, 0.2}));
  bar.material = {1e5, 0, 0.01, 5e3};
  const Pose start{Vec3::Zero(), Quat::Identity()}, end{Vec3(0.2, 0, 0), Quat::Identity()};
  bar.clamps.push_back({Box{Vec3(-1, -1, -1), Vec3(0.01, 1, 1)}, {}});
  bar.clamps.push_back({Box{Vec3(0.99, -1, -1), Vec3(2, 1, 1)}, {}});
  bar.clamps.back().motion.emplace().keyframes = {{0, start}, {2, end}};
  const auto scene = scene_of({bar});
  scene->gravity = {2, 0, 0};
  Simulation simulation(scene);
  const auto pieces = [&] { return (*simulation.snapshot()->infos)[0].pieces; };
  // 4 % of strain, at which the more loaded end breaks, come after 0.4 s.
  take_steps(simulation, 30);
  EXPECT_EQ(pieces(), 1u);
  take_steps(simulation, 100);
  EXPECT_EQ(pieces(), 2u);
  const auto seen = simulation.snapshot();
  const PreparedMesh& surface = *(*seen->infos)[0].mesh;
  ASSERT_LT(surface.first_inner_triangle, surface.mesh.triangles.size());
  std::map<double, std::size_t> sides_at; // of split faces across the bar
  const std::size_t sides = surface.mesh.triangles.size() - surface.first_inner_triangle;
  std::size_t across = 0;
  for (std::size_t i = surface.first_inner_triangle; i < surface.mesh.triangles.size(); ++i) {
    const auto& [u, v, w] = surface.mesh.triangles[i];
    const double x = surface.mesh.vertices[u].x();
    if (surface.mesh.vertices[v].x() != x || surface.mesh.vertices[w].x() != x)
      continue;
    ++sides_at[x];
    ++across;
  }
  EXPECT_EQ(across, sides) << "cracks are flat";
  // Both sides of two faces for each of 6 × 6 cells.
  std::size_t right_through = 0;
  for (const auto& [x, count] : sides_at)
    right_through += count == 144;
  EXPECT_EQ(right_through, 1u);
}

// The least that a material may hold: what is strained at all comes apart.
TEST(Breaking, WhatHoldsNothingFallsToDust) {
  for (const ResponseKind response : {ResponseKind::penalty, ResponseKind::constraints}) {
    const auto scene = block_on_an_edge();
    scene->settings.response.response = response;
    SceneBody block =
        body_of_tets("block", tet_box(2, {0.4, 0.1, 0.1}), {{-0.2, 0.18, -0.05}, Quat::Identity()});
    block.material = {2e5, 0.3, 0.01, 1e-6};
    scene->bodies[2] = block;
    Simulation simulation(scene);
    take_steps(simulation, 15);
    const std::size_t pieces = (*simulation.snapshot()->infos)[2].pieces;
    EXPECT_GT(pieces, 15u) << "of 48 tetrahedra";
  }
}

// Two boxes of tetrahedra as one body: pieces from the start, that fall and break on their own.
TEST(Breaking, ABodyMayBeginInPieces) {
  const auto scene = block_on_an_edge();
  TetMesh two = tet_box(2, {0.2, 0.1, 0.1});
  const TetMesh one = two;
  const auto nodes = static_cast<std::uint32_t>(one.nodes.size());
  for (const Vec3& node : one.nodes)
    two.nodes.push_back(node + Vec3(0, 0, 0.15));
  for (Tetrahedron t : one.tetrahedra) {
    for (std::uint32_t& node : t)
      node += nodes;
    two.tetrahedra.push_back(t);
  }
  SceneBody& block = scene->bodies[2];
  const SceneBody before = block;
  block = body_of_tets("blocks", two, {{-0.1, 0.22, -0.12}, Quat::Identity()});
  block.material = before.material;
  block.velocity = before.velocity;
  Simulation simulation(scene);
  EXPECT_EQ((*simulation.snapshot()->infos)[2].pieces, 2u);
  take_steps(simulation, 40);
  EXPECT_GT(simulation.snapshot()->bodies[2].pose.position.y(), 0);
  EXPECT_EQ(simulation.problem(), "");
}

/// A large triangle across x.
CutBodies cut_at(double x, std::uint32_t body) {
  return {{body}, {{Vec3(x, -10, -10), Vec3(x, 20, 0), Vec3(x, -10, 10)}}};
}

std::shared_ptr<Scene> jelly_on_the_ground(ResponseKind response) {
  SceneBody jelly =
      body_of_tets("jelly", tet_box(4, {0.2, 0.1, 0.1}), {{-0.1, 0, -0.05}, turn({0, 0, 1}, 0)});
  jelly.material = {5e4, 0.3, 0.01, {}};
  auto scene = scene_of({ground(), jelly});
  scene->settings.response.response = response;
  return scene;
}

class CuttingUnder : public testing::TestWithParam<ResponseKind> {};

TEST_P(CuttingUnder, ACutIsAnInputThatRepeatsAndRewinds) {
  const auto scene = jelly_on_the_ground(GetParam());
  const auto play = [](Simulation& simulation, std::vector<std::uint64_t>& hashes) {
    for (int i = 0; i < 30; ++i) {
      if (i == 5)
        simulation.apply(BeginDrag{1, {0.1, 0.05, 0}});
      if (i == 8)
        simulation.apply(cut_at(0.013, 1));
      if (i == 12)
        simulation.apply(cut_at(-0.05, 1));
      simulation.apply(MoveDrag{{0.1 + 0.01 * i, 0.05 + 0.01 * i, 0}});
      take_steps(simulation, 1);
      hashes.push_back(simulation.statistics().state_hash);
    }
  };
  Simulation simulation(scene), again(scene);
  std::vector<std::uint64_t> hashes, others;
  const std::size_t whole = vertices_of(simulation, 1);
  play(simulation, hashes);
  play(again, others);
  EXPECT_EQ(hashes, others);
  EXPECT_GT(vertices_of(simulation, 1), whole);

  std::vector<Simulation::LoggedEvent> log = simulation.events();
  ASSERT_TRUE(simulation.go_back(8));
  EXPECT_EQ(vertices_of(simulation, 1), whole);
  EXPECT_EQ(simulation.statistics().state_hash, hashes[7]);

  // From the log alone.
  Simulation repeated(scene);
  std::size_t next = 0;
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (; next < log.size() && log[next].step == i; ++next)
      repeated.apply(log[next].event);
    take_steps(repeated, 1);
    ASSERT_EQ(repeated.statistics().state_hash, hashes[i]) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Responses, CuttingUnder,
                         testing::Values(ResponseKind::penalty, ResponseKind::constraints));

TEST(Cutting, ACutIsTakenBackUntilTheNextStep) {
  Simulation simulation(jelly_on_the_ground(ResponseKind::constraints));
  Simulation untouched(jelly_on_the_ground(ResponseKind::constraints));
  take_steps(simulation, 3);
  take_steps(untouched, 3);
  const std::size_t whole = vertices_of(simulation, 1);
  simulation.apply(cut_at(0.01, 1));
  const std::size_t once = vertices_of(simulation, 1);
  simulation.apply(cut_at(-0.04, 1));
  const std::size_t twice = vertices_of(simulation, 1);
  EXPECT_GT(once, whole);
  EXPECT_GT(twice, once);
  EXPECT_EQ(simulation.snapshot()->cuts, 2u);
  simulation.apply(UndoCut{});
  EXPECT_EQ(vertices_of(simulation, 1), once);
  simulation.apply(UndoCut{});
  simulation.apply(UndoCut{});
  EXPECT_EQ(vertices_of(simulation, 1), whole);
  EXPECT_EQ(simulation.snapshot()->cuts, 0u);
  for (int i = 0; i < 5; ++i) {
    take_steps(simulation, 1);
    take_steps(untouched, 1);
    EXPECT_EQ(simulation.statistics().state_hash, untouched.statistics().state_hash);
  }
  simulation.apply(cut_at(0.01, 1));
  take_steps(simulation, 1);
  simulation.apply(UndoCut{});
  EXPECT_GT(vertices_of(simulation, 1), whole) << "a step was made with it";
}

TEST(Cutting, WhatCannotBeCutIsRefusedByName) {
  Simulation simulation(jelly_on_the_ground(ResponseKind::constraints));
  EXPECT_THROW(simulation.apply(cut_at(0, 0)), InputError);
  EXPECT_THROW(simulation.apply(cut_at(0, 9)), InputError);
  EXPECT_TRUE(simulation.events().empty());
}

// Two halves on the ground lie apart as two bodies would: each by its own weight.
TEST(Cutting, HalvesFallApartAndRest) {
  const auto scene = jelly_on_the_ground(ResponseKind::constraints);
  Simulation simulation(scene);
  take_steps(simulation, 20);
  simulation.apply(cut_at(0, 1));
  simulation.apply(BeginDrag{1, {0.1, 0.09, 0}});
  for (int i = 0; i < 100; ++i) {
    simulation.apply(MoveDrag{{0.1 + 0.002 * i, 0.15, 0}});
    take_steps(simulation, 1);
  }
  simulation.apply(EndDrag{});
  take_steps(simulation, 200);
  const auto seen = simulation.snapshot();
  Box left, right;
  for (const Vec3& p : *seen->bodies[1].positions)
    (p.x() < 0.02 ? left : right).include(p);
  EXPECT_GT(right.min.x(), left.max.x() + 0.02) << "one half was pulled away";
  for (const Box& half : {left, right}) {
    EXPECT_NEAR(half.min.y(), 0, 0.005);
    EXPECT_NEAR(half.size().x(), 0.1, 0.02);
  }
}

TEST(Cutting, ABladeCutsAsItSweepsThrough) {
  auto scene = jelly_on_the_ground(ResponseKind::constraints);
  SceneBody blade = body_of("blade", make_box({0.001, 0.002, 0.3}), BodyKind::scripted,
                            {{0.02, 0.15, 0}, Quat::Identity()});
  blade.blade = {Vec3(0, 0, -0.15), Vec3(0, 0, 0.15)};
  blade.motion.keyframes = {{0, {{0.02, 0.15, 0}, Quat::Identity()}},
                            {0.5, {{0.02, -0.01, 0}, Quat::Identity()}}};
  scene->bodies.push_back(blade);
  scene->pairs.push_back({{"blade", "jelly"}, {}, {}, {}, false});
  Simulation simulation(scene);
  const std::size_t whole = vertices_of(simulation, 1);
  take_steps(simulation, 60);
  EXPECT_GT(vertices_of(simulation, 1), whole);
  // What lies left of the cut holds to nothing on its right.
  simulation.apply(BeginDrag{1, {0.1, 0.09, 0}});
  for (int i = 0; i < 60; ++i) {
    simulation.apply(MoveDrag{{0.1 + 0.005 * i, 0.2, 0}});
    take_steps(simulation, 1);
  }
  const auto seen = simulation.snapshot();
  const auto& piece_of = *(*seen->infos)[1].piece_of_vertex;
  std::vector<Box> boxes((*seen->infos)[1].pieces);
  for (std::size_t v = 0; v < piece_of.size(); ++v)
    boxes[piece_of[v]].include((*seen->bodies[1].positions)[v]);
  ASSERT_EQ(boxes.size(), 2u) << "no splinters";
  const auto [right, left] =
      std::minmax(boxes[0], boxes[1], [](const Box& a, const Box& b) { return a.min.x() > b.min.x(); });
  EXPECT_GT(right.min.x(), left.max.x() + 0.02);
  EXPECT_NEAR(left.size().x(), 0.12, 0.035) << "where a node could not be moved, a cell sticks out";
}

/// Every method that can be made here, with every backend of it.
class BreakingWith : public testing::TestWithParam<MethodRegistration> {};

TEST_P(BreakingWith, BodiesBreakAndGoOn) {
  const auto scene = block_on_an_edge();
  scene->settings.contact.method = GetParam().method;
  scene->settings.contact.backend = GetParam().backend;
  Simulation simulation(scene);
  const std::size_t whole = vertices_of(simulation, 2);
  std::size_t broken = whole;
  for (int i = 0; i < 60; ++i) {
    take_steps(simulation, 1);
    const auto seen = simulation.snapshot({.pixels = true, .inside = true, .tree_level = 3, .trees = true});
    ASSERT_GE(seen->bodies[2].positions->size(), broken);
    broken = seen->bodies[2].positions->size();
  }
  EXPECT_GT(broken, whole);
  EXPECT_GT(simulation.snapshot()->bodies[2].pose.position.y(), 0) << "it stays above the ground";
  ASSERT_TRUE(simulation.go_back(3));
  take_steps(simulation, 20);
}

INSTANTIATE_TEST_SUITE_P(Methods, BreakingWith, testing::ValuesIn(contact_methods()),
                         [](const auto& info) { return info.param.method + "_" + info.param.backend; });

/// Methods that look at each piece of a body by itself, or at its tetrahedra.
class PiecesUnder : public testing::TestWithParam<const char*> {};

// In one region with all others, a splinter would be smaller than a pixel and sink into the ground. One that
// came to lie in the ground as a whole is pushed out.
TEST_P(PiecesUnder, SplintersStayOnTheGround) {
  const auto scene = block_on_an_edge();
  scene->settings.contact.method = GetParam();
  scene->bodies[2].material.tensile_strength = 300;
  Simulation simulation(scene);
  take_steps(simulation, test::sanitized ? 45 : 90);
  const auto seen = simulation.snapshot();
  EXPECT_GE((*seen->infos)[2].pieces, 10u);
  double lowest = 1;
  for (const Vec3& p : *seen->bodies[2].positions)
    lowest = std::min(lowest, p.y());
  // What lands at 1 m/s may be 10 mm deep after a step of 10 ms, and comes out in some ten. What is lost
  // falls on. Half a cell is as much as the thinnest splinters, of one tetrahedron, stay visible with.
  EXPECT_GT(lowest, -0.0125);
}

INSTANTIATE_TEST_SUITE_P(Methods, PiecesUnder,
                         testing::Values("ldi", "adaptive", "raytraced", "proximity", "hashing",
                                         "tetdistance"),
                         [](const auto& info) { return std::string(info.param); });

} // namespace
} // namespace lamina
