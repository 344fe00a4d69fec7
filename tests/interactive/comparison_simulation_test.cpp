#include "core/interactive/comparison_simulation.h"

#include "core/interactive/simulation_thread.h"
#include "tests/support/arrivals.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <string>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;

const CompareWith same_method{"ldi", "cpu"}, by_rays{"raytraced", "cpu"};

/// A box that comes down on the ground a corner first.
std::shared_ptr<const Scene> tilted_box() {
  const Quat tilted(Eigen::AngleAxisd(0.5, Vec3(1, 0, 1).normalized()));
  return scene_of(
      {ground(), body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0, 0.1, 0}, tilted})});
}

/// Two simulations as the thread drives them.
struct SideBySide {
  Simulation first;
  ComparisonSimulation comparison;

  explicit SideBySide(const CompareWith& wanted, int steps_before = 0)
      : SideBySide(tilted_box(), wanted, steps_before) {}
  SideBySide(std::shared_ptr<const Scene> scene, const CompareWith& wanted, int steps_before)
      : first(begun(std::move(scene), steps_before)), comparison(first, wanted) {}

  static Simulation begun(std::shared_ptr<const Scene> scene, int steps) {
    Simulation made(std::move(scene));
    for (int i = 0; i < steps; ++i)
      made.step();
    return made;
  }
  void apply(const Event& event) {
    first.apply(event);
    comparison.apply(event, first);
  }
  void step(int times) {
    for (int i = 0; i < times; ++i) {
      ASSERT_TRUE(first.step());
      comparison.step();
    }
  }
  std::shared_ptr<const Snapshot> look() {
    const auto shown = first.snapshot({.pixels = true});
    comparison.add_to(*shown, first, {.pixels = true});
    return shown;
  }
  /// Of two snapshots of one moment: whether every bit of the bodies' states is the same.
  void expect_alike() {
    const auto shown = look();
    EXPECT_EQ(shown->beside->problem, "");
    EXPECT_EQ(shown->statistics.step, shown->beside->statistics.step);
    EXPECT_EQ(shown->statistics.time_s, shown->beside->statistics.time_s);
    EXPECT_EQ(shown->statistics.state_hash, shown->beside->statistics.state_hash);
  }
};

// A simulation is determined by its first state and its inputs (ARCHITECTURE.md), so a comparison simulation
// under the same method has to come to the same bits, whatever it was given on the way.
TEST(ComparisonSimulation, UnderTheSameMethodItIsTheSameBitForBit) {
  SideBySide both(same_method, 20);
  both.expect_alike();
  both.apply(SetSetting{"friction_coefficient", 0.2});
  both.step(10);
  both.expect_alike();
  both.apply(BeginDrag{1, both.look()->bodies[1].pose.position + Vec3(0.01, 0.02, 0)});
  both.apply(MoveDrag{Vec3(0.3, 0.4, 0)});
  both.step(20);
  both.expect_alike();
  EXPECT_EQ(both.look()->beside->drags.size(), 1u);
  both.apply(EndDrag{});
  both.apply(SetWeight{1, 2500.0, {}});
  both.step(10);
  both.expect_alike();
  both.apply(Reset{});
  both.expect_alike();
  both.step(30);
  both.expect_alike();
  both.apply(ApplyPreset{"f08"});
  both.step(5);
  both.expect_alike();
}

/// Two boxes in space, half of the smaller in the larger.
std::shared_ptr<const Scene> deep_boxes() {
  auto scene = scene_of(
      {body_of("left", make_box({0.2, 0.2, 0.2})),
       body_of("right", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0.1, 0, 0}, Quat::Identity()})});
  scene->gravity = Vec3::Zero();
  return scene;
}

TEST(ComparisonSimulation, SaysOfItsOwnMethodWhatItDoesNotDo) {
  SideBySide both(deep_boxes(), {"proximity", "cpu"}, 0);
  const auto shown = both.look();
  EXPECT_TRUE(shown->method_limits.empty());
  ASSERT_EQ(shown->beside->method_limits.size(), 1u);
  EXPECT_NE(shown->beside->method_limits[0].find("looks no deeper"), std::string::npos);
  both.apply(SetSetting{"proximity_depth", 0.2});
  EXPECT_TRUE(both.look()->beside->method_limits.empty());
}

TEST(ComparisonSimulation, BeginsWithInputsThatCameAfterTheLastStep) {
  SideBySide both(same_method, 5);
  both.first.apply(SetSetting{"resolution", std::int64_t{16}});
  both.first.apply(SetFriction{1, 0.05});
  both.comparison = ComparisonSimulation(both.first, same_method);
  EXPECT_EQ(both.look()->beside->settings.contact.ldi.resolution, 16);
  both.step(40);
  both.expect_alike();
}

TEST(ComparisonSimulation, GoesBackWithTheFirstAlsoToBeforeItBegan) {
  SideBySide both(same_method, 10);
  both.step(10);
  ASSERT_TRUE(both.first.go_back(15));
  both.comparison.go_back(both.first);
  both.expect_alike();
  both.step(3);
  both.expect_alike();
  ASSERT_TRUE(both.first.go_back(4));
  both.comparison.go_back(both.first);
  both.expect_alike();
  both.step(10);
  both.expect_alike();
}

TEST(ComparisonSimulation, AnotherMethodBeginsInTheSameStateAndGoesItsOwnWay) {
  SideBySide both(by_rays, 30);
  both.expect_alike();
  const auto begun = both.look();
  EXPECT_EQ(begun->settings.contact.method, "ldi");
  EXPECT_EQ(begun->beside->settings.contact.method, "raytraced");
  // One state, one measure.
  ASSERT_TRUE(begun->overlap_m3 && begun->beside->overlap_m3);
  EXPECT_EQ(*begun->overlap_m3, *begun->beside->overlap_m3);
  EXPECT_FALSE(begun->beside->pairs.empty()) << "contacts of the state that it begins in are there to see";
  both.step(10);
  const auto later = both.look();
  EXPECT_EQ(later->statistics.step, later->beside->statistics.step);
  EXPECT_NE(later->statistics.state_hash, later->beside->statistics.state_hash);
  EXPECT_GT(later->beside->statistics.rays, 0u);
  EXPECT_EQ(later->statistics.rays, 0u);
}

TEST(ComparisonSimulation, MethodAndBackendOfTheFirstAreItsOwnAndPresetsKeepThoseOfTheSecond) {
  SideBySide both(by_rays);
  both.apply(SetSetting{"method", std::string("proximity")});
  both.apply(SetSetting{"resolution", std::int64_t{20}});
  EXPECT_EQ(both.look()->settings.contact.method, "proximity");
  EXPECT_EQ(both.look()->beside->settings.contact.method, "raytraced");
  EXPECT_EQ(both.look()->beside->settings.contact.ldi.resolution, 20);
  both.apply(ApplyPreset{"default"});
  EXPECT_EQ(both.look()->beside->settings.contact.method, "raytraced");
}

// The same material point is taken hold of, though the body has come to lie elsewhere.
TEST(ComparisonSimulation, ADragTakesTheSamePointOfTheBodyInBoth) {
  SideBySide both(by_rays, 10);
  both.step(60);
  const auto before = both.look();
  const Pose &here = before->bodies[1].pose, &there = before->beside->bodies[1].pose;
  ASSERT_GT((here.position - there.position).norm(), 1e-9) << "or this shows nothing";
  const Vec3 own(0.02, 0.03, 0.01);
  both.apply(BeginDrag{1, here * own});
  const auto held = both.look();
  // Rotations there and back cost a few roundings of numbers below 1.
  EXPECT_LT((held->drags[0].grabbed - here * own).norm(), 1e-14);
  EXPECT_LT((held->beside->drags[0].grabbed - there * own).norm(), 1e-14);
  both.apply(MoveDrag{Vec3(0, 0.5, 0)});
  EXPECT_EQ(both.look()->drags[0].target, both.look()->beside->drags[0].target);
}

TEST(ComparisonSimulation, OneThatCannotBeMadeSaysWhyAndTheFirstGoesOn) {
  SideBySide both(CompareWith{"raytraced", "abacus"});
  both.step(5);
  const auto shown = both.look();
  ASSERT_TRUE(shown->beside);
  EXPECT_NE(shown->beside->problem.find("abacus"), std::string::npos) << shown->beside->problem;
  EXPECT_TRUE(shown->beside->bodies.empty());
  EXPECT_EQ(shown->statistics.step, 5u);
  EXPECT_EQ(shown->problem, "");
  both.apply(Reset{});
  EXPECT_NE(both.look()->beside->problem, "");
}

TEST(ComparisonSimulation, TheThreadKeepsBothAtOneStepUntilItIsToldToEnd) {
  test::Arrivals arrivals;
  SimulationThread thread([&] { arrivals.arrived(); });
  thread.post(ReplaceScene{tilted_box()});
  thread.post(Play{});
  thread.post(CompareWith{"proximity", "cpu"});
  std::uint64_t seen = 0;
  ASSERT_TRUE(arrivals.wait_for(thread, [&seen](const Snapshot& s) {
    if (s.beside) {
      EXPECT_EQ(s.beside->statistics.step, s.statistics.step);
      EXPECT_EQ(s.beside->problem, "");
      ++seen;
    }
    return seen > 20 && s.statistics.step > 20;
  }));
  // Another scene is compared in the same way.
  const std::uint64_t revision = thread.latest()->scene_revision;
  thread.post(ReplaceScene{tilted_box()});
  ASSERT_TRUE(arrivals.wait_for(thread, [revision](const Snapshot& s) {
    return s.scene_revision > revision && s.beside && s.beside->settings.contact.method == "proximity" &&
           s.beside->statistics.step == s.statistics.step;
  }));
  thread.post(CompareWith{});
  EXPECT_TRUE(arrivals.wait_for(thread, [](const Snapshot& s) { return !s.beside && !s.overlap_m3; }));
}

} // namespace
} // namespace lamina
