#include "core/yardstick/method_limits.h"

#include "core/base/error.h"
#include "core/mesh/procedural.h"
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
  scene->settings.method = method;
  return scene;
}

TEST(MethodLimits, ShallowOverlapsFitEveryMethod) {
  for (const char* method : {"ldi", "raytraced", "proximity"})
    EXPECT_THAT(method_limits(*two_boxes(0.001, method)), IsEmpty()) << method;
}

// 3V/A of the smaller box is 0.05 m, of which proximity looks a fifth deep.
TEST(MethodLimits, ProximitySaysWhatIsDeeperThanItLooks) {
  EXPECT_THAT(method_limits(*two_boxes(0.05, "proximity")),
              ElementsAre(AllOf(HasSubstr("proximity"), HasSubstr("0.01 m"), HasSubstr("\"left\""),
                                HasSubstr("\"right\""))));
  const auto wide = two_boxes(0.05, "proximity");
  wide->settings.proximity_depth = 0.2;
  EXPECT_THAT(method_limits(*wide), IsEmpty()) << "as deep as the settings ask it to look";
  EXPECT_THAT(method_limits(*two_boxes(0.05, "ldi")), IsEmpty());
}

// Every ray inwards leaves its own ball before it meets the other.
TEST(MethodLimits, RaysSeeNothingOfABallWithinABall) {
  auto scene = scene_of({body_of("shell", make_sphere(0.2, 1280)), body_of("core", make_sphere(0.05, 320)),
                         body_of("inner", make_sphere(0.02, 320))});
  scene->settings.method = "raytraced";
  EXPECT_THAT(method_limits(*scene),
              ElementsAre(AllOf(HasSubstr("raytraced sees nothing"), HasSubstr("2 more pairs"))));
}

TEST(MethodLimits, AGivenStiffnessOfVolumesIsNoneOfDepths) {
  const auto scene = two_boxes(-0.1, "raytraced");
  scene->settings.law = ContactLaw::f08;
  EXPECT_THAT(method_limits(*scene), IsEmpty()) << "found from the weight, it suits all methods";
  scene->settings.stiffness_source = StiffnessSource::given;
  EXPECT_THAT(method_limits(*scene),
              ElementsAre(AllOf(HasSubstr("depth_stiffness"), HasSubstr("1e+07 Pa/m"))));
  scene->settings.law = ContactLaw::cells; // has a stiffness of depths itself
  EXPECT_THAT(method_limits(*scene), IsEmpty());
}

// It keeps a fiftieth of 0.05 m.
TEST(MethodLimits, AGivenStiffnessThrowsWhatIsNearerThanTheDistanceKept) {
  const auto scene = two_boxes(-0.0005, "proximity");
  scene->settings.stiffness_source = StiffnessSource::given;
  EXPECT_THAT(method_limits(*scene), ElementsAre(HasSubstr("thrown apart")));
  scene->bodies[1].pose = at(0.149);
  EXPECT_THAT(method_limits(*scene), ElementsAre(HasSubstr("thrown apart"))) << "an overlap is nearer still";
  scene->bodies[1].pose = at(0.153);
  EXPECT_THAT(method_limits(*scene), IsEmpty());
}

TEST(MethodLimits, AnUnknownMethodIsRefused) {
  EXPECT_THROW(method_limits(*two_boxes(0.05, "raytrased")), InputError);
}

} // namespace
} // namespace lamina::test
