#include "core/reference_overlap/method_limits.h"

#include "core/base/error.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/procedural.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Pose at(double x) {
  Pose pose;
  pose.position.x() = x;
  return pose;
}

/// Boxes of 0.2 m and 0.1 m in space whose overlap is so deep (m).
std::shared_ptr<Scene> two_boxes(double deep, const std::string& method) {
  auto scene = scene_of({body_of("left", make_box(Vec3(0.2, 0.2, 0.2))),
                         body_of("right", make_box(Vec3(0.1, 0.1, 0.1)), BodyKind::rigid, at(0.15 - deep))});
  scene->gravity = Vec3::Zero();
  scene->settings.contact.method = method;
  return scene;
}

std::vector<std::string> limits_of(const Scene& scene) {
  ReferenceOverlap reference_overlap(scene);
  return method_limits(reference_overlap, scene, scene.settings).lines();
}

TEST(MethodLimits, ShallowOverlapsFitEveryMethod) {
  for (const char* method : {"ldi", "raytraced", "proximity"})
    EXPECT_THAT(limits_of(*two_boxes(0.001, method)), IsEmpty()) << method;
}

// 3V/A of the smaller box is 0.05 m, of which proximity looks a fifth deep.
TEST(MethodLimits, ProximitySaysWhatIsDeeperThanItLooks) {
  EXPECT_THAT(limits_of(*two_boxes(0.05, "proximity")),
              ElementsAre(AllOf(HasSubstr("proximity"), HasSubstr("0.01 m"), HasSubstr("\"left\""),
                                HasSubstr("\"right\""))));
  const auto wide = two_boxes(0.05, "proximity");
  wide->settings.contact.proximity.depth = 0.2;
  EXPECT_THAT(limits_of(*wide), IsEmpty()) << "as deep as the settings ask it to look";
  EXPECT_THAT(limits_of(*two_boxes(0.05, "ldi")), IsEmpty());
}

TEST(MethodLimits, ProximitySaysWhichClothIsTangledAtTheStart) {
  const auto sheet = [](const std::string& name, double height, double degrees) {
    return body_of(name, make_sheet(0.4, 0.4, 4), BodyKind::cloth,
                   {Vec3(0, height, 0), turn(Vec3::UnitX(), degrees * 3.14159265358979 / 180)});
  };
  auto tangled = scene_of({sheet("flag", 0, 0), sheet("curtain", 0, 80)});
  tangled->settings.contact.method = "proximity";
  EXPECT_THAT(
      limits_of(*tangled),
      ElementsAre(AllOf(HasSubstr("untangle"), HasSubstr("\"flag\" and \"curtain\""), HasSubstr("edges"))));
  auto apart = scene_of({sheet("flag", 0, 0), sheet("curtain", 0.3, 80)});
  apart->settings.contact.method = "proximity";
  EXPECT_THAT(limits_of(*apart), IsEmpty());
}

TEST(MethodLimits, ProximitySaysThatLdiUntanglesClosedCloth) {
  const auto box = [](const std::string& name, double x) {
    return body_of(name, make_box(Vec3(0.2, 0.2, 0.2)), BodyKind::cloth, at(x));
  };
  auto tangled = scene_of({box("cushion", 0), box("pillow", 0.13)});
  tangled->settings.contact.method = "proximity";
  EXPECT_THAT(limits_of(*tangled),
              ElementsAre(AllOf(HasSubstr("\"cushion\" and \"pillow\""), HasSubstr("ldi does"))));
  tangled->settings.contact.method = "ldi";
  EXPECT_THAT(limits_of(*tangled), IsEmpty());
}

// Every ray inwards leaves its own ball before it meets the other.
TEST(MethodLimits, RaysSeeNothingOfABallWithinABall) {
  auto scene = scene_of({body_of("shell", make_sphere(0.2, 1280)), body_of("core", make_sphere(0.05, 320)),
                         body_of("inner", make_sphere(0.02, 320))});
  scene->settings.contact.method = "raytraced";
  EXPECT_THAT(limits_of(*scene),
              ElementsAre(AllOf(HasSubstr("raytraced sees nothing"), HasSubstr("2 more pairs"))));
}

// Turned inside out, as what is crumpled is in parts, a ball has no inside that a ray of its own could leave.
TEST(MethodLimits, RaysAreLostInFoldsOfTheirOwnBody) {
  const TriangleMesh ball = make_sphere(0.1, 1280);
  auto scene = scene_of({body_of("ball", ball, BodyKind::particles),
                         body_of("box", make_box({0.3, 0.3, 0.3}), BodyKind::rigid, at(0.2))});
  scene->settings.contact.method = "raytraced";
  EXPECT_THAT(limits_of(*scene), IsEmpty());
  const Simulation simulation(scene);
  std::vector<double> states(simulation.body_states().begin(), simulation.body_states().end());
  for (std::size_t x = 0; x < 3 * ball.vertices.size(); x += 3) // places of its nodes come first
    states[x] = -states[x];
  ReferenceOverlap reference_overlap(*scene);
  reference_overlap.take(states);
  EXPECT_THAT(method_limits(reference_overlap, *scene, scene->settings).lines(),
              ElementsAre(AllOf(HasSubstr("folds"), HasSubstr("\"ball\" and \"box\""))));
}

TEST(MethodLimits, LaterOnesAddToTheFirstAndNeverReplaceThem) {
  MethodLimits first, later;
  first.sentences = {"", "deep at first", "", "", ""};
  later.sentences = {"unseen", "deep later", "folded", "stiff", "near"};
  first.add_later(later);
  EXPECT_THAT(first.lines(), ElementsAre("unseen", "deep at first", "folded"));
}

TEST(MethodLimits, AGivenStiffnessOfVolumesIsNoneOfDepths) {
  const auto scene = two_boxes(-0.1, "raytraced");
  scene->settings.response.law = ContactLaw::f08;
  EXPECT_THAT(limits_of(*scene), IsEmpty()) << "found from the weight, it suits all methods";
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  EXPECT_THAT(limits_of(*scene), ElementsAre(AllOf(HasSubstr("depth_stiffness"), HasSubstr("1e+07 Pa/m"))));
  scene->settings.response.law = ContactLaw::cells; // has a stiffness of depths itself
  EXPECT_THAT(limits_of(*scene), IsEmpty());
}

// It keeps a fiftieth of 0.05 m.
TEST(MethodLimits, AGivenStiffnessThrowsWhatIsNearerThanTheDistanceKept) {
  const auto scene = two_boxes(-0.0005, "proximity");
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  EXPECT_THAT(limits_of(*scene), ElementsAre(HasSubstr("thrown apart")));
  scene->bodies[1].pose = at(0.149);
  EXPECT_THAT(limits_of(*scene), ElementsAre(HasSubstr("thrown apart"))) << "an overlap is nearer still";
  scene->bodies[1].pose = at(0.153);
  EXPECT_THAT(limits_of(*scene), IsEmpty());
}

TEST(MethodLimits, AnUnknownMethodIsRefused) {
  EXPECT_THROW(limits_of(*two_boxes(0.05, "raytrased")), InputError);
}

} // namespace
} // namespace lamina::test
