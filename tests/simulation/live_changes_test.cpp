#include "core/simulation/live_changes.h"

#include "core/base/error.h"
#include "core/mesh/lattice.h"
#include "core/mesh/octopus.h"
#include "core/mesh/rig.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;

constexpr std::uint32_t box = 1, jelly = 2, octopus = 3;

/// A box and a soft box that lie on the ground, and an octopus that hangs above it by its mantle.
std::shared_ptr<Scene> bodies_of_three_kinds() {
  SceneBody soft =
      body_of("jelly", make_box({0.1, 0.1, 0.1}), BodyKind::soft, {{0.3, 0.051, 0}, Quat::Identity()});
  soft.self_contact = false;
  soft.lattice_cells = 2;
  soft.lattice = std::make_shared<const Lattice>(build_lattice(soft.mesh->mesh, 2));
  OctopusShape shape;
  shape.triangles = 600;
  const Octopus made = make_octopus(shape);
  SceneBody skinned = body_of("octopus", made.mesh, BodyKind::skinned, {{-1, 1, 0}, Quat::Identity()});
  skinned.self_contact = false;
  skinned.rig = std::make_shared<const Rig>(fit_rig(made.rig, made.mesh.vertices, 1, skinned.mesh->mesh));
  return scene_of(
      {ground(),
       body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0, 0.051, 0}, Quat::Identity()}),
       std::move(soft), std::move(skinned)});
}

const std::vector<Event> one_of_each{SetMaterial{jelly, {8e4, 0.3, 0.002}},
                                     SetWeight{box, 400.0, std::nullopt},
                                     SetWeight{jelly, std::nullopt, 2.5},
                                     SetWeight{octopus, 1500.0, std::nullopt},
                                     SetFriction{box, 0.05},
                                     SetRestitution{box, 0.5},
                                     SetContactStiffness{jelly, 0.5},
                                     SetDrive{octopus, 3, 0.2}};

void run(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    ASSERT_TRUE(simulation.step()) << simulation.problem();
}

TEST(LiveChanges, AreWhatMakesOneSceneTheOther) {
  const auto scene = bodies_of_three_kinds();
  EXPECT_TRUE(live_changes(*scene, *scene).empty());
  Scene changed = *scene;
  for (const Event& event : one_of_each)
    make_live_change(changed, event);
  const std::vector<Event> found = live_changes(*scene, changed);
  EXPECT_EQ(found.size(), one_of_each.size());
  Scene again = *scene;
  for (const Event& event : found)
    make_live_change(again, event);
  EXPECT_TRUE(live_changes(again, changed).empty());
  for (const Event& event : live_changes(changed, *scene))
    make_live_change(again, event);
  EXPECT_TRUE(live_changes(again, *scene).empty()) << "and back";
}

TEST(LiveChanges, LeaveTheStateAsItIsAndAreFeltAfterwards) {
  for (const Event& event : one_of_each) {
    Simulation plain(bodies_of_three_kinds()), changed(bodies_of_three_kinds());
    run(plain, 5);
    run(changed, 5);
    changed.apply(event);
    const auto before = plain.snapshot(), after = changed.snapshot();
    for (std::size_t i = 0; i < before->bodies.size(); ++i) {
      // Momentum over mass, with rounding errors.
      EXPECT_LT((after->bodies[i].velocity - before->bodies[i].velocity).norm(), 1e-12) << event.index();
      if (before->bodies[i].positions) {
        EXPECT_EQ(*after->bodies[i].positions, *before->bodies[i].positions) << event.index();
      }
    }
    run(plain, 20);
    run(changed, 20);
    // Friction alone changes nothing while nothing slides, nor restitution while nothing bounces, nor does a
    // stiffness under constraints.
    if (!std::holds_alternative<SetFriction>(event) && !std::holds_alternative<SetRestitution>(event) &&
        !std::holds_alternative<SetContactStiffness>(event)) {
      EXPECT_NE(changed.statistics().state_hash, plain.statistics().state_hash) << event.index();
    }
  }
}

TEST(LiveChanges, AHeavierBodyPressesOnTheGroundByItsWeight) {
  const auto scene = bodies_of_three_kinds();
  for (const std::uint32_t body : {box, jelly}) {
    Simulation simulation(scene);
    run(simulation, 50);
    simulation.apply(SetWeight{body, std::nullopt, 3.0});
    EXPECT_DOUBLE_EQ((*simulation.snapshot()->infos)[body].mass, 3.0);
    run(simulation, 300);
    // At rest but for a residual shiver of the soft one, about a thousandth of the weight at any moment.
    constexpr int moments = 200;
    double mean = 0;
    for (int k = 0; k < moments; ++k) {
      run(simulation, 1);
      mean += simulation.snapshot()->bodies[body].contact_force.y() / moments;
    }
    EXPECT_NEAR(mean, 3.0 * 9.81, 0.001 * 3 * 9.81);
  }
}

TEST(LiveChanges, LessFrictionLetsABlockSlideThatStood) {
  const auto scene = bodies_of_three_kinds();
  scene->gravity = 9.81 * Vec3(0.4, -1, 0).normalized(); // a slope of 22 degrees; μ is 0.5
  scene->bodies.resize(2);
  Simulation simulation(scene);
  run(simulation, 40);
  EXPECT_LT(simulation.snapshot()->bodies[box].velocity.norm(), 0.01);
  simulation.apply(SetFriction{box, 0.0});
  run(simulation, 20);
  EXPECT_GT(simulation.snapshot()->bodies[box].velocity.x(), 0.1);
}

TEST(LiveChanges, AStifferDriveBringsTheJointsBackToTheirRest) {
  const auto bent = [](std::optional<SetDrive> drive) {
    auto scene = bodies_of_three_kinds();
    scene->bodies[octopus].clamps.push_back({{{-2, 1.0, -1}, {0, 3, 1}}, std::nullopt});
    Simulation simulation(scene);
    run(simulation, 5);
    if (drive)
      simulation.apply(*drive);
    run(simulation, 100);
    double lowest = 1e9;
    const auto now = simulation.snapshot();
    for (const Vec3& p : *now->bodies[octopus].positions)
      lowest = std::min(lowest, p.y());
    return lowest;
  };
  EXPECT_GT(bent(SetDrive{octopus, 1000, 0.1}), bent(std::nullopt) + 0.01)
      << "arms hang lower where they are loose";
}

TEST(LiveChanges, AResetKeepsThem) {
  const auto scene = bodies_of_three_kinds();
  Scene wanted = *scene;
  Simulation simulation(scene);
  run(simulation, 5);
  for (const Event& event : one_of_each) {
    simulation.apply(event);
    make_live_change(wanted, event);
  }
  EXPECT_TRUE(live_changes(simulation.scene(), *scene).empty()) << "this run began without";
  simulation.apply(Reset{});
  EXPECT_TRUE(live_changes(simulation.scene(), wanted).empty());
  run(simulation, 20);
  Simulation fresh(std::make_shared<const Scene>(wanted));
  run(fresh, 20);
  EXPECT_EQ(simulation.statistics().state_hash, fresh.statistics().state_hash);
}

TEST(LiveChanges, GoingBackKeepsThemAndALogThatRepeatsTheRun) {
  const auto scene = bodies_of_three_kinds();
  Simulation simulation(scene);
  run(simulation, 4);
  simulation.apply(SetWeight{box, 300.0, std::nullopt});
  run(simulation, 6);
  for (const Event& event : one_of_each)
    simulation.apply(event);
  run(simulation, 6);
  ASSERT_TRUE(simulation.go_back(7));
  EXPECT_EQ((*simulation.snapshot()->infos)[jelly].mass, 2.5);
  run(simulation, 10);

  Simulation again(scene);
  std::size_t next = 0;
  const auto events = simulation.events();
  for (std::uint64_t step = 0; step < 17; ++step) {
    for (; next < events.size() && events[next].step == step; ++next)
      again.apply(events[next].event);
    ASSERT_TRUE(again.step());
  }
  EXPECT_EQ(next, events.size());
  EXPECT_EQ(again.statistics().state_hash, simulation.statistics().state_hash);
}

TEST(LiveChanges, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  const auto scene = bodies_of_three_kinds();
  Simulation simulation(scene);
  const Event refused[] = {SetMaterial{box, {}},
                           SetMaterial{jelly, {-1, 0.3, 0}},
                           SetMaterial{jelly, {1e5, 0.3, 0, 0.0}},
                           SetMaterial{jelly, {1e5, 0.3, 0, -1e4}},
                           SetMaterial{jelly, {1e5, 0.3, 0, std::nan("")}},
                           SetMaterial{jelly, {1e5, 0.3, 0, 1e300}},
                           SetWeight{box, -1.0, std::nullopt},
                           SetWeight{9, 1.0, std::nullopt},
                           SetFriction{box, 11.0},
                           SetRestitution{box, 1.1},
                           SetContactStiffness{box, 0.0},
                           SetDrive{jelly, 1, 0.1},
                           SetDrive{octopus, -1, 0.1}};
  for (const Event& event : refused)
    EXPECT_THROW(simulation.apply(event), InputError) << event.index();
  EXPECT_TRUE(simulation.events().empty());
  simulation.apply(Reset{});
  EXPECT_TRUE(live_changes(simulation.scene(), *scene).empty());
}

} // namespace
} // namespace lamina
