#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/contact/tetdistance/tet_search.h"
#include "core/replay/run_player.h"

#include "core/base/error.h"
#include "core/replay/frame_recorder.h"
#include "core/replay/replay.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::every_kind;
using test::lively_inputs;
using test::record_run;
using test::two_boxes;

constexpr int steps = test::sanitized ? 14 : 26;

void expect_same_bodies(const Snapshot& shown, const Snapshot& live) {
  ASSERT_EQ(shown.bodies.size(), live.bodies.size());
  for (std::size_t i = 0; i < live.bodies.size(); ++i) {
    SCOPED_TRACE((*live.infos)[i].name);
    const BodyState &a = shown.bodies[i], &b = live.bodies[i];
    expect_same_pose(a.pose, b.pose);
    expect_same_pose(a.mesh_pose, b.mesh_pose);
    EXPECT_EQ(a.velocity, b.velocity);
    EXPECT_EQ(a.spin, b.spin);
    EXPECT_EQ(a.contact_force, b.contact_force);
    EXPECT_EQ(a.contact_torque, b.contact_torque);
    ASSERT_EQ(a.positions != nullptr, b.positions != nullptr);
    if (a.positions) {
      EXPECT_EQ(*a.positions, *b.positions);
    }
    EXPECT_EQ((*shown.infos)[i].material.young_modulus, (*live.infos)[i].material.young_modulus);
  }
}

void expect_same_drags(const Snapshot& shown, const Snapshot& live) {
  ASSERT_EQ(shown.drags.size(), live.drags.size());
  for (std::size_t i = 0; i < live.drags.size(); ++i) {
    EXPECT_EQ(shown.drags[i].body, live.drags[i].body);
    EXPECT_EQ(shown.drags[i].grabbed, live.drags[i].grabbed);
    EXPECT_EQ(shown.drags[i].target, live.drags[i].target);
    EXPECT_EQ(shown.drags[i].force_N, live.drags[i].force_N);
  }
}

/// A run of every kind of body with drags, recorded with frames.
struct PlayedRun : testing::Test {
  TemporaryFolder parent;
  std::filesystem::path folder = parent.path() / "run";
  test::Recorded live = record_run(folder, every_kind(), steps, lively_inputs(), 0);
};

TEST_F(PlayedRun, EveryFrameShowsWhatWasSeenBitForBitInAnyOrder) {
  RunPlayer player(folder);
  EXPECT_EQ(player.first_step(), 0u);
  EXPECT_EQ(player.last_step(), std::uint64_t{steps});
  for (int i = 0; i <= steps; ++i) {
    const auto step = static_cast<std::uint64_t>(7 * i % (steps + 1));
    SCOPED_TRACE("step " + std::to_string(step));
    const auto shown = player.show(step);
    const Snapshot& then = *live.snapshots[step];
    EXPECT_EQ(shown->statistics.step, step);
    EXPECT_EQ(shown->statistics.state_hash, then.statistics.state_hash);
    EXPECT_EQ(shown->statistics.kinetic_J, then.statistics.kinetic_J);
    EXPECT_EQ(shown->settings, then.settings);
    expect_same_bodies(*shown, then);
    expect_same_drags(*shown, then);
    EXPECT_TRUE(shown->pairs.empty());
  }
}

TEST_F(PlayedRun, ContactsOfAFrameAreThoseThatTheRunHad) {
  RunPlayer player(folder);
  std::size_t pixels = 0;
  for (const std::uint64_t step : {std::uint64_t{steps}, std::uint64_t{9}, std::uint64_t{3}}) {
    const auto shown = player.show(step, {.pixels = true});
    const Snapshot& then = *live.snapshots[step];
    EXPECT_EQ(shown->statistics.state_hash, then.statistics.state_hash);
    ASSERT_EQ(shown->pairs.size(), then.pairs.size());
    for (std::size_t p = 0; p < then.pairs.size(); ++p) {
      const PairState &a = shown->pairs[p], &b = then.pairs[p];
      EXPECT_EQ(images_of(a.contacts).volume, images_of(b.contacts).volume);
      EXPECT_EQ(a.pressure, b.pressure);
      ASSERT_EQ(images_of(a.contacts).pixels.size(), images_of(b.contacts).pixels.size());
      for (std::size_t i = 0; i < images_of(b.contacts).pixels.size(); ++i, ++pixels)
        ASSERT_EQ(images_of(a.contacts).pixels[i].lower, images_of(b.contacts).pixels[i].lower);
    }
  }
  EXPECT_GT(pixels, 0u);
}

/// Steps with the run's own inputs from where a simulation is.
std::uint64_t hash_at_the_end(Simulation& simulation, const RecordedRun& run) {
  std::size_t next = 0;
  while (next < run.events.size() && run.events[next].step < simulation.statistics().step)
    ++next;
  while (simulation.statistics().step < run.steps.back().step) {
    apply_inputs(run, {}, next, simulation);
    EXPECT_TRUE(simulation.step());
  }
  return simulation.statistics().state_hash;
}

TEST_F(PlayedRun, GoesOnFromAStoredStepAsTheRunDid) {
  const RunPlayer player(folder);
  const auto going_on = player.continue_from(12); // nothing is held then
  EXPECT_EQ(going_on->statistics().state_hash, live.snapshots[12]->statistics.state_hash);
  EXPECT_EQ(hash_at_the_end(*going_on, player.run()), live.last_hash());
}

TEST_F(PlayedRun, WhatGoesOnCanBeRecordedAndReplayedFromTheStart) {
  const RunPlayer player(folder);
  const auto going_on = player.continue_from(9); // in the middle of a drag
  EXPECT_TRUE(going_on->snapshot()->drags.empty()) << "the hand is not there";
  const auto second = parent.path() / "second";
  {
    Recorder recorder(second, going_on->scene(), going_on->first_settings());
    for (const auto& logged : going_on->events())
      recorder.event(logged.step, logged.event);
    for (int i = 0; i < 6; ++i) {
      ASSERT_TRUE(going_on->step());
      recorder.step(going_on->statistics(), *going_on->recorded_snapshot());
    }
    recorder.finish();
  }
  const RecordedRun run = read_run(second);
  const ReplayResult result = replay(run, open_run_scene(run).scene, {});
  EXPECT_EQ(result.compared, 6u);
  EXPECT_FALSE(result.difference);
}

TEST_F(PlayedRun, TheNumberOfThreadsChangesNothing) {
  RunPlayer player(folder);
  player.set_threads(1);
  const auto going_on = player.continue_from(12);
  EXPECT_EQ(going_on->settings().simulation.threads, 1);
  EXPECT_EQ(player.show(10, {.pixels = true})->statistics.state_hash,
            live.snapshots[10]->statistics.state_hash);
}

// A thin plate goes through the floor within a step, and what the sweep found of that is in no frame.
TEST(RunPlayer, ASweptRunShowsAndGoesOnAsItDid) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "run";
  const auto scene = test::scene_from(R"({
    "settings": { "method": "proximity", "swept": true, "substeps": 1 },
    "bodies": [
      { "name": "floor", "kind": "fixed", "recipe": { "shape": "box", "x": 4, "y": 2, "z": 4 }, "position": [0, -1, 0] },
      { "name": "plate", "recipe": { "shape": "box", "x": 0.3, "y": 0.02, "z": 0.3 }, "position": [0, 1.1, 0],
        "velocity": [0, -40, 0] }
    ] })");
  const auto live = record_run(folder, scene, 10, {}, 0);
  RunPlayer player(folder);
  for (const std::uint64_t step : {0, 3, 4, 5, 9})
    EXPECT_EQ(hash_at_the_end(*player.continue_from(step), player.run()), live.last_hash()) << step;
  std::size_t seen = 0;
  for (const std::uint64_t step : {4, 5, 9, 2, 6}) {
    const auto shown = player.show(step, {.pixels = true});
    EXPECT_EQ(shown->statistics.state_hash, live.snapshots[step]->statistics.state_hash) << step;
    ASSERT_EQ(shown->pairs.size(), live.snapshots[step]->pairs.size()) << step;
    for (std::size_t p = 0; p < shown->pairs.size(); ++p) {
      EXPECT_EQ(points_of(shown->pairs[p].contacts).points.size(),
                points_of(live.snapshots[step]->pairs[p].contacts).points.size());
      seen += points_of(shown->pairs[p].contacts).points.size();
    }
  }
  EXPECT_GT(seen, 0u);
}

// The multipliers of a step are in no frame, and the next step begins with them.
TEST(RunPlayer, AConstrainedRunShowsAndGoesOnAsItDid) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "run";
  const auto scene = test::scene_from(R"({
    "settings": { "response": "constraints" },
    "bodies": [
      { "name": "floor", "kind": "fixed", "recipe": { "shape": "box", "x": 4, "y": 2, "z": 4 }, "position": [0, -1, 0] },
      { "name": "box", "recipe": { "shape": "box", "x": 0.3, "y": 0.2, "z": 0.3 }, "position": [0, 0.11, 0],
        "velocity": [1, 0, 0.2], "spin": [1, 2, 0] } ] })");
  const auto live = record_run(folder, scene, 12, {}, 0);
  RunPlayer player(folder);
  for (const std::uint64_t step : {0, 3, 11})
    EXPECT_EQ(hash_at_the_end(*player.continue_from(step), player.run()), live.last_hash()) << step;
  for (const std::uint64_t step : {4, 12, 6})
    EXPECT_EQ(player.show(step, {.pixels = true})->statistics.state_hash,
              live.snapshots[step]->statistics.state_hash)
        << step;
}

// How a method searches is found for where bodies lie, so that a frame is enough.
TEST(RunPlayer, ShowsHowTheMethodSearchesAsItWasSeenLive) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "run";
  const auto scene = test::scene_from(R"({
    "settings": { "method": "tetdistance" },
    "bodies": [
      { "name": "floor", "kind": "fixed", "recipe": { "shape": "box", "x": 2, "y": 1, "z": 2 }, "position": [0, -0.5, 0], "tetrahedra": 8 },
      { "name": "box", "kind": "soft", "recipe": { "shape": "box", "x": 0.4, "y": 0.4, "z": 0.4 }, "tetrahedra": 6,
        "position": [0, 0.19, 0] } ] })");
  record_run(folder, scene, 4, {}, 0);
  RunPlayer player(folder);
  Simulation live(scene);
  for (std::uint64_t step = 0; step <= 4; ++step, live.step()) {
    const auto shown = player.show(step, {.search = true}), seen = live.snapshot({.search = true});
    ASSERT_TRUE(shown->search) << step;
    const MarchedSolid &replayed = *shown->search->find<TetSearch>()->solids[1],
                       &own = *seen->search->find<TetSearch>()->solids[1];
    EXPECT_EQ(replayed.distances, own.distances) << step;
    EXPECT_EQ(replayed.visits, own.visits) << step;
  }
  EXPECT_EQ(player.show(2)->search, nullptr);
}

TEST(RunPlayer, AStreamThatBeganInTheMiddleOfADragShowsAndGoesOnToo) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "run";
  const auto live = record_run(folder, two_boxes(), 14, lively_inputs(), 2);
  RunPlayer player(folder);
  EXPECT_EQ(player.first_step(), 2u);
  for (const std::uint64_t step : {2u, 4u, 14u}) {
    const auto shown = player.show(step);
    expect_same_bodies(*shown, *live.snapshots[step]);
    expect_same_drags(*shown, *live.snapshots[step]);
  }
  const auto early = player.continue_from(1);
  EXPECT_EQ(early->statistics().state_hash, live.snapshots[1]->statistics.state_hash);
}

TEST(RunPlayer, FramesWrittenByAReplayAreThoseOfTheRecording) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "run";
  const auto live = record_run(folder, two_boxes(), 12);
  EXPECT_THROW(RunPlayer{folder}, InputError) << "there are none yet";
  const RecordedRun run = read_run(folder);
  FrameRecorder frames(folder, run.scene_hash);
  ReplayOptions options;
  options.after_step = [&](const Simulation& now) { frames.add(now); };
  replay(run, open_run_scene(run).scene, options);
  frames.finish();
  RunPlayer player(folder);
  ASSERT_EQ(player.last_step(), 12u);
  for (std::uint64_t step = 0; step <= 12; ++step)
    expect_same_bodies(*player.show(step), *live.snapshots[step]);
}

TEST(RunPlayer, RefusesTheFramesOfAnotherRun) {
  const TemporaryFolder parent;
  record_run(parent.path() / "one", two_boxes(), 2, {}, 0);
  record_run(parent.path() / "two", every_kind(), 1, {}, 0);
  std::filesystem::copy_file(parent.path() / "one/frames.bin", parent.path() / "two/frames.bin",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_THROW(RunPlayer{parent.path() / "two"}, InputError);
}

} // namespace
} // namespace lamina
