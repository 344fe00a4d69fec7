#include "core/simulation/simulation.h"

#include "tests/support/scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::scene_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> kinds(const Simulation& simulation) {
  std::vector<std::string> names;
  for (const RunNotice& notice : simulation.notices())
    names.push_back(name_of(notice.kind));
  return names;
}

/// A ball that flies at a wall of 1 cm.
std::shared_ptr<Scene> shot(double speed) {
  SceneBody ball = body_of("ball", make_sphere(0.1, 300), BodyKind::rigid, {{-1, 0, 0}, Quat::Identity()});
  ball.velocity = Vec3(speed, 0, 0);
  const std::shared_ptr<Scene> scene =
      scene_of({ball, body_of("wall", make_box({0.01, 2, 2}), BodyKind::fixed)});
  scene->gravity.setZero();
  return scene;
}

TEST(RunWatch, NamesABodyThatPassedThroughAnotherAndWhatWouldHaveHeldIt) {
  Simulation simulation(shot(200));
  run_for(simulation, 0.02);
  ASSERT_EQ(kinds(simulation), std::vector<std::string>{"passed through"});
  const RunNotice& notice = simulation.notices()[0];
  EXPECT_THAT(notice.bodies, ElementsAre("ball", "wall"));
  EXPECT_EQ(notice.step, 1u);
  EXPECT_THAT(notice.text,
              AllOf(HasSubstr("\"ball\" passed through \"wall\" in step 1"), HasSubstr("time_step=")));
}

/// The notice's own advice holds the ball: the proof that it names the right setting.
TEST(RunWatch, ItsAdviceHoldsTheBody) {
  const std::shared_ptr<Scene> scene = shot(200);
  scene->settings.simulation.time_step = 0.01 / 50;
  scene->settings.response.depth_stiffness = 1e10;
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  Simulation simulation(scene);
  run_for(simulation, 0.02);
  EXPECT_THAT(simulation.notices(), IsEmpty());
  EXPECT_LT(simulation.snapshot()->bodies[0].pose.position.x(), 0);
}

TEST(RunWatch, SaysNothingOfABodyThatIsHeldOrFliesPast) {
  Simulation held(shot(5));
  run_for(held, 0.3);
  EXPECT_THAT(held.notices(), IsEmpty());
  const std::shared_ptr<Scene> scene = shot(200);
  scene->bodies[0].pose.position.y() = 1.5;
  Simulation past(scene);
  run_for(past, 0.01);
  EXPECT_THAT(past.notices(), IsEmpty());
}

TEST(RunWatch, NamesABodyThatBeginsBelowTheGround) {
  Simulation simulation(scene_of(
      {ground(), body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0, -3, 0}, Quat::Identity()}),
       body_of("other", make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{1, 0.1, 0}, Quat::Identity()})}));
  ASSERT_EQ(kinds(simulation), std::vector<std::string>{"began below"});
  EXPECT_THAT(simulation.notices()[0].bodies, ElementsAre("box", "ground"));
  EXPECT_THAT(simulation.notices()[0].text, HasSubstr("\"box\" begins 3 m below"));
  simulation.apply(Reset{});
  EXPECT_EQ(simulation.notices().size(), 1u) << "a run that begins anew says it anew, once";
}

TEST(RunWatch, NamesABodyThatLeavesTheScene) {
  Simulation simulation(
      scene_of({body_of("box", make_box({0.1, 0.1, 0.1})),
                body_of("plate", make_box({1, 0.1, 1}), BodyKind::fixed, {{3, -1, 0}, Quat::Identity()})}));
  run_for(simulation, 0.5);
  EXPECT_THAT(simulation.notices(), IsEmpty());
  run_for(simulation, 2);
  ASSERT_EQ(kinds(simulation), std::vector<std::string>{"left the scene"});
  EXPECT_THAT(simulation.notices()[0].bodies, ElementsAre("box"));
  ASSERT_TRUE(simulation.go_back(10));
  EXPECT_THAT(simulation.notices(), IsEmpty()) << "it has not happened yet";
}

TEST(RunWatch, SaysHowManySolvesDidNotConverge) {
  const auto box = [](const std::string& name, double height) {
    return body_of(name, make_box({0.1, 0.1, 0.1}), BodyKind::rigid, {{0, height, 0}, Quat::Identity()});
  };
  const std::shared_ptr<Scene> scene =
      scene_of({ground(), box("low", 0.05), box("middle", 0.15), box("high", 0.25)});
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.solver.cg_iterations = 1;
  scene->settings.solver.cg_tolerance = 1e-12;
  Simulation simulation(scene);
  run_for(simulation, 0.2);
  ASSERT_EQ(kinds(simulation), std::vector<std::string>{"not converged"});
  EXPECT_THAT(simulation.notices()[0].text, AllOf(HasSubstr(" steps: "), HasSubstr("cg_iterations")));
}

TEST(RunWatch, NamesAClampThatHoldsNothing) {
  SceneBody soft = body_of("beam", make_box({1, 0.2, 0.2}), BodyKind::soft);
  soft.clamps.resize(2);
  soft.clamps[0].box = {Vec3(-0.6, -1, -1), Vec3(-0.4, 1, 1)};
  soft.clamps[1].box = {Vec3(5, 5, 5), Vec3(6, 6, 6)};
  Simulation simulation(scene_of({soft}));
  ASSERT_EQ(kinds(simulation), std::vector<std::string>{"clamps nothing"});
  EXPECT_THAT(simulation.notices()[0].text, AllOf(HasSubstr("clamp 2 of \"beam\""), HasSubstr("(5, 5, 5)")));
}

} // namespace
} // namespace lamina
