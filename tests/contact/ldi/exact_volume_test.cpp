#include "core/contact/ldi/image_evidence.h"
#include "core/io/load.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/ldi/exact_volume.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

namespace lamina::test {
namespace {

/// Gates that the design sets for the volume error, relative.
constexpr double gate_16 = 1e-2, gate_128 = 2e-4;

void expect_volumes(const std::string& name, const TriangleMesh& a, const TriangleMesh& b, const Mat3& axes_a,
                    const Mat3& axes_b) {
  const double exact = exact_intersection_volume(a, b);
  Surface surface_a = surface_of(a), surface_b = surface_of(b);
  surface_a.axes = axes_a;
  surface_b.axes = axes_b;
  for (const bool plain : {false, true})
    for (const int r : {16, 64, 128}) {
      const PairContacts found = detect(surface_a, surface_b, plain ? as_in_f08(r) : whole_pair(r));
      const double error = images_of(found).volume / exact - 1;
      std::cout << name << (plain ? ", as in F08" : ", default") << ", " << r
                << "²: " << images_of(found).volume << " m³, relative error " << error << '\n';
      EXPECT_TRUE(images_of(found).dropped.empty());
      EXPECT_LT(std::abs(error), r < 128 ? gate_16 : gate_128)
          << name << (plain ? " plain " : " default ") << r;
      const Vec3 forces = sum(gradient_of(found, 0, surface_a)) + sum(gradient_of(found, 1, surface_b));
      EXPECT_LT(forces.norm(), 1e-6 * sum(gradient_of(found, 0, surface_a)).norm());
    }
}

TEST(ExactVolume, OfTheLensOfTwoSpheres) {
  const TriangleMesh a = make_sphere(1, 5120);
  const TriangleMesh b = shifted(make_sphere(0.8, 5120), {1.1, 0.37, -0.21});
  expect_volumes("lens", a, b, Mat3::Identity(), Mat3::Identity());
}

TEST(ExactVolume, OfTwoTiltedBoxes) {
  const Quat tilt(Eigen::AngleAxisd(0.5, Vec3(1, 2, 3).normalized()));
  const TriangleMesh a = make_box({1, 1, 1}), b = placed(make_box({0.8, 0.9, 0.7}), {{0.5, 0.4, 0.3}, tilt});
  const double exact = exact_intersection_volume(a, b);
  const Surface surface_a = surface_of(make_box({1, 1, 1})),
                surface_b = surface_of(make_box({0.8, 0.9, 0.7}), {{0.5, 0.4, 0.3}, tilt});
  for (const int r : {8, 32, 128, 512}) {
    const double error = std::abs(images_of(detect(surface_a, surface_b, whole_pair(r))).volume / exact - 1);
    std::cout << "tilted boxes, " << r << "²: relative error " << error << '\n';
    // Of the columns, those at the rim are wrong: a share of 1/r of them, by about 1/r of their length.
    EXPECT_LT(error, 1.0 / (r * r));
  }
}

TEST(ExactGradient, OfTheLensIsTheExactForce) {
  // The force between two bodies is the derivative of the exact volume along their offset.
  const TriangleMesh a = make_sphere(1, 1280), b = shifted(make_sphere(0.8, 1280), {1.1, 0.37, -0.21});
  const Surface surface_a = surface_of(a), surface_b = surface_of(b);
  const Vec3 force = sum(gradient_of(detect(surface_a, surface_b, whole_pair(128)), 1, surface_b));
  const double step = 1e-4;
  for (int d = 0; d < 3; ++d) {
    const Vec3 offset = step * Vec3::Unit(d);
    const double slope = (exact_intersection_volume(a, shifted(b, offset)) -
                          exact_intersection_volume(a, shifted(b, -offset))) /
                         (2 * step);
    EXPECT_NEAR(force[d], slope, 2e-3 * force.norm()) << "axis " << d;
  }
}

/// The closed bunny scan as the benchmarks place it: z up, largest extent 1 m, standing on z = 0.
TriangleMesh bunny() {
  const char* folder = std::getenv("LAMINA_MODELS");
  const std::filesystem::path models =
      folder ? std::filesystem::path(folder) : std::filesystem::path(LAMINA_SOURCE_DIR) / "../shared/models";
  const std::filesystem::path file = models / "bodies/bunny_69664_closed.off";
  if (!std::filesystem::exists(file))
    return {};
  TriangleMesh mesh = load_mesh_file(file).meshes.at(0);
  for (Vec3& v : mesh.vertices)
    v = Vec3(v.x(), -v.z(), v.y());
  const Box box = bounds(mesh);
  const Vec3 foot(box.centre().x(), box.centre().y(), box.min.z());
  for (Vec3& v : mesh.vertices)
    v = (v - foot) / box.size().maxCoeff();
  return mesh;
}

void expect_bunny_volumes(const std::string& name, double side, double degrees, const Vec3& centre) {
  const TriangleMesh scan = bunny();
  if (scan.triangles.empty())
    GTEST_SKIP() << "bodies/bunny_69664_closed.off is not at hand (LAMINA_MODELS)";
  const Pose pose{
      centre, Quat(Eigen::AngleAxisd(degrees * 3.14159265358979323846 / 180, Vec3(1, 2, 3).normalized()))};
  const TriangleMesh cube = placed(make_box({side, side, side}), pose);
  expect_volumes(name, scan, cube, Mat3::Identity(), pose.orientation.toRotationMatrix());
}

TEST(ExactVolume, OfTheBunnyRestingOnACube) {
  expect_bunny_volumes("bunny, shallow", 1.5, 1.5, {0.013, -0.021, -0.65});
}

TEST(ExactVolume, OfTheBunnyHalfInsideACube) {
  expect_bunny_volumes("bunny, deep", 0.6, 27, {0.22, 0.08, 0.40});
}

} // namespace
} // namespace lamina::test
