#include "core/contact/ldi/image_evidence.h"
#include "core/simulation/simulation.h"

#include "core/base/error.h"
#include "core/mesh/lattice.h"
#include "core/scene/scene_file.h"
#include "core/simulation/substeps.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_of;
using test::turn;

std::shared_ptr<Scene> falling_box() {
  return scene_of({ground(), body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid,
                                     {{0, 0.2, 0}, turn({1, 1, 0}, 0.5)})});
}

std::uint64_t hash_after(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    EXPECT_TRUE(simulation.step()) << simulation.problem();
  return simulation.statistics().state_hash;
}

TEST(Simulation, HeapGivesTheSameHashesWithOneAndTwoThreads) {
  const std::filesystem::path files[] = {resolve_scene_name("heap")};
  auto scene = std::make_shared<Scene>(open_scene(files));
  auto other = std::make_shared<Scene>(*scene);
  scene->settings.simulation.threads = 1;
  other->settings.simulation.threads = 2;
  Simulation one(scene), two(other);
  for (int step = 0; step < (test::sanitized ? 30 : 400); ++step) {
    ASSERT_TRUE(one.step());
    ASSERT_TRUE(two.step());
    ASSERT_EQ(one.statistics().state_hash, two.statistics().state_hash) << "step " << step + 1;
  }
  if (!test::sanitized) {
    EXPECT_GT(one.statistics().contacts, 50u) << "the heap should be lying by now";
  }
}

TEST(Simulation, AMethodThatDoesNotRunOnTheBackendInForceBringsOneAlongInTheSameEvent) {
  Simulation simulation(falling_box());
  simulation.apply(SetSetting{"backend", std::string("reference")});
  simulation.apply(SetSetting{"cells", std::int64_t{7}});
  simulation.apply(SetSetting{"method", std::string("raytraced")});
  EXPECT_EQ(simulation.settings().contact.method, "raytraced");
  EXPECT_EQ(simulation.settings().contact.backend, "cpu");
  EXPECT_EQ(simulation.settings().response.cells, 7) << "settings of a method that is not in force are kept";
  EXPECT_EQ(simulation.events().size(), 3u);
  hash_after(simulation, 2);
  EXPECT_THROW(simulation.apply(SetSetting{"backend", std::string("reference")}), InputError);
  EXPECT_THROW(simulation.apply(SetSetting{"method", std::string("raytracd")}), InputError);
  EXPECT_EQ(simulation.settings().contact.method, "raytraced") << "what is refused changes nothing";
  simulation.apply(SetSetting{"method", std::string("ldi")});
  simulation.apply(SetSetting{"backend", std::string("reference")});
  simulation.apply(SetSetting{"method", std::string("ldi")});
  EXPECT_EQ(simulation.settings().contact.backend, "reference") << "it stays where the method runs on it";
}

TEST(Simulation, EventsAtTheSameStepsGiveTheSameRun) {
  std::uint64_t hashes[2];
  for (std::uint64_t& hash : hashes) {
    Simulation simulation(falling_box());
    hash_after(simulation, 20);
    simulation.apply(BeginDrag{1, {0, 0.15, 0}});
    simulation.apply(MoveDrag{{0.3, 0.4, 0.1}});
    simulation.apply(SetSetting{"resolution", std::int64_t{32}});
    hash_after(simulation, 20);
    simulation.apply(EndDrag{});
    hash = hash_after(simulation, 40);
    EXPECT_EQ(simulation.events().size(), 4u);
    EXPECT_EQ(simulation.events()[3].step, 40u);
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Simulation, ResetGoesBackToTheFirstStateAndKeepsSettings) {
  Simulation simulation(falling_box());
  const std::uint64_t first = simulation.statistics().state_hash;
  simulation.apply(SetSetting{"dissipation", 0.05});
  hash_after(simulation, 30);
  EXPECT_NE(simulation.statistics().state_hash, first);
  simulation.apply(Reset{});
  EXPECT_EQ(simulation.statistics().state_hash, first);
  EXPECT_EQ(simulation.statistics().step, 0u);
  EXPECT_EQ(simulation.settings().response.dissipation, 0.05);
}

TEST(Simulation, RefusedSettingsChangeNothing) {
  Simulation simulation(falling_box());
  const Settings before = simulation.settings();
  EXPECT_THROW(simulation.apply(SetSetting{"resolution", std::int64_t{0}}), InputError);
  EXPECT_THROW(simulation.apply(SetSetting{"resolutoin", std::int64_t{16}}), InputError);
  EXPECT_THROW(simulation.apply(SetSetting{"method", std::string("magic")}), InputError);
  EXPECT_EQ(simulation.settings(), before);
  EXPECT_TRUE(simulation.events().empty());
}

TEST(Simulation, ResolutionActsAtTheNextStep) {
  Simulation simulation(falling_box());
  run_for(simulation, 1);
  const std::uint64_t before = simulation.statistics().columns;
  simulation.apply(SetSetting{"resolution", std::int64_t{32}});
  ASSERT_TRUE(simulation.step());
  // The region is flat: four pixels cross its short side.
  EXPECT_EQ(before, 16u * 16 + 2 * 16 * 4);
  EXPECT_EQ(simulation.statistics().columns, 32u * 32 + 2 * 32 * 4);
}

TEST(Simulation, RejectsAStepThatIsNotFiniteAndKeepsTheLastState) {
  auto scene = falling_box();
  scene->bodies[1].velocity = {0, 1.7e308, 0};
  scene->bodies[1].pose.position.y() = 1.7e308;
  Simulation simulation(scene);
  scene = nullptr;
  bool rejected = false;
  for (int i = 0; i < 100 && !rejected; ++i)
    rejected = !simulation.step();
  ASSERT_TRUE(rejected);
  EXPECT_NE(simulation.problem().find("not finite"), std::string::npos);
  EXPECT_TRUE(simulation.snapshot()->bodies[1].pose.position.allFinite());
}

TEST(Simulation, BodiesThatShareAGroupDoNotCollide) {
  auto scene = falling_box();
  scene->bodies[0].groups = {"ghosts", "floor"};
  scene->bodies[1].groups = {"ghosts"};
  Simulation simulation(scene);
  run_for(simulation, 1);
  EXPECT_LT(simulation.snapshot()->bodies[1].pose.position.y(), -1);
}

TEST(Simulation, SubstepsKeepAFastBodyFromCrossingAThinWall) {
  for (const int parts : {1, 32}) {
    auto scene = scene_of(
        {body_of("wall", make_box({0.05, 2, 2}), BodyKind::fixed),
         body_of("ball", make_sphere(0.05, 320), BodyKind::rigid, {{-0.4, 0, 0}, Quat::Identity()})});
    scene->gravity = Vec3::Zero();
    scene->bodies[1].velocity = {25, 0, 0};
    scene->settings.simulation.substeps = parts;
    Simulation simulation(scene);
    run_for(simulation, 0.2);
    if (parts == 1)
      EXPECT_GT(simulation.snapshot()->bodies[1].pose.position.x(), 0)
          << "a quarter metre a step jumps the wall";
    else
      EXPECT_LT(simulation.snapshot()->bodies[1].pose.position.x(), 0);
  }
}

TEST(Simulation, SnapshotsCarryPixelsOnlyIfAsked) {
  Simulation simulation(falling_box());
  run_for(simulation, 1);
  ASSERT_EQ(simulation.snapshot({.pixels = true})->pairs.size(), 1u);
  EXPECT_EQ(images_of(simulation.snapshot({.pixels = true})->pairs[0].contacts).pixels.size() * 2,
            simulation.statistics().contact_pixels);
  EXPECT_TRUE(images_of(simulation.snapshot()->pairs[0].contacts).pixels.empty());
}

TEST(Simulation, SnapshotsCarryTheBoxesOfTreesIfAskedWhereTheMethodHasSome) {
  for (const char* method : {"ldi", "proximity"}) {
    Simulation simulation(falling_box());
    simulation.apply(SetSetting{"method", std::string(method)});
    run_for(simulation, 1);
    EXPECT_TRUE(simulation.snapshot({.pixels = true})->tree_boxes.empty());
    const std::vector<TreeBox> roots = simulation.snapshot({.tree_level = 0})->tree_boxes;
    if (method == std::string("ldi")) {
      EXPECT_TRUE(roots.empty());
      continue;
    }
    ASSERT_EQ(roots.size(), 2u);
    EXPECT_EQ(roots[0].body + roots[1].body, 1u);
    EXPECT_GT(simulation.snapshot({.tree_level = 4})->tree_boxes.size(), 8u);
  }
}

TEST(Simulation, SnapshotsCarryTreesIfAskedWhichStayAsTheyAreAndChangeNothing) {
  const auto scene = scene_of(
      {body_of("box", make_box({1, 0.4, 1}, 300), BodyKind::fixed),
       body_of("torus", make_torus(0.3, 0.1, 800), BodyKind::rigid, {{0, 0.29, 0}, turn({1, 0, 0}, 0.3)})});
  scene->settings.contact.method = "raytraced";
  for (const RayTree kind : {RayTree::bvh, RayTree::octree, RayTree::embree}) {
    scene->settings.contact.raytraced.tree = kind;
    Simulation plain(scene), shared(scene);
    std::shared_ptr<const SurfaceTree> first;
    std::vector<Vec3> positions;
    for (int step = 0; step < 40; ++step) {
      plain.step();
      shared.step();
      const auto snapshot = shared.snapshot({.trees = true});
      ASSERT_EQ(snapshot->trees.size(), snapshot->bodies.size());
      EXPECT_EQ(shared.statistics().state_hash, plain.statistics().state_hash);
      for (const auto& tree : snapshot->trees)
        if (tree && !first) {
          first = tree;
          positions = tree->positions;
        }
    }
    ASSERT_TRUE(first);
    EXPECT_EQ(first->positions, positions);
    EXPECT_TRUE(plain.snapshot()->trees.empty());
  }
}

TEST(Simulation, PixelsOfABodyThatDeformsSlideAsItsSkinMoves) {
  SceneBody soft =
      body_of("soft", make_box({0.2, 0.2, 0.2}, 300), BodyKind::soft, {{0, 0.098, 0}, Quat::Identity()});
  soft.lattice_cells = 3;
  soft.lattice = std::make_shared<const Lattice>(build_lattice(soft.mesh->mesh, 3));
  soft.self_contact = false;
  soft.velocity = Vec3(1, 0, 0.3);
  soft.spin = Vec3(0, 2, 0);
  const auto scene = scene_of(
      {ground(), soft,
       body_of("box", make_box({0.2, 0.2, 0.2}), BodyKind::rigid, {{2, 0.099, 0}, Quat::Identity()})});
  scene->settings.response.response = ResponseKind::penalty; // bodies move by the velocities that they keep
  Simulation simulation(scene);
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(simulation.step());
  const auto before = simulation.snapshot();
  ASSERT_TRUE(simulation.step());
  const auto now = simulation.snapshot({.pixels = true});
  const double h = now->settings.simulation.time_step;
  ASSERT_EQ(now->statistics.substeps, 1);
  std::size_t compared = 0;
  for (const PairState& pair : now->pairs) {
    if (pair.contacts.body != std::array<std::uint32_t, 2>{0, 1}) {
      EXPECT_TRUE(pair.slide.empty()) << "rigid bodies say it by their own velocities";
      continue;
    }
    ASSERT_EQ(pair.slide.size(), images_of(pair.contacts).pixels.size());
    for (std::size_t p = 0; p < pair.slide.size(); ++p) {
      const ContactPixelPair& pixel = images_of(pair.contacts).pixels[p];
      const int end = pixel.body[1] == 1 ? 1 : 0;
      if (pixel.body[1 - end] == 1)
        continue;
      const Triangle& corners = soft.mesh->mesh.triangles[pixel.triangle[end]];
      const double b = pixel.barycentric[end][0], c = pixel.barycentric[end][1];
      Vec3 moved = Vec3::Zero();
      const double weights[] = {1 - b - c, b, c};
      for (int k = 0; k < 3; ++k)
        moved += weights[k] *
                 ((*now->bodies[1].positions)[corners[k]] - (*before->bodies[1].positions)[corners[k]]);
      // Implicit Euler moves by h v exactly, but for the rounding of positions.
      EXPECT_LT((pair.slide[p] - (end == 1 ? 1 : -1) * moved / h).norm(), 1e-10);
      ++compared;
    }
  }
  EXPECT_GT(compared, 50u);
  for (const PairState& pair : before->pairs)
    EXPECT_TRUE(pair.slide.empty()) << "no pixels, no slide";
}

} // namespace
} // namespace lamina
