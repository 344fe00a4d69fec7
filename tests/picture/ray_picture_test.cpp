#include "core/mesh/procedural.h"
#include "core/picture/ray_picture.h"
#include "tests/picture/picture_support.h"

#include <gtest/gtest.h>

#include <numbers>

namespace lamina::test {
namespace {

using picture::Colour;
using picture::Cut;
using picture::Look;
using picture::PixelRays;
using picture::RayPicture;
using picture::RayScene;
using picture::SceneHit;

constexpr int width = 320, height = 240;

/// Looks along −z at the origin, from 5 m.
CameraView facing() {
  CameraView view;
  view.eye = Vec3(0, 0, 5);
  return view;
}

/// A black background, so that what is seen shows.
Look on_black() {
  Look look;
  look.background_top = look.background_bottom = Colour::Zero();
  look.flat_background = true;
  look.key_direction = Vec3(1, 2, 1).normalized();
  return look;
}

RayPicture traced(const RayScene& scene, const PixelRays& rays, const Look& look, int passes = 1,
                  int threads = 1) {
  RayPicture made;
  made.begin(width, height);
  for (int pass = 0; pass < passes; ++pass)
    EXPECT_TRUE(made.add_pass(scene, rays, look, threads));
  return made;
}

template <class Test>
int count(const RayPicture& of, const Test& test) {
  int sum = 0;
  for (int y = 0; y < of.height(); ++y)
    for (int x = 0; x < of.width(); ++x)
      sum += test(of.pixel(x, y));
  return sum;
}

bool seen(const Colour& colour) {
  return colour.maxCoeff() > 0;
}

TEST(RayPicture, AnEmptySceneIsBackground) {
  Look look = on_black();
  look.background_bottom = Colour(0.2f, 0.3f, 0.4f);
  look.background_top = Colour(0.6f, 0.7f, 0.8f);
  const RayPicture made = traced(RayScene(), pixel_rays(facing(), width, height), look);
  EXPECT_LT((made.pixel(5, height - 1) - look.background_bottom).abs().maxCoeff(), 0.005f);
  EXPECT_LT((made.pixel(5, 0) - look.background_top).abs().maxCoeff(), 0.005f);
}

// A cone about a sphere meets the picture's plane in an ellipse: with α the sphere's half angle and θ that of
// its centre from the middle of the picture, its area is π sin²α cos α / (cos²θ − sin²α)^(3/2) times the
// square of the focal length.
TEST(RayPicture, ASphereCoversTheAreaOfItsProjection) {
  const double radius = 0.5;
  const SeenMesh ball(make_sphere(radius, 40'000));
  const CameraView view = facing();
  const PixelRays rays = pixel_rays(view, width, height);
  const double focal = 0.5 * height / std::tan(0.5 * view.field_of_view); // pixels
  for (const Vec3& at : {Vec3(0, 0, 0), Vec3(1.2, 0.7, 0), Vec3(-1.3, -0.8, 0.5)}) {
    const Vec3 away = at - view.eye;
    const double sine = radius / away.norm(), cosine = -away.z() / away.norm();
    const double expected = std::numbers::pi * sine * sine * std::sqrt(1 - sine * sine) /
                            std::pow(cosine * cosine - sine * sine, 1.5) * focal * focal;
    const int pixels = count(traced(RayScene({ball.at({at, Quat::Identity()})}), rays, on_black()), seen);
    // Facets lie 0.02 % of the area inside the sphere, and a third of a pixel's width about the rim is
    // chance.
    EXPECT_NEAR(pixels, expected, 0.005 * expected) << at.transpose();
  }
}

TEST(RayPicture, ABodyIsSeenWhereItHasMoved) {
  const SeenMesh ball(make_sphere(0.3, 2000));
  const CameraView view = facing();
  const PixelRays rays = pixel_rays(view, width, height);
  const double focal = 0.5 * height / std::tan(0.5 * view.field_of_view);
  for (const Vec3& at : {Vec3(0, 0, 0), Vec3(0.8, 0, 0), Vec3(-0.5, 0.9, 0)}) {
    const RayPicture made = traced(RayScene({ball.at({at, Quat::Identity()})}), rays, on_black());
    Eigen::Array2d sum = Eigen::Array2d::Zero();
    int pixels = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (seen(made.pixel(x, y))) {
          sum += Eigen::Array2d(x + 0.5, y + 0.5);
          ++pixels;
        }
    // The middle of the ellipse is off the centre's projection by less than tan²α of its distance: 0.4 %.
    EXPECT_NEAR(sum.x() / pixels, 0.5 * width + focal * at.x() / 5, 1) << at.transpose();
    EXPECT_NEAR(sum.y() / pixels, 0.5 * height - focal * at.y() / 5, 1) << at.transpose();
  }
}

TEST(RayPicture, RaysMeetATurnedSquareAtTheDepthOfItsPlane) {
  const SeenMesh square(level_square(2));
  const Pose pose{Vec3(0.1, -0.2, 0.3), Quat(Eigen::AngleAxisd(0.9, Vec3(1, 0.3, 0.2).normalized()))};
  const RayScene scene({square.at(pose)});
  const Vec3 normal = pose.orientation * Vec3::UnitY();
  const PixelRays rays = pixel_rays(facing(), width, height);
  int met = 0;
  for (int y = 0; y < height; y += 7)
    for (int x = 0; x < width; x += 7) {
      const bvh::Ray ray = rays.at(x + 0.5, y + 0.5);
      const double depth = normal.dot(pose.position - ray.origin) / normal.dot(ray.direction);
      const Vec3 local = pose.to_local(ray.origin + depth * ray.direction);
      const SceneHit hit = scene.first_hit(ray);
      // Within 10⁻⁹ of its edge rounding decides.
      if (std::max(std::abs(local.x()), std::abs(local.z())) < 1 - 1e-9) {
        ASSERT_TRUE(hit.exists());
        EXPECT_NEAR(hit.hit.distance, depth, 1e-12 * depth);
        ++met;
      } else if (std::max(std::abs(local.x()), std::abs(local.z())) > 1 + 1e-9) {
        EXPECT_FALSE(hit.exists());
      }
    }
  EXPECT_GT(met, 100);
}

/// A ball above a floor, looked at from straight above: one pixel is 1 cm.
struct BallOverFloor {
  SeenMesh ball{make_sphere(0.3, 20'000)}, floor{level_square(20)};
  Vec3 centre{-0.8, 1.0, 0};
  Look look = on_black();
  PixelRays rays;

  BallOverFloor() {
    look.key_direction = Vec3(-1, 1, 0).normalized();
    look.fade_radius = 1e6;
    rays.orthographic = true;
    rays.origin = Vec3(-0.01 * width / 2, 5, -0.01 * height / 2);
    rays.direction = -Vec3::UnitY();
    rays.along_x = 0.01 * Vec3::UnitX();
    rays.along_y = 0.01 * Vec3::UnitZ();
  }
  RayScene scene() const {
    picture::SeenSurface ground = floor.at();
    ground.colour = Colour::Constant(0.5f);
    ground.throws_shadow = false;
    ground.floor = picture::Floor();
    picture::SeenSurface above = ball.at({centre, Quat::Identity()});
    above.colour = Colour(1, 0, 0);
    return RayScene({ground, above});
  }
  static bool dark(const Colour& c) { return c[0] == c[1] && c[0] < 0.45f; }
};

TEST(RayPicture, AShadowLiesWhereTheLightPutsIt) {
  BallOverFloor of;
  const RayPicture made = traced(of.scene(), of.rays, of.look);
  // Its middle is that of the ball, along the light; it is longer by 1 over the light's slope.
  const Vec3 middle = of.centre - of.look.key_direction * (of.centre.y() / of.look.key_direction.y());
  const double area = std::numbers::pi * 0.09 / of.look.key_direction.y();
  Eigen::Array2d sum = Eigen::Array2d::Zero();
  int pixels = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      if (BallOverFloor::dark(made.pixel(x, y))) {
        sum += Eigen::Array2d(x + 0.5, y + 0.5);
        ++pixels;
      }
  EXPECT_NEAR(1e-4 * pixels, area, 0.01 * area); // pixels about its rim
  EXPECT_NEAR(0.01 * sum.x() / pixels - 0.005 * width, middle.x(), 0.005);
  EXPECT_NEAR(0.01 * sum.y() / pixels - 0.005 * height, middle.z(), 0.005);
}

TEST(RayPicture, WithoutShadowsThereAreNone) {
  BallOverFloor of;
  of.look.shadows = false;
  EXPECT_EQ(count(traced(of.scene(), of.rays, of.look), BallOverFloor::dark), 0);
}

TEST(RayPicture, ABentSurfaceHasNoShadowsAtItsEdges) {
  // Coarse, with the normals of a sphere: triangles that face away from the light must not darken the side
  // that is bent towards it.
  const SeenMesh ball(make_sphere(0.5, 500));
  std::vector<Eigen::Vector3f> normals;
  std::vector<std::uint32_t> corners;
  for (const Vec3& vertex : ball.mesh.vertices)
    normals.emplace_back(vertex.normalized().cast<float>());
  for (const Triangle& triangle : ball.mesh.triangles)
    corners.insert(corners.end(), triangle.begin(), triangle.end());
  picture::SeenSurface surface = ball.at();
  surface.normals = normals;
  surface.normal_of_corner = corners;
  Look look = on_black();
  const PixelRays rays = pixel_rays(facing(), width, height);
  const RayPicture with = traced(RayScene({surface}), rays, look);
  look.shadows = false;
  const RayPicture without = traced(RayScene({surface}), rays, look);
  float most = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      most = std::max(most, (with.pixel(x, y) - without.pixel(x, y)).abs().maxCoeff());
  // Where the light grazes it adds little: within three degrees of that, 4 % of the key light.
  EXPECT_LT(most, 0.06f);
}

TEST(RayPicture, ThreadsChangeNothing) {
  BallOverFloor of;
  of.look.light_radius = 0.05;
  const RayPicture one = traced(of.scene(), of.rays, of.look, 3, 1),
                   four = traced(of.scene(), of.rays, of.look, 3, 4);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      ASSERT_TRUE((one.pixel(x, y) == four.pixel(x, y)).all()) << x << ", " << y;
}

TEST(RayPicture, PassesSmoothEdgesAndSoftenShadows) {
  BallOverFloor of;
  of.look.light_radius = 0.1;
  const auto between = [](const Colour& c) { return c[0] == c[1] && c[0] > 0.40f && c[0] < 0.48f; };
  const RayPicture one = traced(of.scene(), of.rays, of.look, 1),
                   many = traced(of.scene(), of.rays, of.look, 32);
  EXPECT_EQ(count(one, between), 0);
  // The rim of half-shade is as wide as the light seen from there, 0.1 rad on either side of 0.7 m.
  EXPECT_GT(count(many, between), 500);
  EXPECT_EQ(many.passes(), 32);
}

TEST(RayPicture, ACutShowsTheInsideOfASolid) {
  const SeenMesh box(make_box(Vec3(1, 1, 1)));
  picture::SeenSurface surface = box.at();
  surface.front_only = false;
  surface.colour = Colour(1, 0, 0);
  Look look = on_black();
  look.cut = Cut{Vec3::Zero(), -Vec3::UnitZ()};
  const RayPicture made = traced(RayScene({surface}), pixel_rays(facing(), width, height), look);
  const Colour middle = made.pixel(width / 2, height / 2);
  EXPECT_TRUE(std::abs(middle[0] - 0.86f) < 1e-4f || std::abs(middle[0] - 0.70f) < 1e-4f) << middle[0];
}

TEST(RayPicture, IsBrokenOffWhenItIsToStop) {
  BallOverFloor of;
  RayPicture made;
  made.begin(width, height);
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(made.add_pass(of.scene(), of.rays, of.look, 1, &stop));
  EXPECT_EQ(made.passes(), 0);
}

TEST(RayPicture, WritesBytesFromTheTop) {
  Look look = on_black();
  look.background_top = Colour(1, 0.5f, 0);
  RayPicture made;
  made.begin(4, 1000);
  ASSERT_TRUE(made.add_pass(RayScene(), pixel_rays(facing(), 4, 1000), look, 1));
  std::vector<std::uint8_t> rgba(4 * 4 * 1000);
  made.write(rgba);
  EXPECT_NEAR(rgba[0], 255, 1);
  EXPECT_NEAR(rgba[1], 128, 1);
  EXPECT_EQ(rgba[2], 0);
  EXPECT_EQ(rgba[3], 255);
  EXPECT_NEAR(rgba[rgba.size() - 4], 0, 1);
}

} // namespace
} // namespace lamina::test
