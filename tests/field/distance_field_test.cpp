#include "core/base/error.h"
#include "core/field/distance_field.h"
#include "core/mesh/nearest_triangle.h"
#include "core/mesh/octopus.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lamina::test {
namespace {

using field::DistanceField;
using field::FieldOptions;
using field::FieldValue;
using field::make_field;

DistanceField field_of(const TriangleMesh& mesh, int cells, double band = 0.1, int threads = 1) {
  return make_field({mesh.triangles, mesh.vertices}, {cells, band, threads, {}});
}

/// Points about the surface, no farther from a vertex than a size along each axis.
std::vector<Vec3> points_about(const TriangleMesh& mesh, std::size_t count, double size) {
  Dice dice(5);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back(mesh.vertices[i * 7919 % mesh.vertices.size()] + dice.vector(size));
  return points;
}

} // namespace

TEST(DistanceField, OfABoxIsTheClosedForm) {
  const Vec3 half(0.5, 0.3, 0.2);
  const TriangleMesh box = make_box(2 * half);
  const DistanceField field = field_of(box, 50);
  Dice dice(1);
  int inside_faces = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 p = dice.vector(0.6);
    const Vec3 beyond = p.cwiseAbs() - half;
    const double exact = beyond.cwiseMax(0.0).norm() + std::min(beyond.maxCoeff(), 0.0);
    const FieldValue value = field.at(p);
    if (std::abs(exact) < 0.99 * field.band() - field.cell()) {
      EXPECT_TRUE(value.known);
      // Distances bend where the nearest place changes from face to face: by √3 of a cell's half diagonal.
      EXPECT_NEAR(value.distance, exact, field.cell()) << p.transpose();
    } else if (std::abs(exact) > field.band() + 2 * field.cell()) {
      EXPECT_FALSE(value.known);
    }
    EXPECT_TRUE(std::abs(exact) < field.cell() || (value.distance < 0) == (exact < 0)) << p.transpose();
    // Where one face alone is near, distances are linear, and only roundings differ.
    Vec3 sorted = beyond;
    std::sort(sorted.data(), sorted.data() + 3);
    if (value.known && std::abs(sorted[2]) < 0.03 && sorted[1] < -0.08) {
      ++inside_faces;
      EXPECT_NEAR(value.distance, exact, 1e-6);
      EXPECT_NEAR(value.gradient.norm(), 1, 1e-4);
    }
  }
  EXPECT_GT(inside_faces, 50);
}

TEST(DistanceField, AtNodesIsThatOfTheNearestTriangle) {
  for (const TriangleMesh& mesh : {make_torus(0.4, 0.15, 900), make_blob({1, 0.6, 0.8}, 0.1, 9, 3, 1200),
                                   make_gear(0.5, 0.4, 0.1, 0.2, 9)}) {
    const DistanceField field = field_of(mesh, 40);
    const NearestTriangle nearest(mesh);
    int known = 0;
    for (const Vec3& p : points_about(mesh, 3000, 0.1)) {
      // The node below the point.
      Vec3 node = (p - field.origin()) / field.cell();
      for (int k = 0; k < 3; ++k)
        node[k] = std::floor(node[k]) + 1e-9;
      node = field.origin() + field.cell() * node;
      const FieldValue value = field.at(node);
      const double exact = std::sqrt(nearest.to(node).squared_distance);
      if (value.known) {
        ++known;
        // Coordinates of up to 60 cells in single precision.
        EXPECT_NEAR(std::abs(value.distance), exact, 2e-5 * field.cell());
      } else {
        EXPECT_GT(exact, field.band() - 2 * field.cell());
      }
    }
    EXPECT_GT(known, 2000);
  }
}

TEST(DistanceField, OfASphereConvergesWithTheSquareOfTheCell) {
  // So many triangles that their sagitta, about 1.3e-5 m, is far below what is compared.
  const TriangleMesh sphere = make_sphere(0.5, 80000);
  std::array<double, 2> mean{};
  const std::array<int, 2> cells{24, 48};
  for (std::size_t i = 0; i < 2; ++i) {
    const DistanceField field = field_of(sphere, cells[i]);
    int count = 0;
    for (const Vec3& p : points_about(sphere, 4000, 0.02)) {
      const FieldValue value = field.at(p);
      ASSERT_TRUE(value.known);
      mean[i] += std::abs(value.distance - (p.norm() - 0.5));
      // Second derivatives of 1/r along two directions change the slope by h/r within a cell of size h.
      EXPECT_GT(value.gradient.normalized().dot(p.normalized()), std::cos(field.cell() / 0.4));
      ++count;
    }
    mean[i] /= count;
    // Trilinear values are off by h²/8 of the second derivatives: 1/r, two of them.
    EXPECT_LT(mean[i], field.cell() * field.cell() / 8 * 2 / 0.4);
  }
  EXPECT_GT(mean[0] / mean[1], 3);
}

TEST(DistanceField, GradientIsThatOfTheDistance) {
  const TriangleMesh blob = make_blob({1, 0.6, 0.8}, 0.1, 9, 3, 1200);
  const DistanceField field = field_of(blob, 32);
  const double step = 1e-6;
  int compared = 0;
  for (const Vec3& p : points_about(blob, 500, 0.05)) {
    const FieldValue value = field.at(p);
    const Vec3 in_cell = (p - field.origin()) / field.cell();
    // Across a face of cells the gradient jumps.
    const Vec3 part = in_cell - in_cell.array().floor().matrix();
    if (!value.known || part.minCoeff() < 1e-3 || part.maxCoeff() > 1 - 1e-3)
      continue;
    ++compared;
    for (int k = 0; k < 3; ++k) {
      const double difference =
          (field.at(p + step * Vec3::Unit(k)).distance - field.at(p - step * Vec3::Unit(k)).distance) /
          (2 * step);
      EXPECT_NEAR(value.gradient[k], difference, 1e-8);
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(DistanceField, IsContinuousAcrossBlocks) {
  const TriangleMesh torus = make_torus(0.4, 0.15, 900);
  const DistanceField field = field_of(torus, 64);
  for (const Vec3& p : points_about(torus, 2000, 0.05)) {
    Vec3 at = (p - field.origin()) / field.cell();
    at.x() = 8 * std::round(at.x() / 8);
    const Vec3 below = field.origin() + field.cell() * (at - Vec3(1e-9, 0, 0)),
               above = field.origin() + field.cell() * (at + Vec3(1e-9, 0, 0));
    if (field.at(below).known && field.at(above).known) {
      EXPECT_NEAR(field.at(below).distance, field.at(above).distance, 1e-8);
    }
  }
}

TEST(DistanceField, IsTheSameForAnyNumberOfThreads) {
  const TriangleMesh blob = make_blob({1, 0.6, 0.8}, 0.1, 9, 3, 1200);
  const DistanceField one = field_of(blob, 40);
  EXPECT_EQ(one, field_of(blob, 40, 0.1, 2));
  EXPECT_EQ(one, field_of(blob, 40, 0.1, 5));
  EXPECT_NE(one, field_of(blob, 41));
}

TEST(DistanceField, OfBadInputSaysNothingOrWhatWouldDo) {
  const DistanceField none;
  EXPECT_FALSE(none.at(Vec3::Zero()).known);
  EXPECT_FALSE(field_of({}, 32).at(Vec3::Zero()).known);

  // Triangles with corners that are no numbers are as if they were not there.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  TriangleMesh box = make_box({1, 1, 1});
  const DistanceField whole = field_of(box, 20);
  box.vertices.push_back({nan, 0, 0});
  const auto last = static_cast<std::uint32_t>(box.vertices.size() - 1);
  box.triangles.push_back({0, 1, last});
  box.triangles.push_back({0, 0, 1});
  EXPECT_EQ(field_of(box, 20), whole);
  EXPECT_FALSE(whole.at({nan, 0, 0}).known);
  EXPECT_FALSE(whole.at(Vec3::Constant(1e300)).known);

  // All in one place, and all in a plane.
  TriangleMesh point = box;
  for (Vec3& v : point.vertices)
    v = Vec3(1, 2, 3);
  EXPECT_FALSE(field_of(point, 20).at({1, 2, 3}).known);
  TriangleMesh flat = make_box({1, 1, 1});
  for (Vec3& v : flat.vertices)
    v.y() = 0;
  EXPECT_NEAR(field_of(flat, 20).at({0.1, 0.05, 0.1}).distance, 0.05, 1e-6);

  try {
    field_of(make_box({1, 1, 1}), 4000, 1);
    ADD_FAILURE() << "64 billion nodes";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("choose a narrower band"), std::string::npos) << error.what();
  }
}

TEST(DistanceField, EndsWhereProgressAsksForIt) {
  const TriangleMesh sphere = make_sphere(0.5, 2000);
  int calls = 0;
  const FieldOptions ended{64, 0.1, 1, [&](double, const std::string&) { return ++calls < 3; }};
  EXPECT_THROW(make_field({sphere.triangles, sphere.vertices}, ended), Cancelled);
  EXPECT_EQ(calls, 3);
  double last = 0;
  const FieldOptions whole{64, 0.1, 2, [&](double fraction, const std::string&) {
                             EXPECT_GE(fraction, last);
                             last = fraction;
                             return true;
                           }};
  make_field({sphere.triangles, sphere.vertices}, whole);
  EXPECT_GT(last, 0.8);
}

} // namespace lamina::test
