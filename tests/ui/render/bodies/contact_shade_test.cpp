#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"

#include "ui/render/picking/pick.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

constexpr ViewSize ground_size{400, 300};

/// What a floor looks like: shades, haze and lines on it.
class Ground : public test::Drawing {
protected:
  void SetUp() override {
    Drawing::SetUp();
    fine.grid = false;
    fine.quality = Quality::high;
    CameraView view;
    view.eye = Vec3(0, 3, 3);
    camera = Camera(view);
  }

  /// A box of 1 m with its lower side at this height, over a floor with its top at 0.
  static Snapshot box_at(double height, double side = 20) {
    return test::snapshot_of(
        {{test::thick_ground(side, 5), Vec3::Zero(), {}, BodyKind::fixed},
         {test::prepared(test::plain_box(Vec3::Ones())), Vec3(0, height + 0.5, 0), {{0.8f, 0.2f, 0.2f}}}});
  }

  int green(const Image& image, const Vec3& place) const {
    const auto at = camera.project(place, ground_size);
    return image.pixel(int(at->x()), int(at->y()))[1];
  }

  ViewOptions fine;
  Camera camera;
};

// The key light comes from the left, so that a place on the left of the box lies in no shadow.
TEST_F(Ground, IsDarkerBesideWhatStandsOnItThanFartherAway) {
  const Image image = renderer->render(box_at(0), camera, fine, ground_size.width, ground_size.height);
  const int near = green(image, Vec3(-0.54, 0, 0.3)), far = green(image, Vec3(-0.9, 0, 0.3));
  EXPECT_LT(near, far - 12);
  const Image floating = renderer->render(box_at(0.5), camera, fine, ground_size.width, ground_size.height);
  EXPECT_NEAR(green(floating, Vec3(-0.9, 0, 0.3)), far, 2);
  fine.quality = Quality::medium;
  const Image plain = renderer->render(box_at(0), camera, fine, ground_size.width, ground_size.height);
  EXPECT_NEAR(green(plain, Vec3(-0.54, 0, 0.3)), green(plain, Vec3(-0.9, 0, 0.3)), 2) << "high quality alone";
}

TEST_F(Ground, EndsInHazeInsteadOfAtAnEdge) {
  // A floor of 4 m ends within the picture.
  fine.dark = true;
  const Image image = renderer->render(box_at(0, 4), camera, fine, ground_size.width, ground_size.height);
  const int x = ground_size.width / 2;
  int steepest = 0, before = image.pixel(x, 0)[1];
  Picker picker;
  const Snapshot scene = box_at(0, 4);
  for (int y = 1; y < ground_size.height; ++y) {
    const auto hit = picker.body(scene, camera.ray(x + 0.5, y + 0.5, ground_size));
    if (hit && hit->body == 1)
      break;
    steepest = std::max(steepest, std::abs(int(image.pixel(x, y)[1]) - before));
    before = image.pixel(x, y)[1];
  }
  // The floor is some twenty levels lighter than what is behind it.
  EXPECT_LE(steepest, 3);
}

TEST_F(Ground, HasNoLinesInFrontOfSeeThroughBodiesNorOfContactPixels) {
  Snapshot snapshot = box_at(-0.01);
  snapshot.pairs.push_back(
      test::pixel_layer(test::plain_region(Vec3(-0.5, -0.01, -0.5), Vec3(1, 0.01, 1), {16, 4, 16}), 1));
  fine.contacts = true;
  fine.shadows = false;
  for (const bool floor : {true, false}) {
    if (!floor) {
      auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
      infos->erase(infos->begin());
      snapshot.infos = infos;
      snapshot.bodies.erase(snapshot.bodies.begin());
    }
    for (const bool see_through : {true, false}) {
      fine.see_through = see_through;
      fine.grid = false;
      const Image without = renderer->render(snapshot, camera, fine, ground_size.width, ground_size.height);
      fine.grid = true;
      const Image with = renderer->render(snapshot, camera, fine, ground_size.width, ground_size.height);
      Picker picker;
      long in_front = 0, elsewhere = 0;
      for (int y = 1; y + 1 < ground_size.height; ++y)
        for (int x = 1; x + 1 < ground_size.width; ++x) {
          const std::uint32_t box = floor ? 1 : 0;
          // Well within its outline.
          bool inside = true;
          for (const int d : {-1, 1})
            for (const auto& [px, py] : {std::pair{x + d, y}, std::pair{x, y + d}}) {
              const auto hit = picker.body(snapshot, camera.ray(px + 0.5, py + 0.5, ground_size));
              inside = inside && hit && hit->body == box;
            }
          const bool changed = std::abs(int(with.pixel(x, y)[1]) - int(without.pixel(x, y)[1])) > 3;
          (inside ? in_front : elsewhere) += changed;
        }
      EXPECT_EQ(in_front, 0) << "floor " << floor << ", see-through " << see_through;
      EXPECT_GT(elsewhere, 1000);
    }
  }
}

} // namespace
} // namespace lamina
