#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"
#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/overlay/palette.h"
#include "ui/render/pictures/ray_tracer.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

constexpr ViewSize size{400, 300};

Image traced(RayTracer& tracer, std::shared_ptr<const Snapshot> snapshot, const Camera& camera,
             const ViewOptions& options, int passes = 1) {
  tracer.show(std::move(snapshot), camera, options, size);
  return tracer.whole(size, passes);
}

Camera looking(const Vec3& eye) {
  CameraView view;
  view.eye = eye;
  return Camera(view);
}

test::Placed placed(std::shared_ptr<const PreparedMesh> mesh, const Vec3& position) {
  test::Placed body;
  body.mesh = std::move(mesh);
  body.position = position;
  return body;
}

ViewOptions plain() {
  ViewOptions options;
  options.quality = Quality::low;
  options.ray_traced = true;
  return options;
}

TEST(RayTracer, ItsRaysAreThoseOfTheCamera) {
  Camera camera = looking({1, 2, 3});
  camera.set_lens_shift(0.13);
  for (const bool orthographic : {false, true}) {
    camera.set_orthographic(orthographic);
    const picture::PixelRays rays = pixel_rays(camera, size);
    for (const double x : {0.0, 17.5, 399.0})
      for (const double y : {0.5, 120.0, 300.0}) {
        const Ray expected = camera.ray(x, y, size);
        EXPECT_LT((rays.at(x, y).origin - expected.origin).norm(), 1e-12);
        EXPECT_LT((rays.at(x, y).direction - expected.direction).norm(), 1e-12);
      }
  }
}

TEST(RayTracer, AnEmptyScenePaintsTheBackground) {
  RayTracer tracer;
  ViewOptions options = plain();
  options.grid = false;
  const Image image = traced(tracer, std::make_shared<Snapshot>(), looking({0, 0, 5}), options);
  const Colour top = theme(false).background_top;
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NEAR(image.pixel(200, 0)[k], 255 * top[k], 2);
  EXPECT_EQ(tracer.trees_built(), 0u);
}

TEST(RayTracer, BodiesOfAMeshShareOneTreeWhichIsNeverMadeAgain) {
  const auto box = test::prepared(test::plain_box(Vec3(1, 1, 1)));
  RayTracer tracer;
  for (int i = 0; i < 3; ++i) {
    auto snapshot = std::make_shared<Snapshot>(
        test::snapshot_of({placed(box, Vec3(0.3 * i, 0, 0)), placed(box, Vec3(2, 0, 0))}));
    traced(tracer, snapshot, looking({0, 0, 8}), plain());
  }
  EXPECT_EQ(tracer.trees_built(), 1u);
  EXPECT_EQ(tracer.trees_refitted(), 0u);
}

class RayTracerDrawing : public test::Drawing {
protected:
  /// A ball, a box and a torus above a ground.
  std::shared_ptr<Snapshot> things() {
    return std::make_shared<Snapshot>(
        test::snapshot_of({placed(test::prepared(test::round_sphere(0.5)), Vec3(0, 0.5, 0)),
                           placed(test::prepared(test::plain_box(Vec3(0.8, 0.6, 0.5))), Vec3(1.1, 0.3, 0.2)),
                           placed(test::prepared(make_torus(0.5, 0.15, 3000)), Vec3(-1.2, 0.4, 0.4)),
                           placed(test::thick_ground(40, 2), Vec3::Zero())}));
  }
};

TEST_F(RayTracerDrawing, BodiesHaveTheOutlineThatOpenGLGivesThem) {
  ViewOptions options = plain();
  options.flat_background = std::array{1.0f, 0.0f, 1.0f};
  options.floors = options.grid = false;
  const auto is_body = [](const Image& image, int x, int y) {
    const std::uint8_t* p = image.pixel(x, y);
    return !(p[0] == 255 && p[1] == 0 && p[2] == 255);
  };
  RayTracer tracer;
  for (const bool orthographic : {false, true}) {
    Camera camera = looking({2, 3, 5});
    camera.set_orthographic(orthographic);
    camera.set_lens_shift(0.05);
    const Image by_rays = traced(tracer, things(), camera, options);
    const Image drawn = renderer->render(*things(), camera, options, size.width, size.height);
    long both = 0, either = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        const bool a = is_body(by_rays, x, y), b = is_body(drawn, x, y);
        both += a && b;
        either += a || b;
      }
    EXPECT_GT(both, 5000);
    EXPECT_GT(double(both) / double(either), 0.995) << "all but a few pixels of the rim";
  }
}

TEST_F(RayTracerDrawing, ColoursLightGroundAndBackgroundAreThoseOfOpenGL) {
  for (const bool dark : {false, true}) {
    ViewOptions options = plain();
    options.dark = dark;
    options.quality = Quality::medium; // with shadows
    RayTracer tracer;
    const Camera camera = looking({2, 3, 5});
    const Image by_rays = traced(tracer, things(), camera, options, 16);
    const Image drawn = renderer->render(*things(), camera, options, size.width, size.height);
    // Edges of shadows are where the map of depths has them to a texel or two.
    EXPECT_LT(test::count_different(by_rays, drawn, 12), 0.03 * size.width * size.height) << dark;
  }
}

TEST_F(RayTracerDrawing, ACutShowsWhatItShowsInOpenGL) {
  ViewOptions options = plain();
  options.cut = CutAxis::z;
  options.cut_position = 0.25;
  RayTracer tracer;
  const Camera camera = looking({1, 2, 5});
  const Image by_rays = traced(tracer, things(), camera, options, 1);
  options.shadows = false;
  const Image by_rays_unshadowed = traced(tracer, things(), camera, options, 1);
  const Image drawn = renderer->render(*things(), camera, options, size.width, size.height);
  EXPECT_GT(test::count_different(by_rays, by_rays_unshadowed, 12), 100);
  EXPECT_LT(test::count_different(by_rays_unshadowed, drawn, 12), 0.02 * size.width * size.height);
}

/// A box, a torus and a soft body that lie in each other, found by rays.
std::shared_ptr<Scene> overlapping() {
  auto box = test::body_of("box", make_box(Vec3(1, 0.4, 1), 300), BodyKind::fixed);
  auto torus = test::body_of("torus", make_torus(0.3, 0.1, 2000), BodyKind::rigid,
                             {Vec3(0, 0.29, 0), Quat(Eigen::AngleAxisd(0.3, Vec3::UnitX()))});
  auto soft =
      test::body_of("soft", make_sphere(0.2, 500), BodyKind::soft, {Vec3(0.6, 0.35, 0), Quat::Identity()});
  auto scene = test::scene_of({box, torus, soft});
  scene->settings.contact.method = "raytraced";
  return scene;
}

TEST(RayTracer, SharesTheTreesOfContactDetectionAndBuildsNone) {
  Simulation simulation(overlapping());
  RayTracer tracer;
  const Camera camera = looking({1, 1, 3});
  for (int step = 0; step < 30; ++step) {
    simulation.step();
    if (step % 10 == 9)
      traced(tracer, simulation.snapshot({.trees = true}), camera, plain());
  }
  EXPECT_EQ(tracer.trees_shared(), 3u);
  EXPECT_EQ(tracer.trees_built(), 0u);
  EXPECT_EQ(tracer.trees_refitted(), 3u) << "only that of the soft body, and once a picture";
}

TEST(RayTracer, ASharedTreeShowsBodiesWhereTheyAreNow) {
  Simulation simulation(overlapping());
  RayTracer sharing;
  const Camera camera = looking({1, 1, 3});
  ViewOptions options = plain();
  for (int step = 0; step < 40; ++step) {
    simulation.step();
    if (step % 13 != 0)
      continue;
    RayTracer anew;
    const Image shared = traced(sharing, simulation.snapshot({.trees = true}), camera, options);
    const Image own = traced(anew, simulation.snapshot(), camera, options);
    EXPECT_EQ(sharing.trees_built(), 0u);
    EXPECT_EQ(anew.trees_built(), 3u);
    // Corners of a body that was turned in another order of operations differ by rounding, which decides
    // pixels that lie on an edge.
    EXPECT_LE(test::count_different(shared, own, 3), 10) << step;
  }
}

TEST(RayTracer, AQuickPictureHasNoMorePixelsThanItMay) {
  for (const ViewSize whole :
       {ViewSize{1600, 1000}, ViewSize{3840, 500}, ViewSize{320, 200}, ViewSize{1, 1}}) {
    const ViewSize quick = size_within(whole, RayTracer::quick_pixels);
    EXPECT_LE(quick.width * quick.height, RayTracer::quick_pixels);
    EXPECT_LE(quick.width, whole.width);
    EXPECT_NEAR(double(quick.width) / quick.height, double(whole.width) / whole.height,
                0.02 * whole.width / whole.height);
  }
}

TEST(RayTracer, ScalingKeepsWhatIsEven) {
  Image image{3, 2, std::vector<std::uint8_t>(24, 77)};
  const Image larger = scaled_to(image, {10, 7});
  EXPECT_EQ(larger.rgba, std::vector<std::uint8_t>(280, 77));
}

} // namespace
} // namespace lamina
