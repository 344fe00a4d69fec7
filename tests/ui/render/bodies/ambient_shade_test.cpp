#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

/// What bodies take of each other's light. There is no floor, so that nothing else is shaded.
class AmbientShades : public test::Drawing {
protected:
  void SetUp() override {
    Drawing::SetUp();
    fine.grid = false;
    fine.quality = Quality::high;
    CameraView view;
    view.eye = Vec3(0, 3, 3);
    camera = Camera(view);
  }

  /// A cube of 1 m with its lower side at this height over a plate with its top at 0, both grey.
  static Snapshot cube_over_plate(double height) {
    const std::array<float, 3> grey{0.6f, 0.6f, 0.6f};
    return test::snapshot_of(
        {{test::prepared(test::plain_box(Vec3(4, 0.2, 4))), Vec3(0, -0.1, 0), {grey}},
         {test::prepared(test::plain_box(Vec3::Ones())), Vec3(0, height + 0.5, 0), {grey}}});
  }

  int level(const Image& image, const Vec3& place) const {
    const ViewSize size{image.width, image.height};
    const auto at = camera.project(place, size);
    return image.pixel(int(at->x()), int(at->y()))[1];
  }

  /// Before the cube, where its shadow does not fall: the key light comes from the left and the front.
  static inline const Vec3 near{0, 0, 0.54}, far{0, 0, 1};

  ViewOptions fine;
  Camera camera;
};

TEST_F(AmbientShades, DarkenWhereOneBodyStandsOnAnother) {
  for (const bool orthographic : {false, true}) {
    camera.set_orthographic(orthographic);
    // Sizes that halve, and that do not.
    for (const ViewSize size : {ViewSize{400, 300}, ViewSize{401, 299}}) {
      const Image image = renderer->render(cube_over_plate(0), camera, fine, size.width, size.height);
      EXPECT_LT(level(image, near), level(image, far) - 12) << size.width << " " << orthographic;
      const Vec3 low(0, 0.04, 0.5), high(0, 0.6, 0.5);
      EXPECT_LT(level(image, low), level(image, high) - 6) << "the cube too";
    }
  }
}

TEST_F(AmbientShades, LeaveWhatIsApartAsItIs) {
  const Image image = renderer->render(cube_over_plate(0.5), camera, fine, 400, 300);
  EXPECT_NEAR(level(image, near), level(image, far), 2);
  // No face of a convex body takes light from another.
  EXPECT_NEAR(level(image, Vec3(0, 0.54, 0.5)), level(image, Vec3(0, 1.1, 0.5)), 4)
      << "but for the eye's light";
}

TEST_F(AmbientShades, BelongToHighQuality) {
  fine.quality = Quality::medium;
  const Image image = renderer->render(cube_over_plate(0), camera, fine, 400, 300);
  EXPECT_NEAR(level(image, near), level(image, far), 2);
}

TEST_F(AmbientShades, StayOutOfWhatACutLeavesOpen) {
  // Where the cut takes the cube away, nothing is left that could take light.
  fine.cut = CutAxis::y;
  fine.cut_position = 0.001;
  const Image image = renderer->render(cube_over_plate(0), camera, fine, 400, 300);
  EXPECT_NEAR(level(image, near), level(image, far), 2);
}

} // namespace
} // namespace lamina
