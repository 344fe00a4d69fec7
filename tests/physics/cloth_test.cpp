#include "core/base/error.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/procedural.h"
#include "core/reference_overlap/method_limits.h"
#include "core/reference_overlap/reference_overlap.h"
#include "tests/physics/cloth_throws.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

using test::body_of;
using test::nodes_of;
using test::scene_of;

std::shared_ptr<Scene> cloth_scene(std::vector<SceneBody> bodies) {
  auto scene = scene_of(std::move(bodies));
  scene->settings.contact.method = "proximity";
  return scene;
}

double lowest_of(const std::vector<Vec3>& nodes) {
  return std::min_element(nodes.begin(), nodes.end(),
                          [](const Vec3& a, const Vec3& b) { return a.y() < b.y(); })
      ->y();
}

// σ: mass for each square metre; the strip is pulled at its top by all of it, at its bottom by nothing.
TEST(ClothPhysics, AHangingStripStretchesByHalfOfWhatAllItsWeightWould) {
  constexpr double length = 1, width = 0.15;
  SceneBody strip = body_of("strip", make_sheet(width, length, 3), BodyKind::cloth,
                            {Vec3::Zero(), test::turn(Vec3::UnitX(), std::acos(-1.0) / 2)});
  strip.material.cloth.stretch_stiffness = 300;
  strip.material.cloth.shear_stiffness = 150; // so that it does not become narrower
  strip.material.damping = 0.2;
  strip.density = 1000;
  strip.clamps.push_back({{Vec3(-1, length / 2 - 1e-6, -1), Vec3(1, 1, 1)}, std::nullopt});
  const double per_area = 1000 * strip.material.cloth.thickness;
  Simulation simulation(cloth_scene({strip}));
  test::run_for(simulation, 2);
  const double expected = per_area * 9.81 * length * length / (2 * 300);
  // Green's strain: up to 3.3 % here, so stiffer by about one and a half times the mean strain of 1.6 %.
  EXPECT_NEAR((-length / 2 - lowest_of(nodes_of(simulation, 0))) / expected, 1, 0.04);
}

// Wide enough for the middle to bend as a plate does, which keeps its width. The angle at a row of edges
// stands for half a row of triangles on either side, so the plate is half a row longer than what is free.
TEST(ClothPhysics, AClampedSheetBendsUnderItsWeightAsAPlateDoes) {
  constexpr double length = 0.1, width = 0.3, bending = 2e-2, first = 0.015;
  constexpr int cells = 18;
  SceneBody plate = body_of("plate", make_sheet(width, length + first, cells), BodyKind::cloth);
  plate.material.cloth.bending_stiffness = bending;
  plate.material.damping = 0.05;
  const double per_area = usual_cloth_density * plate.material.cloth.thickness;
  const double held = -(length + first) / 2 + first; // up to here
  plate.clamps.push_back({{Vec3(-1, -1, -1), Vec3(1, 1, held + 1e-6)}, std::nullopt});
  Simulation simulation(cloth_scene({plate}));
  test::run_for(simulation, 0.8);
  double middle = 0, count = 0;
  for (const Vec3& node : nodes_of(simulation, 0))
    if (node.z() > (length + first) / 2 - 1e-3 && std::abs(node.x()) < width / 4) {
      middle -= node.y();
      ++count;
    }
  ASSERT_GT(count, 0);
  const double bends = length + 0.25 * std::sqrt(3.0) * width / cells;
  const double expected = per_area * 9.81 * std::pow(bends, 4) / (8 * bending);
  EXPECT_NEAR(middle / count / expected, 1, 0.03);
}

TEST(ClothPhysics, FreeFlightKeepsMomentum) {
  SceneBody sheet = body_of("sheet", make_sheet(0.5, 0.5, 6), BodyKind::cloth);
  sheet.velocity = Vec3(1, 2, 3);
  sheet.spin = Vec3(3, 0.5, -1);
  auto scene = cloth_scene({sheet});
  scene->gravity = Vec3::Zero();
  scene->settings.solver.cg_tolerance = 1e-12;
  Simulation simulation(scene);
  const Vec3 before = simulation.statistics().momentum;
  for (int step = 0; step < 50; ++step)
    ASSERT_TRUE(simulation.step());
  EXPECT_LT((simulation.statistics().momentum - before).norm(), 1e-9 * before.norm());
}

TEST(ClothPhysics, NoNodePassesThroughABallHoweverItIsThrown) {
  const test::Throws throws = test::throw_sheets_at_a_ball(150, 3);
  EXPECT_GT(throws.struck, 500u);
  EXPECT_EQ(throws.passed, 0u);
  // Between two detections nodes move by up to 8 cm. The ways of a step cut corners of those around the ball.
  EXPECT_GT(throws.nearest, test::ball_radius - 0.08);
  EXPECT_GT(throws.nearest_way, 0.5 * test::ball_radius);
}

std::shared_ptr<Scene> draped(int cells, double damping = 0.02) {
  SceneBody sheet = body_of("sheet", make_sheet(0.8, 0.8, cells), BodyKind::cloth,
                            {Vec3(0.02, 0.26, 0.01), Quat::Identity()});
  sheet.material.cloth.thickness = 0.01;
  sheet.material.damping = damping;
  sheet.density = 30;
  return cloth_scene({body_of("ball", make_sphere(0.25, 1280), BodyKind::fixed), sheet});
}

TEST(ClothPhysics, ASheetOnABallKeepsHalfOfItsThickness) {
  auto scene = draped(9);
  Simulation simulation(scene);
  test::run_for(simulation, 0.6);
  double nearest = 1;
  for (const Vec3& node : nodes_of(simulation, 1))
    nearest = std::min(nearest, node.norm());
  // The ball's faces lie up to 0.7 mm within its radius. Of the 5 mm kept a quarter gives way as the sheet
  // lands.
  EXPECT_GT(nearest, 0.25 + 0.005 - 0.002);
  EXPECT_LT(nearest, 0.25 + 0.005 + 0.001);
  EXPECT_LT(lowest_of(nodes_of(simulation, 1)), 0.1) << "it hangs down around the ball";
}

TEST(ClothPhysics, RepeatsBitForBitOnAnyThreads) {
  std::array<std::uint64_t, 2> hash{};
  for (const int threads : {1, 2}) {
    auto scene = draped(7);
    scene->settings.simulation.threads = threads;
    Simulation simulation(scene);
    test::run_for(simulation, 0.3);
    hash[static_cast<std::size_t>(threads - 1)] = simulation.statistics().state_hash;
  }
  EXPECT_EQ(hash[0], hash[1]);
}

// What a sweep knows of the step before is made again.
TEST(ClothPhysics, GoingBackLeadsToTheSameBits) {
  Simulation simulation(draped(5));
  std::uint64_t last = 0;
  for (const bool again : {false, true}) {
    while (simulation.statistics().step < 24) {
      ASSERT_TRUE(simulation.step()) << simulation.problem();
    }
    if (again) {
      EXPECT_EQ(simulation.statistics().state_hash, last);
    }
    last = simulation.statistics().state_hash;
    ASSERT_TRUE(simulation.go_back(14));
  }
}

TEST(ClothPhysics, TwoSheetsLieOnEachOther) {
  const TriangleMesh mesh = make_sheet(0.4, 0.4, 6);
  std::vector<SceneBody> bodies{body_of("table", make_box({0.3, 0.1, 0.3}, 300), BodyKind::fixed)};
  for (int i = 0; i < 2; ++i) {
    bodies.push_back(body_of("sheet " + std::to_string(i), mesh, BodyKind::cloth,
                             {Vec3(0, 0.06 + 0.02 * i, 0), test::turn(Vec3::UnitY(), 0.3 + i)}));
    bodies.back().material.cloth.thickness = 0.01;
    bodies.back().density = 30;
  }
  Simulation simulation(cloth_scene(bodies));
  test::run_for(simulation, 0.6);
  // Above the table one lies flat on the other, but for what gives way as the upper one lands.
  for (int i = 0; i < 2; ++i)
    for (const Vec3& node : nodes_of(simulation, static_cast<std::size_t>(1 + i)))
      if (std::abs(node.x()) < 0.1 && std::abs(node.z()) < 0.1) {
        EXPECT_GT(node.y(), 0.05 + 0.005 + 0.01 * i - 0.0015) << i;
        EXPECT_LT(node.y(), 0.05 + 0.005 + 0.01 * i + 0.004)
            << i << ", with the waves that folds at the rim throw";
      }
}

// A strip that falls together from above: parts of it meet, and none passes the other.
TEST(ClothPhysics, AFallingStripPilesUpOnItself) {
  SceneBody strip = body_of("strip", make_sheet(0.1, 0.6, 3), BodyKind::cloth,
                            {Vec3(0, 0.32, 0), test::turn(Vec3::UnitX(), std::acos(-1.0) / 2 - 0.05)});
  strip.material.cloth.thickness = 0.012;
  strip.density = 30;
  Simulation simulation(cloth_scene({test::ground(4), strip}));
  bool met_itself = false;
  for (int step = 0; step < 80; ++step) {
    ASSERT_TRUE(simulation.step()) << simulation.problem();
    const auto now = simulation.snapshot();
    for (const PairState& pair : now->pairs)
      met_itself = met_itself || (pair.contacts.body[0] == 1 && pair.contacts.body[1] == 1);
  }
  EXPECT_TRUE(met_itself);
  const std::vector<Vec3> nodes = nodes_of(simulation, 1);
  EXPECT_GT(lowest_of(nodes), 0.006 - 0.003) << "it stays above the ground";
}

TEST(ClothPhysics, ABagCarriesTheWeightOfWhatFallsIntoIt) {
  constexpr double depth = 0.3, size = 0.1;
  SceneBody bag = body_of("bag", make_bag(0.3, depth, 300), BodyKind::cloth);
  bag.material.cloth = {0.006, 2000, 800};
  bag.material.damping = 0.02;
  bag.clamps.push_back({{Vec3(-1, depth - 1e-6, -1), Vec3(1, 1, 1)}, std::nullopt});
  const auto thing = [](const std::string& name, const TriangleMesh& mesh, const Vec3& place) {
    SceneBody body = body_of(name, mesh, BodyKind::rigid, {place, Quat::Identity()});
    body.density = 300;
    return body;
  };
  Simulation simulation(
      cloth_scene({bag, thing("ball", make_sphere(size, 200), {0.05, depth, 0}),
                   thing("box", make_box(Vec3::Constant(1.4 * size)), {-0.05, 1.9 * depth, 0})}));
  test::run_for(simulation, 1.5);
  const auto now = simulation.snapshot();
  double weight = 0, carried = 0;
  const double lowest = lowest_of(nodes_of(simulation, 0));
  for (const std::size_t body : {1u, 2u}) {
    weight += 9.81 * (*now->infos)[body].mass;
    carried += now->bodies[body].contact_force.y(); // what they press each other with adds up to nothing
    EXPECT_GT(now->bodies[body].pose.position.y(), lowest + 0.5 * size);
  }
  // They still roll a little.
  EXPECT_NEAR(carried / weight, 1, 0.02);
}

TEST(ClothPhysics, IsHeavierOnceItIsThickerAndStaysWhereItIs) {
  Simulation simulation(draped(6));
  test::run_for(simulation, 0.2);
  const double before = (*simulation.snapshot()->infos)[1].mass;
  const std::vector<double> state(simulation.body_states().begin(), simulation.body_states().end());
  Material material = simulation.scene().bodies[1].material;
  material.cloth.thickness *= 3;
  simulation.apply(SetMaterial{1, material});
  EXPECT_NEAR((*simulation.snapshot()->infos)[1].mass / before, 3, 1e-12);
  EXPECT_EQ(std::vector<double>(simulation.body_states().begin(), simulation.body_states().end()), state);
  EXPECT_TRUE(simulation.step());
}

/// Two balls of cloth, a third of each within the other.
std::shared_ptr<Scene> tangled_balls() {
  std::vector<SceneBody> balls;
  for (const double x : {-0.07, 0.07}) {
    balls.push_back(body_of(x < 0 ? "left" : "right", make_sphere(0.1, 320), BodyKind::cloth,
                            {Vec3(x, 0, 0), Quat::Identity()}));
    balls.back().material.cloth = {0.004, 2000, 800, 0.05};
    balls.back().material.damping = 0.02;
    balls.back().density = 100;
  }
  auto scene = cloth_scene(balls);
  scene->gravity = Vec3::Zero();
  scene->settings.contact.method = "ldi";
  return scene;
}

TEST(ClothPhysics, TangledClosedSheetsAreFreedByVolumeAndStaySo) {
  auto scene = tangled_balls();
  ReferenceOverlap reference_overlap(*scene);
  Simulation simulation(scene);
  const auto overlap = [&] {
    reference_overlap.take(simulation.body_states());
    return volume_of(reference_overlap.overlaps());
  };
  const double first = overlap();
  // Two caps of height r − d, with d half of the distance of the centres: V = 2π h² (3r − h) / 3. Faces of
  // 320 triangles lie up to 2 % of the radius within their spheres, which is a fifteenth of the height.
  const double height = 0.1 - 0.07;
  const double caps = 2 * std::acos(-1.0) * height * height * (0.3 - height) / 3;
  EXPECT_NEAR(first / caps, 1, 0.2);
  test::run_for(simulation, 1.4);
  EXPECT_EQ(overlap(), 0);
  // What is free stays so under the method that knows sheets.
  simulation.apply(SetSetting{"method", std::string("proximity")});
  test::run_for(simulation, 0.1);
  EXPECT_EQ(overlap(), 0);
  EXPECT_TRUE(method_limits(reference_overlap, *scene, simulation.snapshot()->settings).lines().empty());
  // And back: the sheets are volumes again.
  simulation.apply(SetSetting{"method", std::string("ldi")});
  EXPECT_TRUE(simulation.step()) << simulation.problem();
}

TEST(ClothPhysics, GoingBackOverAChangeOfMethodLeadsToTheSameBits) {
  Simulation simulation(tangled_balls());
  std::uint64_t last = 0;
  for (const bool again : {false, true}) {
    while (simulation.statistics().step < 12) {
      if (simulation.statistics().step == 6 && !again)
        simulation.apply(SetSetting{"method", std::string("proximity")});
      ASSERT_TRUE(simulation.step()) << simulation.problem();
    }
    if (again) {
      EXPECT_EQ(simulation.statistics().state_hash, last);
    }
    last = simulation.statistics().state_hash;
    ASSERT_TRUE(simulation.go_back(8));
  }
}

TEST(ClothPhysics, MethodsThatMeasureDepthsSeeNoClothEvenIfItIsClosed) {
  Simulation simulation(tangled_balls());
  try {
    simulation.apply(SetSetting{"method", std::string("raytraced")});
    FAIL() << "it was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("choose the method proximity, or ldi by volume"),
              std::string::npos);
  }
}

TEST(ClothPhysics, MethodsThatNeedVolumesRefuseIt) {
  auto scene = draped(4);
  Simulation simulation(scene);
  try {
    simulation.apply(SetSetting{"method", std::string("ldi")});
    FAIL() << "it was taken";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("choose the method proximity"), std::string::npos);
  }
  EXPECT_TRUE(simulation.step()) << "the run goes on as it was";
  scene->settings.contact.method = "adaptive";
  EXPECT_THROW(Simulation{scene}, InputError);
}

} // namespace
} // namespace lamina
