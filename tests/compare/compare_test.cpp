#include "core/compare/compare.h"

#include "core/base/error.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"
#include "tests/mesh/tet_support.h"
#include "tests/simulation/breaking_scenes.h"
#include "tests/support/scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace lamina::test {
namespace {

using namespace compare;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

const std::vector<std::string> all_methods{"ldi", "raytraced", "proximity"};

Plan plan_of(int steps, const std::vector<std::string>& methods = all_methods) {
  Plan plan;
  plan.methods = methods;
  plan.steps = steps;
  return plan;
}

Pose at(double x, double y, double z) {
  Pose pose;
  pose.position = Vec3(x, y, z);
  return pose;
}

/// Two balls in space; `apart` of their centres, with a radius of 0.1 m.
std::shared_ptr<Scene> two_balls(double apart) {
  const TriangleMesh ball = make_sphere(0.1, 500);
  auto scene = scene_of({body_of("left", ball), body_of("right", ball, BodyKind::rigid, at(apart, 0, 0))});
  scene->gravity = Vec3::Zero();
  return scene;
}

std::string refusal_of(const Plan& plan) {
  try {
    cases_of(plan, Settings());
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted";
  return "";
}

TEST(ComparePlan, MethodsOfTetrahedraAreAmongTheUsualOnesWhereABodyHasSome) {
  auto scene = two_balls(0.3);
  EXPECT_THAT(usual_methods(*scene), ElementsAre("ldi", "raytraced", "proximity"));
  EXPECT_THAT(fitting_methods(*scene), IsSupersetOf({"ldi", "adaptive", "distancefield", "stochastic"}));
  EXPECT_THAT(fitting_methods(*scene), Not(Contains("hashing")));
  scene->bodies.push_back(body_of_tets("block", tet_box(2, Vec3::Ones())));
  EXPECT_THAT(fitting_methods(*scene), IsSupersetOf({"tetdistance", "hashing"}));
  // Each is known by its name, and named once.
  EXPECT_EQ(cases_of(plan_of(1, fitting_methods(*scene)), Settings()).size(), fitting_methods(*scene).size());
  EXPECT_THAT(usual_methods(*scene), ElementsAre("ldi", "raytraced", "proximity", "tetdistance", "hashing"));
}

TEST(ComparePlan, EachMethodIsAColumnAndLdiOneForEachResolution) {
  Plan plan = plan_of(1);
  std::vector<std::string> names;
  for (const Case& one : cases_of(plan, Settings()))
    names.push_back(one.name + " on " + one.settings.contact.method);
  EXPECT_THAT(names, ElementsAre("ldi on ldi", "raytraced on raytraced", "proximity on proximity"));

  plan.resolutions = {8, 64};
  names.clear();
  for (const Case& one : cases_of(plan, Settings()))
    names.push_back(one.name);
  EXPECT_THAT(names, ElementsAre("ldi 8", "ldi 64", "raytraced", "proximity"));
  EXPECT_EQ(cases_of(plan, Settings())[1].settings.contact.ldi.resolution, 64);
}

TEST(ComparePlan, WhatCannotBeComparedIsRefusedWithTheWayOut) {
  EXPECT_THAT(refusal_of(plan_of(1, {"ldi", "raytrased"})), HasSubstr("raytrased"));
  for (const std::string& method : all_methods)
    EXPECT_THAT(refusal_of(plan_of(1, {"raytrased"})), HasSubstr(method));
  EXPECT_THAT(refusal_of(plan_of(1, {})), HasSubstr("the methods are"));
  EXPECT_THAT(refusal_of(plan_of(1, {"ldi", "ldi"})), HasSubstr("twice"));
  Plan plan = plan_of(1, {"raytraced"});
  plan.resolutions = {16};
  EXPECT_THAT(refusal_of(plan), HasSubstr("ldi"));
  plan = plan_of(1);
  plan.resolutions = {5000};
  EXPECT_THAT(refusal_of(plan), HasSubstr("1024"));
  plan.resolutions = {16, 16};
  EXPECT_THAT(refusal_of(plan), HasSubstr("twice"));
}

TEST(ComparePlan, SecondsBecomeStepsOfTheScenesOwnLength) {
  Plan plan = plan_of(0);
  plan.seconds = 2;
  EXPECT_EQ(steps_of(plan, 0.01), 200);
  plan.steps = 7;
  EXPECT_EQ(steps_of(plan, 0.01), 7);
}

TEST(Compare, AFreeFlightIsTheSameUnderAllMethods) {
  const auto scene = two_balls(1);
  scene->gravity = Vec3(0, -9.81, 0);
  scene->bodies[0].velocity = Vec3(1, 2, 3);
  scene->bodies[1].spin = Vec3(4, 0, 1);
  const Comparison comparison = compare_methods(*scene, plan_of(30), {});
  ASSERT_EQ(comparison.columns.size(), 3u);
  for (const Column& column : comparison.columns) {
    EXPECT_EQ(column.run.problem, "");
    EXPECT_EQ(energies(column.run), energies(comparison.columns.front().run)) << column.run.of.name;
    EXPECT_EQ(column.run.steps.back().state_hash, comparison.columns.front().run.steps.back().state_hash);
    EXPECT_EQ(column.figures.greatest_overlap, 0);
    EXPECT_FALSE(column.figures.freed) << "nothing was tangled";
    EXPECT_FALSE(column.figures.force_noise) << "nothing touched";
  }
}

TEST(Compare, BallsThatOverlapAtTheStartAreFreedByLdi) {
  const auto scene = two_balls(0.17);
  const Comparison comparison = compare_methods(*scene, plan_of(150, {"ldi"}), {});
  const Figures& figures = comparison.columns.front().figures;
  EXPECT_GT(figures.first_overlap, 0);
  EXPECT_TRUE(figures.freed.value());
  EXPECT_GT(figures.freed_after.value(), 0);
  EXPECT_LT(figures.freed_after.value(), 1.5);
  EXPECT_EQ(figures.missed, 0u);
  EXPECT_GT(figures.counted, 0u);
}

// A body's contacts go with its surface where it breaks. So nothing is said of what was seen in such steps.
TEST(Compare, OverlapsOfABodyThatBreaksAreNotSaidToBeMissed) {
  const Comparison comparison = compare_methods(*block_on_an_edge(), plan_of(60, {"tetdistance"}), {});
  const Column& column = comparison.columns.front();
  ASSERT_EQ(column.run.problem, "");
  EXPECT_TRUE(std::any_of(column.run.samples.begin(), column.run.samples.end(),
                          [](const Sample& sample) { return !sample.overlaps.empty(); }));
  EXPECT_EQ(column.figures.missed, 0u);
}

TEST(Compare, ContactBetweenFreeBodiesKeepsMomentumUnderAllMethods) {
  const auto scene = two_balls(0.25);
  scene->bodies[1].velocity = Vec3(-1, 0.1, 0);
  scene->settings.solver.cg_tolerance =
      1e-12; // what a solve leaves is momentum that one body got and the other kept
  const Comparison comparison = compare_methods(*scene, plan_of(40), {});
  for (const Column& column : comparison.columns) {
    EXPECT_GT(column.figures.most_contacts, 0u) << column.run.of.name;
    EXPECT_LT(column.figures.force_imbalance, 1e-9) << column.run.of.name;
    ASSERT_TRUE(column.figures.momentum_drift) << column.run.of.name;
    EXPECT_LT(*column.figures.momentum_drift, 1e-9) << column.run.of.name;
  }
}

TEST(Compare, ContactHoldsWhatABoxWeighsAtRestAndTheEnergySaysSo) {
  const auto scene = scene_of(
      {ground(), body_of("box", make_box(Vec3(0.2, 0.2, 0.2)), BodyKind::rigid, at(0, 0.1 - 2e-5, 0))});
  scene->settings.response.response = ResponseKind::penalty;
  const Comparison comparison = compare_methods(*scene, plan_of(200, {"ldi"}), {});
  const Figures& figures = comparison.columns.front().figures;
  // mg/(κA) with κ = mg/(ε L³): ε L.
  ASSERT_TRUE(figures.rest_depth_own);
  EXPECT_NEAR(*figures.rest_depth_own, 1e-4 * 0.2, 0.1e-4 * 0.2);
  EXPECT_LT(figures.force_noise.value(), 1e-3);
  EXPECT_LT(figures.largest_gain, 1e-4); // 8 kg: it was put down where it rests
  EXPECT_NEAR(figures.drift, 0, 1e-4);
  EXPECT_FALSE(figures.momentum_drift) << "the ground takes momentum";
}

TEST(Compare, MadeTwiceItIsTheSameButForTimesAndMemory) {
  const auto scene = two_balls(0.17);
  scene->bodies[0].spin = Vec3(0, 3, 1);
  const Comparison one = compare_methods(*scene, plan_of(25), {}),
                   other = compare_methods(*scene, plan_of(25), {});
  const std::vector<Section> left = tables_of(one), right = tables_of(other);
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t s = 0; s + 1 < left.size(); ++s) { // the last one is that of costs
    ASSERT_EQ(left[s].rows.size(), right[s].rows.size());
    for (std::size_t r = 0; r < left[s].rows.size(); ++r) {
      EXPECT_EQ(left[s].rows[r].label, right[s].rows[r].label);
      EXPECT_EQ(left[s].rows[r].cells, right[s].rows[r].cells) << left[s].rows[r].label;
    }
  }
  for (std::size_t k = 0; k < one.columns.size(); ++k) {
    EXPECT_EQ(one.columns[k].run.steps.back().state_hash, other.columns[k].run.steps.back().state_hash);
    EXPECT_EQ(energies(one.columns[k].run), energies(other.columns[k].run));
  }
}

TEST(Compare, ARunThatBlowsUpSaysSoAndTheOthersAreStillThere) {
  const auto scene = two_balls(0.17);
  scene->bodies[0].velocity = Vec3(0, 1.7e308, 0);
  scene->bodies[0].pose.position.y() = 1.7e308;
  const Comparison comparison = compare_methods(*scene, plan_of(10), {});
  for (const Column& column : comparison.columns) {
    EXPECT_THAT(column.run.problem, HasSubstr("finite")) << column.run.of.name;
    EXPECT_FALSE(column.figures.rest_depth_own);
  }
  EXPECT_THAT(comparison_text(comparison), HasSubstr("stopped"));
  EXPECT_THAT(comparison_page(comparison, {}), HasSubstr("finite"));
  EXPECT_THAT(comparison_page(comparison, {}), Not(HasSubstr("How the runs end"))) << "without pictures";
}

TEST(Compare, WhatAMethodDoesNotDoForTheSceneIsSaidBelowTheTable) {
  const Comparison comparison = compare_methods(*two_balls(0.1), plan_of(3), {});
  EXPECT_THAT(comparison_text(comparison), HasSubstr("\nproximity, limits: proximity looks no deeper"));
  EXPECT_THAT(comparison_text(comparison), Not(HasSubstr("ldi, limits")));
  EXPECT_THAT(comparison_page(comparison, {}), HasSubstr("proximity looks no deeper"));
}

TEST(Compare, ProgressRisesAndCanStopIt) {
  const auto scene = two_balls(0.3);
  double last = 0;
  compare_methods(*scene, plan_of(10), [&](double fraction, const std::string& what) {
    EXPECT_GE(fraction, last);
    EXPECT_LE(fraction, 1);
    EXPECT_THAT(all_methods, ::testing::Contains(what));
    last = fraction;
    return true;
  });
  EXPECT_GT(last, 0.9);
  EXPECT_THROW(compare_methods(*scene, plan_of(10), [](double, const std::string&) { return false; }),
               Cancelled);
}

TEST(Compare, TheLargestStepIsNoSmallerThanTheScenesAndServes) {
  const auto scene = two_balls(0.5);
  Plan plan = plan_of(20, {"ldi"});
  plan.largest_step = true;
  const Comparison comparison = compare_methods(*scene, plan, {});
  const auto largest = comparison.columns.front().largest_step;
  ASSERT_TRUE(largest);
  EXPECT_TRUE(largest->at_limit) << "nothing happens in this scene";
  EXPECT_EQ(largest->seconds, 0.2) << "all of it in one step";
}

// A ball that falls through a plate leaves no overlap behind, which alone would call every step that is long
// enough to jump the plate a good one.
TEST(Compare, AStepThatLetsABallThroughAPlateDoesNotServe) {
  SceneBody ball = body_of("ball", make_sphere(0.1, 320), BodyKind::rigid, at(0, 0.6, 0));
  const auto scene = scene_of({body_of("plate", make_box(Vec3(2, 0.04, 2)), BodyKind::fixed), ball});
  scene->settings.simulation.substeps = 1; // nothing is split where they come close
  Plan plan = plan_of(120, {"ldi", "raytraced", "proximity"});
  const Comparison comparison = compare_methods(*scene, plan, {});
  for (const Column& column : comparison.columns) {
    const CaseRun& run = column.run;
    ASSERT_EQ(run.ends.size(), 1u);
    EXPECT_NEAR(run.ends[0].centre.y(), 0.12, 0.01) << run.of.name << ": lies on the plate";
    const LargestStep largest = find_largest_step(*scene, run, column.figures.last_overlap, {});
    EXPECT_FALSE(largest.at_limit) << run.of.name;
    Settings settings = run.of.settings;
    settings.simulation.time_step = largest.seconds;
    Simulation simulation(compare::scene_of(*scene, settings));
    run_for(simulation, 1.2);
    EXPECT_GT(simulation.snapshot()->bodies[1].pose.position.y(), 0.05) << run.of.name;
  }
}

TEST(Compare, PlacesAreTheSameUpToTheThicknessOfTheBody) {
  const std::vector<BodyPose> one{{Vec3(0, 0, 0), 0.1}, {Vec3(1, 0, 0), 0.2}};
  std::vector<BodyPose> other = one;
  EXPECT_TRUE(same_poses(one, other));
  other[1].centre.y() = 0.19;
  EXPECT_TRUE(same_poses(one, other));
  other[0].centre.y() = -0.11;
  EXPECT_FALSE(same_poses(one, other));
  other[0].centre.y() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(same_poses(one, other));
}

TEST(ComparisonPage, HoldsEveryColumnAndAsksNothingOfTheNetwork) {
  const auto scene = two_balls(0.17);
  scene->title = "a <scene>";
  Plan plan = plan_of(20);
  plan.resolutions = {8, 16};
  const Comparison comparison = compare_methods(*scene, plan, {});
  ReportExtras extras;
  extras.made = "2020-02-02 02:02";
  for (std::size_t k = 0; k < comparison.columns.size(); ++k)
    extras.pictures.push_back({k, 20, 0.2, "light", "dark", ""});
  const std::string page = comparison_page(comparison, extras);
  for (const char* name : {"ldi 8", "ldi 16", "raytraced", "proximity"})
    EXPECT_THAT(page, HasSubstr("</span>" + std::string(name) + "</th>"));
  EXPECT_THAT(page, HasSubstr("a &lt;scene&gt;"));
  EXPECT_THAT(page, HasSubstr("2020-02-02 02:02"));
  EXPECT_THAT(page, HasSubstr("plot-reference_overlap"));
  EXPECT_THAT(page, HasSubstr("plot-energy"));
  for (const char* name : {"ldi 8", "ldi 16", "raytraced", "proximity"})
    EXPECT_THAT(page, HasSubstr("alt=\"" + std::string(name) + " after step 20\""));
  EXPECT_THAT(page, HasSubstr("plot-phases"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* link : {"src=\"http", "href=", "url(http", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(link)));
}

TEST(ComparisonText, IsAlignedAndNamesEveryColumn) {
  const Comparison comparison = compare_methods(*two_balls(0.17), plan_of(20), {});
  const std::string text = comparison_text(comparison);
  for (const std::string& method : all_methods)
    EXPECT_THAT(text, HasSubstr(method));
  EXPECT_THAT(text, HasSubstr("overlap at the start"));
  EXPECT_THAT(text, HasSubstr("whole step"));
}

} // namespace
} // namespace lamina::test
