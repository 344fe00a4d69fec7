#include "core/compare/summary.h"

#include "core/base/error.h"
#include "core/mesh/procedural.h"
#include "core/scene/scene_file.h"
#include "tests/support/scatter_points.h"
#include "tests/support/scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

namespace lamina::test {
namespace {

using namespace compare;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Pose raised(double y) {
  Pose pose;
  pose.position = Vec3(0, y, 0);
  return pose;
}

/// A ball of radius 0.1 m that begins 2 cm deep in the ground.
std::shared_ptr<Scene> sunken_ball() {
  return scene_of({ground(), body_of("ball", make_sphere(0.1, 320), BodyKind::rigid, raised(0.08))});
}

Plan plan_of_methods(const std::vector<std::string>& methods, int steps) {
  Plan plan;
  plan.methods = methods;
  plan.steps = steps;
  return plan;
}

TEST(CompareQuality, ThePlotHasAPointForEachColumnWithItsFigures) {
  Plan plan = plan_of_methods({"ldi", "raytraced", "stochastic"}, 20);
  plan.resolutions = {8, 32, 16};
  plan.budgets = {64, 512};
  const Comparison comparison = compare_methods(*sunken_ball(), plan, {});
  const std::string image = quality_plot(comparison);
  const auto points = points_in(image);
  ASSERT_EQ(points.size(), 6u);
  for (const Column& column : comparison.columns) {
    const Drawn& point = points.at(column.run.of.name);
    EXPECT_NEAR(point.x, column.figures.processor_ms, 1e-5 * point.x); // six digits are written
    EXPECT_NEAR(point.y, 100 * column.figures.overlap_left.value(), 1e-5 * point.y);
    EXPECT_EQ(point.kind == "full", serves(column));
  }
  // One line through the resolutions in their order, one through the budgets.
  const std::regex through("<polyline class=\"series\"[^>]*points=\"" + points.at("ldi 8").corner + " " +
                           points.at("ldi 16").corner + " " + points.at("ldi 32").corner + "\"/>");
  EXPECT_TRUE(std::regex_search(image, through));
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = image.find("<polyline", at)) != std::string::npos; ++at)
    ++lines;
  EXPECT_EQ(lines, 2u);
  const std::string page = comparison_page(comparison, {});
  EXPECT_THAT(page, HasSubstr(image));
  EXPECT_THAT(page, HasSubstr("plot-impulses")) << "the ground bears the ball";
}

TEST(CompareQuality, OverlapLeftIsTheMeanOfTheSecondHalfOverTheVolume) {
  CaseRun run;
  run.steps.resize(5);
  run.movable_volume = 2;
  run.stride = 1;
  for (std::uint64_t n = 0; n < run.steps.size(); ++n)
    run.samples.push_back({n, {{{0, 1}, 1.0 / static_cast<double>(n + 1), 1}}, 0, 0});
  EXPECT_DOUBLE_EQ(figures_of(run).overlap_left.value(), (1. / 4 + 1. / 5) / 2 / 2); // of steps 3 and 4
  run.processor_s = {0.9, 0.1, 0.004, 0.008};
  EXPECT_DOUBLE_EQ(figures_of(run).processor_ms, 6); // of the same steps
  EXPECT_DOUBLE_EQ(figures_of(run).processor_s, 1.012);
  run.problem = "it stopped";
  EXPECT_FALSE(figures_of(run).overlap_left);
}

TEST(CompareQuality, ABudgetRepeatsBitForBitAndIsTheOnlyThingThatChanges) {
  Plan plan = plan_of_methods({"stochastic"}, 15);
  plan.budgets = {32, 4096};
  const auto scene = sunken_ball();
  scene->settings.contact.stochastic.milliseconds = 2; // would not repeat: a budget takes its place
  const Comparison one = compare_methods(*scene, plan, {}), other = compare_methods(*scene, plan, {});
  ASSERT_EQ(one.columns.size(), 2u);
  EXPECT_EQ(one.columns[0].run.of.name, "stochastic 32");
  EXPECT_EQ(one.columns[1].run.of.settings.contact.stochastic.evaluations, 4096);
  EXPECT_EQ(one.columns[1].run.of.settings.contact.stochastic.milliseconds, 0);
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t n = 0; n < one.columns[k].run.steps.size(); ++n)
      EXPECT_EQ(one.columns[k].run.steps[n].state_hash, other.columns[k].run.steps[n].state_hash);
}

TEST(CompareQuality, BadBudgetsAreRefusedByName) {
  const auto refusal = [](const std::vector<std::string>& methods, const std::vector<int>& budgets) {
    Plan plan = plan_of_methods(methods, 1);
    plan.budgets = budgets;
    try {
      cases_of(plan, Settings());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_THAT(refusal({"ldi"}, {100}), HasSubstr("--budgets: only stochastic"));
  EXPECT_THAT(refusal({"stochastic"}, {100, 100}), HasSubstr("--budgets: 100 is named twice"));
  EXPECT_THAT(refusal({"stochastic"}, {1}), HasSubstr("stochastic_evaluations"));
}

// Two balls fall for half a second: one onto the ground, one past its edge.
TEST(CompareMisses, ABodyThatFallsPastEverythingHasLeftTheScene) {
  SceneBody lost = body_of("lost", make_sphere(0.1, 80), BodyKind::rigid, raised(-0.3));
  const auto scene = scene_of({body_of("plate", make_box(Vec3(1, 0.1, 1)), BodyKind::fixed),
                               body_of("kept", make_sphere(0.1, 80), BodyKind::rigid, raised(0.2)), lost});
  const Comparison comparison = compare_methods(*scene, plan_of_methods({"ldi"}, 50), {});
  const Column& column = comparison.columns.front();
  EXPECT_THAT(column.run.left, ElementsAre("lost"));
  EXPECT_FALSE(serves(column));
  EXPECT_THAT(comparison_text(comparison), HasSubstr("ldi, misses: 1 body left the scene: lost"));
  scene->gravity = Vec3::Zero(); // nothing falls, and nobody is lost where there is no below
  EXPECT_THAT(compare_methods(*scene, plan_of_methods({"ldi"}, 50), {}).columns.front().run.left,
              ElementsAre());
}

TEST(CompareMisses, TheyFollowFromFigures) {
  Column column;
  column.run.steps.resize(2);
  const auto words = [&column] {
    std::string text;
    for (const Miss& miss : misses_of(column))
      text += miss.words + "|";
    return text + (serves(column) ? "serves" : "fails");
  };
  EXPECT_EQ(words(), "serves");
  column.figures.missed = 1;
  column.figures.counted = 10;
  EXPECT_EQ(words(), "saw nothing in 1 of 10 overlaps|serves");
  column.figures.missed = 2;
  EXPECT_EQ(words(), "saw nothing in 2 of 10 overlaps|fails");
  column.figures.missed = 0;
  column.figures.freed = false;
  column.figures.first_overlap = 2;
  column.figures.last_overlap = 1;
  column.run.movable_volume = 3000;
  EXPECT_EQ(words(), "serves") << "bodies that rest overlap as much";
  column.run.movable_volume = 20;
  EXPECT_EQ(words(), "did not free: 50 % of the overlap at the start is left|fails");
  column.figures.freed = true;
  column.figures.overlap_left = 0.06;
  EXPECT_EQ(words(), "bodies lie in each other by 6 % of their volume|fails");
  column.figures.overlap_left = 0.04;
  column.figures.largest_rise = 3;
  column.figures.energy_scale = 10;
  EXPECT_EQ(words(), "energy rose by 3 J, where 10 J are in motion|serves");
  column.run.driven = true; // something does work
  EXPECT_EQ(words(), "serves");
  column.run.problem = "not finite";
  EXPECT_EQ(words(), "stopped: not finite|fails");
}

TEST(CompareScenes, ThoseOfThePageBeginWithNothingInAnything) {
  for (const char* name : {"thin", "particles"}) {
    const std::filesystem::path file =
        std::filesystem::path(LAMINA_SOURCE_DIR) / "docs/comparison" / (std::string(name) + ".json");
    const Scene scene = open_scene(std::vector{file});
    EXPECT_EQ(volume_of(ReferenceOverlap(scene).overlaps()), 0) << name;
  }
}

/// A scene of three columns whose figures are given.
SceneSummary summary(const std::string& name, const std::vector<std::array<double, 2>>& figures) {
  SceneSummary scene;
  scene.name = name;
  const char* names[] = {"ldi", "raytraced", "proximity"};
  for (std::size_t k = 0; k < figures.size(); ++k) {
    ColumnSummary column;
    column.name = column.method = names[k];
    column.figures.milliseconds = {0};
    column.figures.overlap_left = figures[k][0];
    column.figures.processor_ms = figures[k][1];
    column.serves = true;
    scene.columns.push_back(column);
  }
  return scene;
}

TEST(CompareScenes, TheBestOfARowIsTheLeastOfThoseThatServe) {
  SceneSummary scene = summary("heap", {{0.1, 3}, {0.2, 2}, {0.1, 2.5}});
  EXPECT_EQ(best_by_quality(scene), 2u) << "of equal overlap the cheaper";
  EXPECT_EQ(best_by_cost(scene), 1u);
  scene.columns[1].serves = scene.columns[2].serves = false;
  EXPECT_EQ(best_by_quality(scene), 0u);
  EXPECT_EQ(best_by_cost(scene), 0u);
  scene.columns[0].serves = false;
  EXPECT_FALSE(best_by_quality(scene));
}

TEST(CompareScenes, TheIndexLinksEveryPageAndMarksTheBest) {
  std::vector<SceneSummary> scenes{summary("a<b", {{0.1, 3}, {0.2, 2}}), summary("heap", {{0.1, 3}})};
  scenes[1].columns[0].misses = {{"did not free at all", "not freed"}};
  scenes[1].columns[0].serves = false;
  scenes[1].columns[0].largest_step = {0.125, true};
  EXPECT_THAT(all_columns(scenes), ElementsAre("ldi", "raytraced"));
  const std::string page = index_page(scenes, "2020-02-02");
  EXPECT_THAT(page, HasSubstr("href=\"heap.html\""));
  EXPECT_THAT(page, HasSubstr("href=\"a&lt;b.html\""));
  EXPECT_THAT(page, HasSubstr("★ 10 %"));
  EXPECT_THAT(page, HasSubstr("★ 2 ms"));
  EXPECT_THAT(page, HasSubstr("<td>–</td>")) << "raytraced did not run in the second";
  EXPECT_THAT(page, HasSubstr("not freed"));
  EXPECT_THAT(page, HasSubstr("<td>1 of 2</td>"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  for (const char* link : {"src=", "href=\"http", "url(", "@import", "<link"})
    EXPECT_THAT(page, Not(HasSubstr(link)));

  const std::string csv = figures_csv(scenes);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 3);
  EXPECT_THAT(csv, HasSubstr("heap,,0,0,ldi,ldi,0,0,0.1,3,0,0,"));
  EXPECT_THAT(csv, HasSubstr(",0.125,1,not freed\n"));
  EXPECT_THAT(index_text(scenes), HasSubstr("does not serve: ldi – did not free at all"));
}

} // namespace
} // namespace lamina::test
