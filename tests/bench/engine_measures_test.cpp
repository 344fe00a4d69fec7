#include "core/bench/engines/engine_run.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina::bench {
namespace {

std::vector<Pose> first_state(const EngineScene& scene) {
  std::vector<Pose> state;
  for (const EngineBody& body : scene.bodies)
    state.push_back(body.pose);
  return state;
}

/// A run in which the first body's centre is where a function of time puts it, and the others stay.
template <class Position>
EngineRun run_of(const EngineScene& scene, const Position& position) {
  EngineRun run;
  for (int step = 0; step <= scene.steps(); step += scene.every) {
    run.states.push_back(first_state(scene));
    run.states.back()[0].position = position(step * scene.time_step);
  }
  run.milliseconds.assign(static_cast<std::size_t>(scene.steps()), 2.0);
  return run;
}

TEST(EngineScenes, BecomeScenesThatThisProgramRuns) {
  for (const EngineScene& scene : engine_scenes())
    for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
      SCOPED_TRACE(scene.name);
      const auto made = std::make_shared<const Scene>(lamina_scene(scene, response));
      ASSERT_EQ(made->bodies.size(), scene.bodies.size() + 1);
      for (const SceneBody& body : made->bodies)
        EXPECT_TRUE(body.mesh && body.mesh->report.accepted) << body.name;
      EXPECT_EQ(made->settings.response.response, response);
      Simulation simulation(made);
      EXPECT_TRUE(simulation.step()) << simulation.problem();
    }
}

TEST(EngineScenes, StateTheMassAndInertiaOfWhatIsSimulated) {
  for (const EngineScene& scene : engine_scenes()) {
    const Scene made = lamina_scene(scene, ResponseKind::penalty);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const EngineBody& body = scene.bodies[i];
      SCOPED_TRACE(scene.name + " " + body.name);
      const MassProperties mesh = mass_properties(made.bodies[i + 1].mesh->mesh);
      // A mesh is cut from a ball, or from a cylinder. A thread ends where it lies at the time.
      const bool round = body.shape == EngineShape::sphere || body.shape == EngineShape::cylinder;
      const bool threaded = body.name == "nut" || body.name == "screw";
      const Mat3 inertia = body.mass / mesh.volume * mesh.inertia;
      EXPECT_LT(mesh.centre.norm(), threaded ? 1e-4 : 1e-12);
      EXPECT_LT((inertia - Mat3(body.inertia.asDiagonal())).norm(), (round      ? 2e-2
                                                                     : threaded ? 1e-2
                                                                                : 1e-12) *
                                                                        inertia.norm());
    }
  }
}

TEST(EngineScenes, TheToriHaveTheMassAndInertiaOfTheClosedForm) {
  const double r = 0.25, tube = 0.08, r2 = r * r, tube2 = tube * tube;
  const double mass = 1000 * 2 * std::numbers::pi * std::numbers::pi * r * tube2;
  const double about = r2 + 0.75 * tube2, across = r2 / 2 + 0.625 * tube2; // squares of radii of gyration, m²
  for (const EngineBody& body : engine_scene("tori").bodies) {
    EXPECT_LT(body.mass, mass);
    // A regular polygon of 16 sides has 2.6 % less area than its circle, one of 31 sides 0.7 %.
    EXPECT_GT(body.mass, 0.95 * mass) << body.name;
    // Squares of distances are 0.7 % less along chords of the ring too; the section counts little in them.
    EXPECT_LT((body.inertia / body.mass - Vec3(across, about, across)).norm(), 0.02 * about) << body.name;
  }
}

TEST(EngineScenes, MeshesAreToldAsTheTrianglesThatThisProgramSimulates) {
  const EngineScene scene = engine_scene("tori");
  const nlohmann::ordered_json told = engine_scene_json(scene).at("bodies").at(0);
  const TriangleMesh mesh = make_mesh(scene.bodies[0].recipe);
  EXPECT_EQ(told.at("shape"), "mesh");
  ASSERT_EQ(told.at("vertices").size(), mesh.vertices.size());
  ASSERT_EQ(told.at("faces").size(), mesh.triangles.size());
  EXPECT_NEAR(static_cast<double>(mesh.triangles.size()), 1000, 10);
  TriangleMesh read;
  for (const auto& vertex : told.at("vertices"))
    read.vertices.emplace_back(vertex.at(0).get<double>(), vertex.at(1).get<double>(),
                               vertex.at(2).get<double>());
  read.triangles = told.at("faces").get<std::vector<Triangle>>();
  EXPECT_DOUBLE_EQ(1000 * mass_properties(read).volume, scene.bodies[0].mass); // kg/m³ of water
}

TEST(EngineScenes, BeginWithoutPenetrationExceptForTheOneThatIsAboutIt) {
  for (const EngineScene& scene : engine_scenes()) {
    const double depth = deepest_penetration(scene, first_state(scene));
    EXPECT_NEAR(depth, scene.name == "overlap" ? 0.3 : 0, 1e-9) << scene.name;
  }
}

TEST(EngineScenes, TheNutTakesAsLongAsTheEnergyOfAScrewSays) {
  for (const char* name : {"nut10ms", "nut1ms"}) {
    const EngineScene scene = engine_scene(name);
    const EngineBody& nut = scene.bodies[0];
    EXPECT_TRUE(scene.bodies[1].fixed);
    // ½ m v² + ½ I ω² = m g s with ω = 2π/p · v, and s = ½ v t while the acceleration stays.
    const double lead = scene.threshold / 5, time = *scene.theory;
    const double speed = 2 * scene.threshold / time, spin = 2 * std::numbers::pi / lead * speed;
    EXPECT_NEAR(0.5 * nut.mass * speed * speed + 0.5 * nut.inertia.y() * spin * spin,
                nut.mass * 9.81 * scene.threshold, 1e-12);
    // A hexagonal ring between the crests and the corners has between their radii of gyration.
    EXPECT_GT(nut.inertia.y() / nut.mass, 0.026 * 0.026);
    EXPECT_LT(nut.inertia.y() / nut.mass, 0.042 * 0.042);
  }
}

TEST(EngineScenes, TheSlopesAreOnEitherSideOfTheFrictionAngle) {
  EXPECT_EQ(engine_scene("slope26").question, EngineQuestion::stands);
  EXPECT_NEAR(*engine_scene("slope27").theory, 0.08326, 1e-5);
}

TEST(ConvexShape, DepthIsTheShortestWayOut) {
  const ConvexShape cube = box_shape(Vec3::Ones());
  const auto at = [&cube](const Vec3& position, double turn = 0) {
    return placed(cube, {position, Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()))});
  };
  EXPECT_NEAR(penetration_depth(cube, at({0.7, 0.1, 0.05})), 0.3, 1e-12);
  EXPECT_EQ(penetration_depth(cube, at({1.01, 0, 0})), 0);
  // An edge that points down reaches half a diagonal below its centre.
  const double quarter = std::numbers::pi / 4;
  EXPECT_NEAR(penetration_depth(cube, at({0, 1.1, 0}, quarter)), 0.5 + std::sqrt(0.5) - 1.1, 1e-12);
}

TEST(ConvexShape, EdgesThatCrossAreAsDeepAsTheyCross) {
  const double quarter = std::numbers::pi / 4;
  const ConvexShape cube = box_shape(Vec3::Ones());
  const ConvexShape low = placed(cube, {Vec3::Zero(), Quat(Eigen::AngleAxisd(quarter, Vec3::UnitZ()))});
  for (const double depth : {0.1, 0.01}) {
    const Vec3 above(0, 2 * std::sqrt(0.5) - depth, 0);
    const ConvexShape high = placed(cube, {above, Quat(Eigen::AngleAxisd(quarter, Vec3::UnitX()))});
    EXPECT_NEAR(penetration_depth(low, high), depth, 1e-12);
  }
}

TEST(ConvexShape, PartsOfATorusAreConvexAndTogetherJustItsSolid) {
  const TriangleMesh mesh = make_torus(0.25, 0.08, 1000);
  double volume = 0;
  for (const ConvexShape& part : torus_parts(mesh)) {
    const TriangleMesh triangles = triangles_of(part);
    volume += mass_properties(triangles).volume;
    for (const Triangle& triangle : triangles.triangles) {
      const Vec3 a = part.vertices[triangle[0]], b = part.vertices[triangle[1]],
                 c = part.vertices[triangle[2]];
      const Vec3 normal = (b - a).cross(c - a).normalized();
      for (const Vec3& vertex : part.vertices)
        EXPECT_LT(normal.dot(vertex - a), 1e-12);
    }
  }
  EXPECT_NEAR(volume, mass_properties(mesh).volume, 1e-15);
}

TEST(EngineMeasures, RingsThatAreLinkedDoNotPenetrate) {
  EngineScene scene = engine_scene("tori");
  scene.bodies.resize(2);
  // Two circles of radius R that go through each other's centre at right angles are R = 0.25 m apart, and the
  // tubes are 0.16 m thick.
  const Quat upright(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  EXPECT_EQ(deepest_penetration(scene, {{Vec3(0, 1, 0), Quat::Identity()}, {Vec3(0.25, 1, 0), upright}}), 0);
}

TEST(EngineMeasures, TubesThatCrossAreAsDeepAsTheyCross) {
  EngineScene scene = engine_scene("tori");
  scene.bodies.resize(2);
  const Quat upright(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  for (const double depth : {0.003, 0.015}) {
    // One stands on the other's tube, which has a vertex there; sides of 31 are up to 1.7 mm within their
    // circle.
    const Vec3 above(0.25, 1.25 + 0.16 - depth, 0);
    const double found = deepest_penetration(scene, {{Vec3(0, 1, 0), Quat::Identity()}, {above, upright}});
    EXPECT_LE(found, depth + 1e-12);
    EXPECT_GT(found, depth - 0.0017);
  }
}

TEST(EngineMeasures, ATorusIsAsDeepInABoxAsItsOutermostVertex) {
  EngineScene scene = engine_scene("tori");
  scene.bodies.resize(2);
  scene.bodies[1] = engine_scene("stack").bodies[0];
  // That vertex is 0.33 m along x, and the box begins 0.01 m before it.
  EXPECT_NEAR(
      deepest_penetration(scene, {{Vec3(0, 1, 0), Quat::Identity()}, {Vec3(0.82, 1.1, 0), Quat::Identity()}}),
      0.01, 1e-12);
}

TEST(EngineMeasures, StandsUntilACentreIsDisplacedByMoreThanTheThreshold) {
  EngineScene scene = engine_scene("slope26");
  const Vec3 start = scene.bodies[0].pose.position;
  for (const double creep : {0.0, 0.0099, 0.0101}) {
    const EngineMeasures m = measure(scene, run_of(scene, [&](double t) -> Vec3 {
                                       return start + Vec3(creep * t / scene.seconds, 0, 0);
                                     }));
    EXPECT_EQ(m.holds, creep <= scene.threshold);
    EXPECT_NEAR(m.displacement, creep, 1e-12);
    EXPECT_NEAR(m.drift, creep / 3, 1e-3 * creep + 1e-12);
    EXPECT_EQ(m.penetration->deepest, 0);
    EXPECT_EQ(m.milliseconds.median, 2);
  }
}

TEST(EngineMeasures, AHeapRestsThatHasStoppedFalling) {
  const EngineScene scene = engine_scene("heap");
  const Vec3 start = scene.bodies[0].pose.position;
  const auto fallen = [&](double stop) {
    return measure(
        scene, run_of(scene, [&](double t) -> Vec3 { return start + Vec3(0, 0, 10 + std::min(t, stop)); }));
  };
  EXPECT_EQ(fallen(9).holds, true);
  EXPECT_EQ(fallen(11).holds, false);
}

TEST(EngineMeasures, OneTorusThatRollsAwayIsOneThatDoesNotRest) {
  const EngineScene scene = engine_scene("tori");
  const Vec3 start = scene.bodies[0].pose.position;
  const auto rolled = [&](double stop) {
    return *measure(scene,
                    run_of(scene, [&](double t) -> Vec3 { return start + Vec3(0, 9, std::min(t, stop)); }))
                .value;
  };
  EXPECT_EQ(rolled(13), 100);
  EXPECT_EQ(rolled(14), 99);
}

TEST(EngineMeasures, SinkingIntoTheGroundIsPenetration) {
  EngineScene scene = engine_scene("slope26");
  const Vec3 start = scene.bodies[0].pose.position;
  const EngineMeasures m = measure(scene, run_of(scene, [&](double t) -> Vec3 {
                                     return start - Vec3(0, t > 0 && t < 30 ? 0.02 : 0.01, 0);
                                   }));
  EXPECT_NEAR(m.penetration->deepest, 0.02, 1e-12);
  EXPECT_NEAR(m.penetration->last, 0.01, 1e-12);
}

TEST(EngineMeasures, AccelerationIsThatOfStepsThatAddItToTheVelocityFirst) {
  const EngineScene scene = engine_scene("slope27");
  const Vec3 start = scene.bodies[0].pose.position;
  const double a = *scene.theory, h = scene.time_step;
  const EngineMeasures m = measure(
      scene, run_of(scene, [&](double t) -> Vec3 { return start + Vec3(a * t * (t + h) / 2, 0, 0); }));
  EXPECT_NEAR(*m.value, a, 1e-12);
}

TEST(EngineMeasures, TheFirstBounceIsOverTheFall) {
  const EngineScene scene = engine_scene("bounce");
  const double fall = std::sqrt(2 / 9.81), up = 0.8 * 9.81 * fall;
  const auto height = [&](double t) {
    const double s = t - fall;
    return Vec3(0, 0.1 + (s < 0 ? 1 - 9.81 * t * t / 2 : std::abs(up * s - 9.81 * s * s / 2)), 0);
  };
  EXPECT_NEAR(*measure(scene, run_of(scene, height)).value, 0.64, 1e-9);
  const auto dead = [&](double t) { return Vec3(0, 0.1 + std::max(0.0, 1 - 9.81 * t * t / 2), 0); };
  EXPECT_EQ(*measure(scene, run_of(scene, dead)).value, 0);
}

TEST(EngineMeasures, RollingSpeedAndUprightTimeAreReadOffTheCentre) {
  const EngineScene rolling = engine_scene("rolling");
  EXPECT_NEAR(*measure(rolling, run_of(rolling, [](double t) { return Vec3(1.9 * t, 0.25, 0); })).value, 38,
              1e-9);
  const EngineScene overlap = engine_scene("overlap");
  EXPECT_NEAR(*measure(overlap, run_of(overlap, [](double t) { return Vec3(-0.4 * t, 5, 0); })).value, 0.4,
              1e-9);
  const EngineScene coin = engine_scene("coin");
  EXPECT_NEAR(*measure(coin, run_of(coin, [](double t) { return Vec3(0, t < 7 ? 0.25 : 0.02, 0); })).value, 7,
              0.11);
}

TEST(EngineMeasures, FallingTakesUntilTheCentreIsLowerByTheThreshold) {
  EngineScene scene = engine_scene("nut10ms");
  const Vec3 start = scene.bodies[0].pose.position;
  const auto at_speed = [&](double speed) {
    return measure(scene, run_of(scene, [&](double t) -> Vec3 { return start - Vec3(0, speed * t, 0); }));
  };
  EXPECT_NEAR(*at_speed(0.03).value, scene.threshold / 0.03, 1e-9);
  EXPECT_FALSE(at_speed(0.01).value) << "0.06 m in 6 s, of 0.064";
  // Neither body has convex parts.
  EXPECT_FALSE(at_speed(0.03).penetration);
}

// Its thread is as deep as a pixel is wide.
TEST(EngineMeasures, ANutOfThisProgramTurnsDownAboutAsFastAsTheorySays) {
  const EngineScene scene = engine_scene("nut1ms");
  const EngineMeasures m = measure(scene, run_lamina_scene(scene, ResponseKind::constraints, {}));
  ASSERT_TRUE(m.value);
  EXPECT_NEAR(*m.value, *scene.theory, 0.1 * *scene.theory);
}

TEST(EngineMeasures, ABallOfThisProgramRollsAndBounces) {
  const EngineScene scene = engine_scene("bounce");
  const EngineMeasures m = measure(scene, run_lamina_scene(scene, ResponseKind::constraints, {}));
  EXPECT_NEAR(*m.value, 0.64, 0.02);
}

} // namespace
} // namespace lamina::bench
